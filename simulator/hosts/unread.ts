/**
 * Answers and streams that were written, and that their readers have not taken yet. A small request can ask for a long
 * answer, and clients that never read would have any number of them kept: so those furthest behind are cut off.
 */
const MEBIBYTE = 1024 * 1024;
/** How far the reader of a stream may be behind, in characters: a burst of events is no reason to drop one. */
const MAX_STREAM = 4 * MEBIBYTE;
/** How far all readers may be behind together, in characters. */
const MAX_TOGETHER = 256 * MEBIBYTE;

/** An answer or an open stream, as far as memory is concerned. */
export interface Reader {
  /** Characters that were written and not taken. */
  behind(): number;
  /** Ends it; nothing is held afterwards. */
  cut(): void;
}

export class Unread {
  readonly #readers = new Set<Reader>();
  /** At least what is held now: what was counted last, and all that was written since. */
  #atMost = 0;

  /** To be called after so many characters were written for a reader. */
  wrote(reader: Reader, characters: number, isStream: boolean): void {
    this.#readers.add(reader);
    if (isStream && reader.behind() > MAX_STREAM) this.#cut(reader);
    this.#atMost += characters;
    if (this.#atMost > MAX_TOGETHER) this.#bound();
  }

  /** A reader has taken everything, or is gone. */
  delete(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Cuts those furthest behind, of equal ones the oldest, down to half: so that this is not done again with every event. */
  #bound(): void {
    const furthest = [...this.#readers]
      .map((reader) => ({ reader, behind: reader.behind() }))
      .sort((a, b) => b.behind - a.behind);
    this.#atMost = furthest.reduce((sum, { behind }) => sum + behind, 0);
    if (this.#atMost <= MAX_TOGETHER) return;
    for (const { reader, behind } of furthest) {
      if (this.#atMost <= MAX_TOGETHER / 2) return;
      this.#cut(reader);
      this.#atMost -= behind;
    }
  }

  #cut(reader: Reader): void {
    this.#readers.delete(reader);
    reader.cut();
  }
}
