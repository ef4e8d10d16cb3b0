/**
 * Keyframes: the world at some moments that were played, from which playing can go on again. They are taken now
 * and then, every second one is dropped when there are too many, and a fleet too large for them has none.
 */

export interface Keyframe {
  /** The simulated moment. */
  at: number;
  /** The snapshot as text: it takes the least memory, and its length says how much. */
  world: string;
  /** Something was done from outside just before: playing from an earlier one would miss it. */
  pinned: boolean;
}

/** What keyframes may take. */
export interface KeyframeBudget {
  /** Most of them. Default 64. */
  count: number;
  /** Characters of all of them together, each a byte. Default 64 MiB. */
  bytes: number;
}

export const usualBudget: KeyframeBudget = { count: 64, bytes: 64 * 1024 * 1024 };
/** One that takes more than this share of the budget is not worth its memory. */
const LARGEST_SHARE = 1 / 8;

export class Keyframes {
  readonly #budget: KeyframeBudget;
  /** In order of time. */
  #frames: Keyframe[] = [];
  #bytes = 0;
  /** Simulated time from one to the next. */
  #apart: number;

  /** @param duration of what is played, in ms */
  constructor(duration: number, budget: KeyframeBudget) {
    this.#budget = budget;
    this.#apart = Math.max(1, duration / Math.max(1, budget.count));
  }

  get count(): number {
    return this.#frames.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a world of so many bytes is small enough. */
  affords(bytes: number): boolean {
    return this.#budget.count > 0 && bytes <= this.#budget.bytes * LARGEST_SHARE;
  }

  /** Whether it is time for the next. */
  isDue(at: number): boolean {
    const newest = this.#frames.at(-1);
    return newest === undefined || at - newest.at >= this.#apart;
  }

  add(frame: Keyframe): void {
    if (!this.affords(frame.world.length)) return;
    // Of several at one moment the last has all that was done.
    this.#keep(({ at }) => at !== frame.at || !frame.pinned);
    this.#frames.push(frame);
    this.#bytes += frame.world.length;
    while (this.#frames.length > this.#budget.count || this.#bytes > this.#budget.bytes) this.#thin();
  }

  /** The latest at or before a moment. */
  before(at: number): Keyframe | undefined {
    return this.#frames.findLast((frame) => frame.at <= at);
  }

  /** Forgets what comes after a moment: from there on it may go otherwise. */
  forgetAfter(at: number): void {
    this.#keep((frame) => frame.at <= at);
  }

  /** Drops every second one, pinned ones only where there are no others. */
  #thin(): void {
    this.#apart *= 2;
    const before = this.#frames.length;
    let turn = 0;
    this.#keep(({ pinned }) => pinned || turn++ % 2 === 0);
    if (this.#frames.length === before) this.#keep((_frame, index) => index >= before / 2);
  }

  #keep(wanted: (frame: Keyframe, index: number) => boolean): void {
    this.#frames = this.#frames.filter(wanted);
    this.#bytes = this.#frames.reduce((sum, { world }) => sum + world.length, 0);
  }
}
