/** Chance from a seed, as numbers in and numbers out: whoever keeps the state can save it. */

/** The next state of a sequence: 32 bits, any of which may be the first (mulberry32's step). */
export function nextState(state: number): number {
  return (state + 0x6d2b79f5) | 0;
}

/** 32 well-mixed bits of a state. */
export function bitsOf(state: number): number {
  let x = state;
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return x ^ (x >>> 14);
}

/** 0 up to 1. */
export function shareOf(bits: number): number {
  return (bits >>> 0) / 2 ** 32;
}

/**
 * Near enough to a normal distribution of mean 0 and deviation 1, from 32 bits: the sum of four bytes. It
 * never lies further out than 3.45.
 */
export function normalOf(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / 147.8;
}

/** A first state for one of many: 32 well-mixed bits of two numbers. */
export function stateFor(seed: number, number: number): number {
  return bitsOf(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x7f4a7c15, 0xc2b2ae35));
}
