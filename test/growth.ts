/** Whether work grows with its input or faster, whatever the speed of the machine. */

import { cpuMsOf } from './cpu.ts';

/** Between ten times (linear) and a hundred times (quadratic). */
const BOUND = 60;
const ATTEMPTS = 8;

/**
 * Throws when ten times the input takes more than about ten times as long. Other work on the machine only
 * adds time, so of several attempts the quickest of each size count, and as many are made as it takes.
 */
export function expectLinear(run: (size: number) => void, size: number): void {
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
    if (large / small < BOUND) return;
  }
  throw new Error(`ten times the input takes ${(large / small).toFixed(0)} times as long`);
}
