/** Tells whether work grows with its input or faster, whatever the speed of the machine. */

import { cpuMs, cpuMsOf } from './cpu.ts';

/** So many times the input: it takes as many times as long (linear), or the square of it (quadratic). */
const FACTOR = 10;
/** Between the two, as a share of the square. */
const BOUND = 0.6;
const ATTEMPTS = 8;

/** Throws when ten times the input takes more than about ten times as long. */
export function expectLinear(run: (size: number) => void, size: number): void {
  const growth = growthOf(run, size);
  if (growth >= BOUND * FACTOR ** 2) throw new Error(tooFast(FACTOR, growth));
}

/** Throws when ten times the input takes twice as long or more: what is looked at has a bound. */
export function expectConstant(run: (size: number) => void, size: number): void {
  const growth = growthOf(run, size, 2);
  if (growth >= 2) throw new Error(tooFast(FACTOR, growth));
}

/** Tells whether ten times the input takes about ten times as long at most. */
export function growsLinearly(run: (size: number) => void, size: number): boolean {
  return growthOf(run, size) < BOUND * FACTOR ** 2;
}

/**
 * How many times as long ten times the input takes. Other work on the machine only adds time, so of several attempts
 * the quickest of each size count, and as many are made as it takes to come below the bound.
 */
function growthOf(run: (size: number) => void, size: number, enough = BOUND * FACTOR ** 2): number {
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
      cpuMsOf(() => run(size * FACTOR)),
    );
    if (large / small < enough) break;
  }
  return large / small;
}

/** So many times, where inputs are large: what is made of them counts. */
const LARGE = 4;

/**
 * Throws when an input that is four times as large takes more than about four times as long.
 *
 * @param make the input, and what is to be ready for it; it does not count
 */
export async function expectLinearOf<T>(
  make: (size: number) => T | Promise<T>,
  take: (made: T) => unknown,
  size: number,
): Promise<void> {
  const least = new Map([
    [size, Number.POSITIVE_INFINITY],
    [size * LARGE, Number.POSITIVE_INFINITY],
  ]);
  await take(await make(size)); // compiled, loaded
  for (let attempt = 1; ; attempt++) {
    for (const [each, before] of least) {
      const made = await make(each);
      const began = cpuMs();
      await take(made);
      least.set(each, Math.min(before, cpuMs() - began));
    }
    const [small = 0, large = 0] = least.values();
    if (large / small < BOUND * LARGE ** 2) return;
    if (attempt === ATTEMPTS) throw new Error(tooFast(LARGE, large / small));
  }
}

function tooFast(factor: number, growth: number): string {
  return `${factor} times the input takes ${growth.toFixed(0)} times as long`;
}
