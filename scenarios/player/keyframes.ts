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

/** @param duration of what is played, in ms */
export function createKeyframes(duration: number, budget: KeyframeBudget) {
  /** In order of time. */
  let frames: Keyframe[] = [];
  /** Simulated time from one to the next, in ms. */
  let apart = Math.max(1, duration / Math.max(1, budget.count));
  const bytesOfAll = () => frames.reduce((sum, { bytes }) => sum + bytes, 0);

  /** Drops every second one, pinned ones only where there are no others. */
  function thin(): void {
    apart *= 2;
    let turn = 0;
    const fewer = frames.filter(({ pinned }) => pinned || turn++ % 2 === 0);
    frames = fewer.length < frames.length ? fewer : frames.slice(Math.ceil(frames.length / 2));
  }

  return {
    get bytes(): number {
      return bytesOfAll();
    },

    /** Returns whether one of so many bytes, beside its locations, is small enough. */
    affords: (bytes: number): boolean => budget.count > 0 && bytes <= Math.min(budget.each, budget.bytes),

    /** Returns whether there is none near before a moment, nor soon after it. */
    isDue(at: number): boolean {
      const before = frames.findLast((frame) => frame.at <= at);
      const after = frames.find((frame) => frame.at > at);
      if (after && after.at - at < apart) return false;
      return before === undefined || at - before.at >= apart;
    },

    add(frame: Keyframe): void {
      // The last of several at one moment has all that was done.
      const others = frames.filter(({ at, pinned }) => at !== frame.at || !pinned);
      frames = others.toSpliced(others.findLastIndex(({ at }) => at <= frame.at) + 1, 0, frame);
      while (frames.length > budget.count || bytesOfAll() > budget.bytes) thin();
    },

    /** The latest at or before a moment. */
    before: (at: number): Keyframe | undefined => frames.findLast((frame) => frame.at <= at),
    /** Returns whether one is so far ahead of a moment that going there is sooner than playing on. */
    isFarAhead: (frame: Keyframe, now: number): boolean => frame.at - now > apart,

    /** Forgets what comes after a moment: from there on it goes otherwise. */
    forgetAfter(at: number): void {
      frames = frames.filter((frame) => frame.at <= at);
    },

    /** Forgets what comes after a moment and is not reached by playing on from there: something was done from outside. */
    forgetUnreached(at: number): void {
      const first = frames.findIndex((frame) => frame.pinned && frame.at > at);
      if (first !== -1) frames = frames.slice(0, first);
    },
  };
}
