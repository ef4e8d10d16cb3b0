/**
 * The text that open streams hold for readers who are behind, kept within two bounds: one for each reader, and
 * one for all of a host together. A reader beyond the first is cut off; beyond the second those furthest behind are.
 */

/** How far one reader may be behind, in characters: a burst of events is no reason to drop a reader. */
export const MOST_BEHIND = 4 * 1024 * 1024;
/** How far all readers together may be behind, in characters: so 200 who do not read take less than 100 MB. */
export const MOST_BEHIND_TOGETHER = 32 * 1024 * 1024;

/** An open stream, as far as memory is concerned. */
export interface Held {
  /** Characters that were written and that the reader has not taken. */
  behind(): number;
  /** Ends it; nothing is held afterwards. */
  cut(): void;
}

export class Backlog {
  readonly #open = new Set<Held>();
  /** At least what is held now: what was counted last, and all that was written since. */
  #atMost = 0;

  open(stream: Held): void {
    this.#open.add(stream);
  }

  close(stream: Held): void {
    this.#open.delete(stream);
  }

  /** To be called after so many characters were written to a stream. */
  wrote(stream: Held, characters: number): void {
    if (stream.behind() > MOST_BEHIND) this.#cut(stream);
    this.#atMost += characters;
    if (this.#atMost > MOST_BEHIND_TOGETHER) this.#bound();
  }

  #bound(): void {
    const furthest = [...this.#open]
      .map((stream) => ({ stream, behind: stream.behind() }))
      .sort((a, b) => b.behind - a.behind);
    this.#atMost = furthest.reduce((sum, { behind }) => sum + behind, 0);
    for (const { stream, behind } of furthest) {
      // Half of it, so that this is not done again with every event.
      if (this.#atMost <= MOST_BEHIND_TOGETHER / 2) return;
      this.#cut(stream);
      this.#atMost -= behind;
    }
  }

  #cut(stream: Held): void {
    this.#open.delete(stream);
    stream.cut();
  }
}
