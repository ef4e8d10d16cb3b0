/**
 * Keyframes: the world at some moments that were played, from which playing can go on again. They are taken now
 * and then, also where some are missing between others. When there are too many, or they take too much memory, every
 * second one is dropped. A fleet too large for them has none.
 */
import type { Simulator } from '../../simulator/simulator.ts';

export interface Keyframe {
  at: number;
  world: ReturnType<Simulator['save']>;
  bytes: number;
  /** Something was done from outside just before: playing from an earlier one would miss it. */
  pinned: boolean;
}

/** The room that keyframes may take. */
export interface KeyframeBudget {
  /** Most of them. Default 64. */
  count: number;
  /** Bytes of all of them together. Default 512 MiB, which a day of 10,000 vehicles nearly takes. */
  bytes: number;
  /** Bytes of one, beside the locations in it: nothing else is done while it is taken. Default 16 MiB. */
  each: number;
}

const MEBIBYTE = 1024 * 1024;
export const usualBudget: KeyframeBudget = { count: 64, bytes: 512 * MEBIBYTE, each: 16 * MEBIBYTE };
/** One world of many on a server: a day of 1,000 vehicles. */
export const budgetOfWorld: KeyframeBudget = { ...usualBudget, bytes: 64 * MEBIBYTE };

export class Keyframes {
  readonly #budget: KeyframeBudget;
  /** In order of time. */
  #frames: Keyframe[] = [];
  /** Simulated time from one to the next, in ms. */
  #apart: number;

  /** @param duration of what is played, in ms */
  constructor(duration: number, budget: KeyframeBudget) {
    this.#budget = budget;
    this.#apart = Math.max(1, duration / Math.max(1, budget.count));
  }

  get bytes(): number {
    return this.#frames.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get apart(): number {
    return this.#apart;
  }

  /** Returns whether one of so many bytes, beside its locations, is small enough. */
  affords(bytes: number): boolean {
    const { count, bytes: all, each } = this.#budget;
    return count > 0 && bytes <= Math.min(each, all);
  }

  /** Returns whether there is none near before a moment, nor soon after it. */
  isDue(at: number): boolean {
    const next = this.#frames.findIndex((frame) => frame.at > at);
    const before = this.#frames.at(next === -1 ? -1 : next - 1);
    const after = this.#frames[next];
    if (after && after.at - at < this.#apart) return false;
    return before === undefined || next === 0 || at - before.at >= this.#apart;
  }

  add(frame: Keyframe): void {
    // The last of several at one moment has all that was done.
    const others = this.#frames.filter(({ at }) => at !== frame.at || !frame.pinned);
    this.#frames = others.toSpliced(others.findLastIndex(({ at }) => at <= frame.at) + 1, 0, frame);
    const { count, bytes } = this.#budget;
    while (this.#frames.length > count || this.bytes > bytes) this.#thin();
  }

  /** The latest at or before a moment. */
  before(at: number): Keyframe | undefined {
    return this.#frames.findLast((frame) => frame.at <= at);
  }

  /** Forgets what comes after a moment: from there on it goes otherwise. */
  forgetAfter(at: number): void {
    this.#frames = this.#frames.filter((frame) => frame.at <= at);
  }

  /** Forgets what comes after a moment and is not reached by playing on from there: something was done from outside. */
  forgetUnreached(at: number): void {
    const first = this.#frames.findIndex((frame) => frame.pinned && frame.at > at);
    if (first !== -1) this.#frames = this.#frames.slice(0, first);
  }

  /** Drops every second one, pinned ones only where there are no others. */
  #thin(): void {
    this.#apart *= 2;
    let turn = 0;
    const fewer = this.#frames.filter(({ pinned }) => pinned || turn++ % 2 === 0);
    const half = this.#frames.slice(Math.ceil(this.#frames.length / 2));
    this.#frames = fewer.length < this.#frames.length ? fewer : half;
  }
}
