/**
 * Keyframes: the world at some moments that were played, from which playing can go on again. They are taken now
 * and then, also where some are missing between others. When there are too many, every second one is dropped; when they
 * take too much memory, the oldest are. A fleet too large for them has none.
 */
import type { Checkpoint } from '../../simulator/checkpoint.ts';

export interface Keyframe {
  world: Checkpoint;
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
  #bytes = 0;
  /** Simulated time from one to the next, in ms. */
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
    const next = this.#frames.findIndex(({ world }) => world.at > at);
    const before = this.#frames.at(next === -1 ? -1 : next - 1);
    const after = this.#frames[next];
    if (after && after.world.at - at < this.#apart) return false;
    return before === undefined || next === 0 || at - before.world.at >= this.#apart;
  }

  add(frame: Keyframe): void {
    const { at } = frame.world;
    // The last of several at one moment has all that was done.
    const others = this.#frames.filter(({ world }) => world.at !== at || !frame.pinned);
    const place = others.findLastIndex(({ world }) => world.at <= at) + 1;
    this.#put(others.toSpliced(place, 0, frame));
    if (this.#frames.length > this.#budget.count) this.#thin();
    while (this.#bytes > this.#budget.bytes) this.#save();
  }

  /** The latest at or before a moment. */
  before(at: number): Keyframe | undefined {
    return this.#frames.findLast(({ world }) => world.at <= at);
  }

  /** Forgets what comes after a moment: from there on it goes otherwise. */
  forgetAfter(at: number): void {
    if ((this.#frames.at(-1)?.world.at ?? at) > at)
      this.#put(this.#frames.filter(({ world }) => world.at <= at));
  }

  /** Forgets what comes after a moment and is not reached by playing on from there: something was done from outside. */
  forgetUnreached(at: number): void {
    const first = this.#frames.findIndex(({ world, pinned }) => pinned && world.at > at);
    if (first !== -1) this.#put(this.#frames.slice(0, first));
  }

  /** Drops every second one, pinned ones only where there are no others. */
  #thin(): void {
    this.#apart *= 2;
    let turn = 0;
    const fewer = this.#frames.filter(({ pinned }) => pinned || turn++ % 2 === 0);
    const half = this.#frames.slice(this.#frames.length / 2);
    this.#put(fewer.length < this.#frames.length ? fewer : half);
  }

  /** Makes room: where most is taken by locations, the oldest go, with those that no other one needs. */
  #save(): void {
    const own = this.#frames.reduce((sum, { world }) => sum + world.bytes, 0);
    if (own > this.#bytes / 2 && this.#frames.length > 1) {
      this.#thin();
      return;
    }
    const [oldest, ...later] = this.#frames.slice(Math.ceil(this.#frames.length / 4));
    oldest?.world.stretch.standAlone();
    for (const { world } of later)
      if (beginningOf(world) !== oldest?.world.stretch) world.stretch.standAlone();
    this.#put(oldest ? [oldest, ...later] : []);
  }

  #put(frames: Keyframe[]): void {
    this.#frames = frames;
    const stretches = new Set(frames.flatMap(({ world }) => stretchesOf(world)));
    const own = frames.reduce((sum, { world }) => sum + world.bytes, 0);
    this.#bytes = [...stretches].reduce((sum, { bytes }) => sum + bytes, own);
  }
}

type Stretch = Checkpoint['stretch'];

/** All that a checkpoint needs, the latest first. */
function stretchesOf({ stretch }: Checkpoint): Stretch[] {
  const all: Stretch[] = [];
  for (let one: Stretch | undefined = stretch; one; one = one.before) all.push(one);
  return all;
}

function beginningOf(checkpoint: Checkpoint): Stretch | undefined {
  return stretchesOf(checkpoint).at(-1);
}
