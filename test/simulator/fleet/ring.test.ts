/** The newest of many: in order, and never more than a bound. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ring } from '../../../simulator/fleet/ring.ts';

const ringOf = (size: number, items: readonly number[]) => {
  const ring = new Ring<number>(size);
  for (const item of items) ring.push(item);
  return ring;
};

describe('a ring', () => {
  it('holds the newest in their order, from both ends and at each place, whatever its bound', () => {
    fc.assert(
      fc.property(fc.nat(6), fc.array(fc.nat(99), { maxLength: 20 }), (size, items) => {
        const ring = ringOf(size, items);
        const newest = size === 0 ? [] : items.slice(-size);
        expect([...ring]).toEqual(newest);
        expect([...ring.newest()]).toEqual(newest.toReversed());
        expect(ring.length).toBe(newest.length);
        expect(Array.from({ length: size + 2 }, (_, place) => ring.at(place - 1))).toEqual(
          Array.from({ length: size + 2 }, (_, place) => newest[place - 1]),
        );
      }),
    );
  });

  it('takes over what was kept, as much as its bound lets, and goes on from there', () => {
    for (const before of [[], [7, 8, 9, 10]]) {
      const ring = ringOf(3, before);
      ring.replaceAll([1, 2, 3, 4]);
      expect([...ring]).toEqual([2, 3, 4]);
      ring.push(5);
      expect([...ring]).toEqual([3, 4, 5]);
    }
    const none = ringOf(0, []);
    none.replaceAll([1]);
    expect([...none]).toEqual([]);
  });

  it('takes over another in the middle of it', () => {
    const ring = ringOf(3, [7]);
    ring.adopt(ringOf(3, [1, 2, 3, 4]));
    expect([...ring]).toEqual([2, 3, 4]);
    ring.push(5);
    expect([...ring]).toEqual([3, 4, 5]);
  });
});
