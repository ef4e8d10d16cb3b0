import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collisions, gaps, type Named } from '../../../contracts/profile/coherence/places.ts';
import { expectLinear } from '../../growth.ts';

const place = fc.record({
  tokens: fc.array(fc.constantFrom('a', 'b', '0', '1', '2'), { maxLength: 4 }),
  open: fc.boolean(),
});
const placesOf = (drawn: readonly Pick<Named, 'tokens' | 'open'>[]): Named[] =>
  drawn.map((one, index) => ({ ...one, what: `fact ${index}`, where: `/${index}` }));

/** Whether two places are in each other's way, by the definition. */
function collide(a: Named, b: Named): boolean {
  const [outer, inner] = a.tokens.length <= b.tokens.length ? [a, b] : [b, a];
  if (!outer.tokens.every((token, index) => inner.tokens[index] === token)) return false;
  return !(outer.open && inner.tokens.length > outer.tokens.length);
}

describe('places in a payload', () => {
  it('collide with those before them that are the same, around them or inside them', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), fc.array(place, { maxLength: 4 }), (drawn, more) => {
        const [own, others] = [placesOf(drawn), placesOf(more)];
        const expected = own.filter((one, index) =>
          [...others, ...own.slice(0, index)].some((other) => collide(one, other)),
        );
        expect(collisions(own, others).map(({ pointer }) => pointer)).toEqual(
          expected.map(({ where }) => where),
        );
      }),
    );
  });

  it('have a gap where their numbers do not go up one by one', () => {
    const gapsIn = (...pointers: string[]) =>
      gaps(placesOf(pointers.map((pointer) => ({ tokens: pointer.split('/').slice(1) })))).length;
    expect(gapsIn('/a/0', '/a/1', '/b')).toBe(0);
    expect(gapsIn('/a/0', '/a/2')).toBe(1);
    expect(gapsIn('/a/1', '/b/1/0')).toBe(2);
    expect(gapsIn('/a/0', '/a/b')).toBe(0);
  });

  it('take time in proportion to their number and length', () => {
    const flat = (size: number) =>
      placesOf(Array.from({ length: size / 10 }, (_, at) => ({ tokens: [`${at}`] })));
    const deep = (size: number) => placesOf([{ tokens: Array(size / 10).fill('') }]);
    for (const make of [flat, deep]) {
      const [small, large] = [make(2_000), make(20_000)];
      expectLinear((size) => {
        const places = size === 2_000 ? small : large;
        collisions(places, places);
      }, 2_000);
    }
    const [small, large] = [flat(2_000), flat(20_000)];
    expectLinear((size) => gaps(size === 2_000 ? small : large), 2_000);
  });
});
