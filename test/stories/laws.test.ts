/** Laws of the geometry of drives, which stories show only where they are broken by much. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, Fences } from '../../scenarios/motion/fences.ts';
import {
  courseBetween,
  distanceBetween,
  distanceToLine,
  longitudeScale,
  metresPerDegree,
  wrapped,
} from '../../scenarios/motion/geodesy.ts';
import { type Path, pathThrough } from '../../scenarios/motion/path.ts';
import { planDrive, ROW, row } from '../../scenarios/motion/plan.ts';
import { readTrack } from '../../scenarios/motion/track.ts';
import { travelsOf } from '../../scenarios/motion/trips.ts';
import { type Kind, vehicles } from '../../scenarios/motion/vehicles.ts';
import { expectLinearOf } from '../growth.ts';
import { SEED } from '../sample.ts';
import { gpx, lineString, northwards, start } from './tracks.ts';

const DRAWN = { numRuns: 60, seed: SEED };
const offset = (north: number, east: number) => ({
  latitude: 48 + north / metresPerDegree,
  longitude: 11 + east / (metresPerDegree * longitudeScale(48)),
});

it('positions are as far apart as a map says, across the date line the short way', () => {
  const [berlin, munich] = [
    { latitude: 52.52, longitude: 13.405 },
    { latitude: 48.137, longitude: 11.575 },
  ];
  expect(distanceBetween(berlin, munich) / 1_000).toBeCloseTo(504, 0);
  expect(courseBetween(berlin, munich)).toBeCloseTo(195.6, 0);
  expect([wrapped(190), wrapped(-190), wrapped(180), longitudeScale(60)]).toEqual([
    -170,
    170,
    180,
    expect.closeTo(0.5),
  ]);
  const [west, east] = [
    { latitude: 0, longitude: 179.99 },
    { latitude: 0, longitude: -179.99 },
  ];
  expect(distanceBetween(west, east)).toBeLessThan(2_300);
  expect(distanceToLine({ latitude: 0.001, longitude: 180 }, west, east)).toBeCloseTo(
    metresPerDegree / 1_000,
    0,
  );
});

describe('a planned drive', () => {
  const points = fc
    .array(
      fc.record({
        north: fc.integer({ min: 30, max: 400 }),
        east: fc.integer({ min: -400, max: 400 }),
        limit: fc.constantFrom(30, 50, 100),
      }),
      { minLength: 2, maxLength: 20 },
    )
    .map((steps) => {
      let [x, y] = [0, 0];
      return steps.map(({ north, east, limit }) => {
        [x, y] = [x + east, y + north];
        return { ...offset(y, x), limit, flags: 0 };
      });
    });
  function limitAt({ along, limit }: Path, metres: number): number {
    const piece = along.findIndex((_, at) => at === along.length - 2 || (along[at + 1] ?? 0) > metres + 0.01);
    return limit[piece] ?? 0;
  }

  it('begins and ends at standstill, keeps to limits, and to how its kind accelerates and brakes, without a jump', () => {
    fc.assert(
      fc.property(
        points,
        fc.constantFrom<Kind>('car', 'truck', 'bike'),
        fc.constantFrom(0, 15),
        (list, kind, above) => {
          const path = pathThrough(list);
          const { words, times, rows } = planDrive(path, vehicles[kind], above);
          const fact = (at: number, name: keyof typeof row) => words[at * ROW + row[name]] ?? 0;
          expect(fact(0, 'speed')).toBe(0);
          for (let at = 0; at < rows; at++) {
            const [along, speed, gain] = [fact(at, 'along'), fact(at, 'speed'), fact(at, 'gain')];
            const seconds = (times[at + 1] ?? 0) - (times[at] ?? 0);
            const exit = speed + gain * seconds;
            const last = at === rows - 1;
            expect(3.6 * Math.max(speed, exit)).toBeLessThanOrEqual(limitAt(path, along) + above + 0.05);
            expect(gain).toBeLessThanOrEqual(vehicles[kind].accelerate + 1e-6);
            expect(gain).toBeGreaterThanOrEqual(-vehicles[kind].brake - 1e-6);
            expect(Math.abs(exit - (last ? 0 : fact(at + 1, 'speed')))).toBeLessThan(0.06);
            const next = last ? path.length : fact(at + 1, 'along');
            expect(Math.abs(along + speed * seconds + 0.5 * gain * seconds ** 2 - next)).toBeLessThan(0.3);
          }
        },
      ),
      DRAWN,
    );
  });
});

it('fences: within the distance that a look guarantees nothing is entered or left, however many there are', () => {
  const metres = fc.integer({ min: -4_000, max: 4_000 });
  const area: fc.Arbitrary<Area> = fc.oneof(
    fc
      .tuple(metres, metres, fc.integer({ min: 20, max: 900 }))
      .map(([n, e, radius]) => ({ centre: offset(n, e), radius })),
    fc
      .tuple(metres, metres, fc.integer({ min: 30, max: 800 }), fc.integer({ min: 3, max: 8 }))
      .map(([n, e, size, count]) => ({
        corners: Array.from({ length: count }, (_, at) => {
          const angle = (at * 2 * Math.PI) / count;
          return offset(n + size * Math.cos(angle), e + size * Math.sin(angle));
        }),
      })),
  );
  fc.assert(
    fc.property(
      fc.array(area, { maxLength: 30 }),
      ...([metres, metres, fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 100 })] as const),
      (areas, north, east, direction, share) => {
        const fences = new Fences(areas);
        const here = offset(north, east);
        const free = Math.min(1e5, fences.look(here.latitude, here.longitude)) * (share / 100);
        const there = offset(north + free * Math.cos(direction), east + free * Math.sin(direction));
        for (const number of areas.keys()) {
          const inside = fences.holds(number, here.latitude, here.longitude);
          expect([fences.isInside(number), fences.holds(number, there.latitude, there.longitude)]).toEqual([
            inside,
            inside,
          ]);
        }
      },
    ),
    DRAWN,
  );
});

describe('trips and stops in what a receiver recorded', () => {
  const legs = fc.array(
    fc.record({
      stands: fc.integer({ min: 300, max: 1_500 }),
      drives: fc.integer({ min: 240, max: 600 }),
      speed: fc.integer({ min: 6, max: 28 }),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it.each([1, 10, 30])(
    'one report in %i s, some metres off: each stop is found, none is made up, distances are right',
    (every) => {
      fc.assert(
        fc.property(legs, fc.integer({ min: 1, max: 1e6 }), (driven, noise) => {
          let [time, metres] = [0, 0];
          const truth = driven.flatMap(({ stands, drives, speed }) =>
            Array.from({ length: stands + drives }, (_, second) => (metres += second < stands ? 0 : speed)),
          );
          const points = truth.flatMap((north, second) => {
            time = second;
            const off = 3 * Math.sin(noise + second / 40);
            return second % every === 0 ? [{ time: time * 1_000, ...offset(north + off, off) }] : [];
          });
          const { trips, stops } = travelsOf(points);
          expect(stops.length).toBe(driven.length);
          const distance = trips.reduce((sum, trip) => sum + trip.distance, 0);
          // A report of each drive may be missing at either end.
          const ends = driven.reduce((sum, { speed }) => sum + 2 * every * speed + 40, 0);
          expect(Math.abs(distance - metres)).toBeLessThan(0.05 * metres + ends);
          const spans = [...trips, ...stops].sort((a, b) => a.start - b.start || a.end - b.end);
          for (const [at, { end }] of spans.entries())
            expect(spans[at + 1]?.start ?? end).toBeGreaterThanOrEqual(end);
        }),
        { ...DRAWN, numRuns: 8 },
      );
    },
  );
});

describe('a recording', () => {
  it('whatever it holds, is read in order without speeds that no car has, and all of it is counted', async () => {
    const step = fc.record({
      wait: fc.integer({ min: -2_000, max: 5_000 }),
      jump: fc.boolean(),
      east: fc.integer({ min: -90, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 60 }), async (steps) => {
        let time = start;
        const points = steps.map(({ wait, jump, east }) => {
          time += wait;
          return { time, latitude: 48 + (jump ? 0.02 : 0), longitude: 11 + east * 1e-5 };
        });
        const track = await readTrack(lineString(points), 'x.json').catch(() => undefined);
        if (track === undefined) return;
        for (const [at, { time, speed = 0, course = 0 }] of track.fixes.entries()) {
          expect(Math.max(speed - 200, course - 359.999, -course)).toBeLessThanOrEqual(0);
          expect(time).toBeGreaterThan(track.fixes[at - 1]?.time ?? 0);
        }
        const left = Object.values(track.leftOut).reduce((sum, count) => sum + count, 0);
        expect(track.fixes.length + left).toBe(points.length);
      }),
      DRAWN,
    );
  });

  it.each<[what: string, text: (size: number) => string]>([
    ['open elements', (size) => `<gpx>${'<a>'.repeat(size / 3)}`],
    ['spaces in a tag', (size) => `<gpx${' '.repeat(size)}/>`],
    ['comments', (size) => `<gpx>${'<!--'.repeat(size / 4)}`],
    ['points', (size) => gpx(northwards(size / 80))],
    ['a header of brackets', (size) => `lat,lon,${'('.repeat(size)}`],
  ])('is read in time that grows with its length: %s', async (_, text) => {
    await expectLinearOf(text, (made) => readTrack(made, 'x').catch(() => undefined), 2_000);
  });
});
