import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOf, mix, nextState, pick, shareOf, stateFor } from '../../../contracts/kit/random.ts';
import { normalOf } from '../../../scenarios/motion/normal.ts';

/** The first shares of a sequence. */
function shares(seed: number, count: number): number[] {
  let state = stateFor(seed, 1);
  return Array.from({ length: count }, () => {
    state = nextState(state);
    return shareOf(bitsOf(state));
  });
}

describe('random numbers from a seed', () => {
  it('are the same for the same seed, on every platform and in every release', () => {
    expect(bitsOf(nextState(1)) >>> 0).toBe(2_693_262_067); // mulberry32(1) of other implementations
    expect(shares(7, 3)).toEqual(shares(7, 3));
    expect(shares(7, 3)).not.toEqual(shares(8, 3));
  });

  it('are spread evenly over their range', () => {
    const drawn = shares(3, 10_000);
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => drawn.filter((share) => Math.floor(share * 10) === tenth).length,
    );
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('of a normal distribution have its mean and deviation', () => {
    const drawn = Array.from({ length: 10_000 }, (_, number) => normalOf(bitsOf(stateFor(5, number))));
    const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
    const square = drawn.reduce((sum, one) => sum + one * one, 0) / drawn.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.abs(Math.sqrt(square) - 1)).toBeLessThan(0.05);
  });

  it('of three numbers are in their range, and depend on each of the three', () => {
    const number = fc.integer({ min: 0, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(number, number, number, (seed, id, salt) => {
        expect(pick(seed, id, salt, 10)).toBe(mix(seed, id, salt) % 10);
        expect(pick(seed, id, salt, 10)).toBeGreaterThanOrEqual(0);
      }),
    );
    const first = mix(1, 2, 3);
    expect([mix(2, 2, 3), mix(1, 3, 3), mix(1, 2, 4)]).not.toContain(first);
  });
});
