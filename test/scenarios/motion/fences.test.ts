import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, Fences } from '../../../scenarios/motion/fences.ts';
import { distanceBetween } from '../../../scenarios/motion/geodesy.ts';

const metresNorth = 1 / 111_195.08;
const offset = (north: number, east: number, latitude = 48, longitude = 11) => ({
  latitude: latitude + north * metresNorth,
  longitude: longitude + (east * metresNorth) / Math.cos((latitude * Math.PI) / 180),
});
const metres = fc.integer({ min: -4_000, max: 4_000 });
const area: fc.Arbitrary<Area> = fc.oneof(
  fc.record({
    centre: fc.tuple(metres, metres).map(([n, e]) => offset(n, e)),
    radius: fc.integer({ min: 20, max: 900 }),
  }),
  fc
    .tuple(metres, metres, fc.integer({ min: 30, max: 800 }), fc.integer({ min: 3, max: 8 }))
    .map(([n, e, size, count]) => ({
      corners: Array.from({ length: count }, (_, at) =>
        offset(
          n + size * Math.cos((at * 2 * Math.PI) / count),
          e + size * Math.sin((at * 2 * Math.PI) / count),
        ),
      ),
    })),
);

describe('geofences', () => {
  it('a circle holds what is within its radius', () => {
    const fences = new Fences([{ centre: { latitude: 48, longitude: 11 }, radius: 100 }]);
    const holds = (north: number, east: number) => {
      const { latitude, longitude } = offset(north, east);
      return fences.holds(0, latitude, longitude);
    };
    expect([holds(0, 0), holds(99, 0), holds(0, -99), holds(70, 70)]).toEqual([true, true, true, true]);
    expect([holds(101, 0), holds(0, 101), holds(75, 75)]).toEqual([false, false, false]);
  });

  it('a polygon that is not convex holds nothing between its arms', () => {
    const corners = [
      [0, 0],
      [0, 100],
      [100, 100],
      [100, 80],
      [20, 80],
      [20, 0],
    ].map(([n, e]) => offset(n as number, e as number));
    const fences = new Fences([{ corners }]);
    const holds = (north: number, east: number) => {
      const { latitude, longitude } = offset(north, east);
      return fences.holds(0, latitude, longitude);
    };
    expect([holds(10, 10), holds(90, 90)]).toEqual([true, true]);
    expect([holds(60, 40), holds(-1, 10)]).toEqual([false, false]);
  });

  it('a look finds the fences that a position is in, however many there are', () => {
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 40 }), metres, metres, (areas, north, east) => {
        const fences = new Fences(areas);
        const { latitude, longitude } = offset(north, east);
        fences.look(latitude, longitude);
        for (const number of areas.keys()) {
          expect(fences.isInside(number)).toBe(fences.holds(number, latitude, longitude));
        }
      }),
    );
  });

  it('within the distance that a look guarantees, nothing is entered or left', () => {
    fc.assert(
      fc.property(
        fc.array(area, { minLength: 1, maxLength: 20 }),
        metres,
        metres,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (areas, north, east, direction, share) => {
          const fences = new Fences(areas);
          const here = offset(north, east);
          const free = fences.look(here.latitude, here.longitude);
          const there = offset(
            north + share * free * Math.cos(direction),
            east + share * free * Math.sin(direction),
          );
          for (const number of areas.keys()) {
            const before = fences.holds(number, here.latitude, here.longitude);
            expect(fences.holds(number, there.latitude, there.longitude)).toBe(before);
          }
        },
      ),
    );
  });

  it('reach across the date line', () => {
    const fences = new Fences([{ centre: { latitude: 10, longitude: 179.999 }, radius: 500 }]);
    fences.look(10, -179.999);
    expect(fences.isInside(0)).toBe(true);
    expect(
      distanceBetween({ latitude: 10, longitude: 179.999 }, { latitude: 10, longitude: -179.999 }),
    ).toBeLessThan(500);
  });

  it('there need not be any', () => {
    expect(new Fences([]).look(48, 11)).toBe(Number.POSITIVE_INFINITY);
  });
});
