/**
 * Answers and streams that were written, and that their readers have not taken yet. A small request can ask for a long
 * answer, and clients that never read would have any number of them kept: so those furthest behind are cut off.
 */
const MEBIBYTE = 1024 * 1024;
/** How far the reader of a stream may be behind, in characters: a burst of events is no reason to drop one. */
const MAX_STREAM = 4 * MEBIBYTE;
/** How far all readers may be behind together, in characters; and beyond what nobody is given time. */
const MAX_TOGETHER = 64 * MEBIBYTE;
const MAX_AT_ALL = 4 * MAX_TOGETHER;
/** How long an answer has to be read, in real milliseconds, while all are too far behind: clients of this machine take less. */
const PATIENCE = 4_000;

/** An answer or an open stream, as far as memory is concerned. */
export interface Reader {
  /** Characters that were written and not taken. */
  behind(): number;
  /** Ends it; nothing is held afterwards. */
  cut(): void;
}

export class Unread {
  /** The readers, with the moment until which each has time. */
  readonly #readers = new Map<Reader, number>();
  readonly #now: () => number;
  /** At least what is held now: what was counted last, and all that was written since. */
  #atMost = 0;

  /** @param now real milliseconds; without it answers are given no time */
  constructor(now = () => 0) {
    this.#now = now;
  }

  /** To be called after so many characters were written for a reader. */
  wrote(reader: Reader, characters: number, isStream: boolean): void {
    if (!this.#readers.has(reader)) this.#readers.set(reader, isStream ? 0 : this.#now() + PATIENCE);
    if (isStream && reader.behind() > MAX_STREAM) this.#cut(reader);
    this.#atMost += characters;
    if (this.#atMost > MAX_TOGETHER) this.#bound();
  }

  /** A reader has taken everything, or is gone. */
  delete(reader: Reader): void {
    this.#readers.delete(reader);
  }

  #bound(): void {
    const furthest = [...this.#readers]
      .map(([reader, until]) => ({ reader, until, behind: reader.behind() }))
      .sort((a, b) => b.behind - a.behind);
    this.#atMost = furthest.reduce((sum, { behind }) => sum + behind, 0);
    const now = this.#atMost > MAX_AT_ALL ? Number.POSITIVE_INFINITY : this.#now();
    for (const { reader, until, behind } of furthest) {
      // Half of it, so that this is not done again with every event.
      if (this.#atMost <= MAX_TOGETHER / 2) return;
      if (now < until) continue;
      this.#cut(reader);
      this.#atMost -= behind;
    }
  }

  #cut(reader: Reader): void {
    this.#readers.delete(reader);
    reader.cut();
  }
}
