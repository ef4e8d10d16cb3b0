/** Whether work grows with its input or faster, whatever the speed of the machine. */

import { cpuMsOf } from './cpu.ts';

/** Between ten times (linear) and a hundred times (quadratic). */
const BOUND = 60;
const ATTEMPTS = 8;

/** Throws when ten times the input takes more than about ten times as long. */
export function expectLinear(run: (size: number) => void, size: number): void {
  const growth = growthOf(run, size);
  if (growth >= BOUND) throw new Error(`ten times the input takes ${growth.toFixed(0)} times as long`);
}

/** Whether ten times the input takes about ten times as long at most. */
export function growsLinearly(run: (size: number) => void, size: number): boolean {
  return growthOf(run, size) < BOUND;
}

/**
 * How many times as long ten times the input takes. Other work on the machine only adds time, so of several attempts
 * the quickest of each size count, and as many are made as it takes to come below the bound.
 */
function growthOf(run: (size: number) => void, size: number): number {
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  run(size); // compiled, loaded
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    small = Math.min(
      small,
      cpuMsOf(() => run(size)),
    );
    large = Math.min(
      large,
      cpuMsOf(() => run(size * 10)),
    );
    if (large / small < BOUND) break;
  }
  return large / small;
}
