/**
 * Plans of all vehicles side by side in shared memory, so that a vehicle's next row is a matter of an
 * offset. Room that is given back is taken again by a plan of the same size class.
 */
import { type Plan, ROW } from './plan.ts';

/** Rows of the smallest room; each class is twice as large as the one before. */
const SMALLEST = 8;

export class PlanPool {
  /** Seconds at which rows begin, by row; infinity behind the last row of a plan. */
  times = new Float32Array(0);
  /** `ROW` words a row. */
  words = new Float32Array(0);
  /** The same memory, for latitudes and longitudes. */
  codes = new Int32Array(0);
  #used = 0;
  /** By size class: rooms that were given back. */
  readonly #free: number[][] = [];

  /** The number of the first row. */
  add(plan: Plan): number {
    const size = classOf(plan.rows);
    const first = this.#free[size]?.pop() ?? this.#extend(SMALLEST << size);
    this.times.set(plan.times, first);
    // The search for the row of a moment stops here.
    this.times[first + plan.rows] = Number.POSITIVE_INFINITY;
    this.words.set(plan.words, first * ROW);
    return first;
  }

  remove(first: number, rows: number): void {
    const size = classOf(rows);
    let free = this.#free[size];
    if (free === undefined) {
      free = [];
      this.#free[size] = free;
    }
    free.push(first);
  }

  #extend(rows: number): number {
    const first = this.#used;
    this.#used += rows;
    if (this.times.length < this.#used) {
      const length = Math.max(this.#used, this.times.length * 2);
      const times = new Float32Array(length);
      const words = new Float32Array(length * ROW);
      times.set(this.times);
      words.set(this.words);
      this.times = times;
      this.words = words;
      this.codes = new Int32Array(words.buffer);
    }
    return first;
  }
}

/** One more than rows: behind the last one there is an end. */
function classOf(rows: number): number {
  return Math.max(0, 29 - Math.clz32(rows));
}
