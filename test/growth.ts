/** Tells whether work grows with its input or faster, whatever the speed of the machine. */

import process from 'node:process';

/** So many times the input: it takes as many times as long (linear), or the square of it (quadratic). */
const FACTOR = 10;
/** Between the two, as a share of the square. */
const BOUND = 0.6;
const ATTEMPTS = 8;

/** The processor's time that this process has used until now, in ms: test files run one after the other in it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function cpuMsOf(run: () => void): number {
  const before = cpuMs();
  run();
  return cpuMs() - before;
}

/**
 * Throws when ten times the input takes more than about ten times as long. Other work on the machine only adds time, so of
 * several attempts the quickest of each size count, and as many are made as it takes to come below the bound.
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
      cpuMsOf(() => run(size * FACTOR)),
    );
    if (large / small < BOUND * FACTOR ** 2) return;
  }
  throw new Error(tooFast(FACTOR, large / small));
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
