/** The drawing of what is known: scales, curves, labels, trails, times, words. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { placeInWords, shortTimeOf, speedOf, timeOf } from '../../simulator/console/look/format.ts';
import { longitudeOf, type WorldPoint } from '../../simulator/console/map/camera.ts';
import { Motion } from '../../simulator/console/map/motion.ts';
import { tails, tailsOf } from '../../simulator/console/map/tails.ts';
import { Trail } from '../../simulator/console/map/trail.ts';
import { laidOut } from '../../simulator/console/panels/time/labels.ts';
import { PLACES, placeOfSpeed, speedAtPlace } from '../../simulator/console/panels/time/scale.ts';
import { speedPath } from '../../simulator/console/panels/time/strip.ts';
import { following, timeScale, WHOLE, zoomed } from '../../simulator/console/panels/time/timeScale.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import { addDrives } from '../../simulator/console/state/drives.ts';
import { setWorld } from '../../simulator/console/state/world.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 8);

it('the speed slider is at 60 in the middle, never falls to the right, and has a place for every speed', () => {
  const speeds = Array.from({ length: PLACES + 1 }, (_, place) => speedAtPlace(place, 1, 3_600));
  expect([speeds[0], speeds[PLACES / 2], speeds[PLACES]]).toEqual([1, 60, 3_600]);
  expect(speeds).toEqual(speeds.toSorted((one, other) => one - other));
  expect([0.5, 60, 1_000_000].map((speed) => placeOfSpeed(speed, 1, 3_600))).toEqual([0, PLACES / 2, PLACES]);
  expect([0.97, 45.2, 84_123].map(speedOf)).toEqual(['1×', '45×', '84,100×']);
});

describe('the timeline', () => {
  const range = { start: 0, end: 100 };

  it('draws a stretch without anything narrower, the others in proportion, and all evenly where nothing is known', () => {
    const scale = timeScale(range, [0, 10, 90, 100]);
    expect(scale.quiet).toEqual([{ start: 10, end: 90 }]);
    expect(scale.placeOf(90) - scale.placeOf(10)).toBeLessThan(0.15);
    expect(scale.placeOf(10)).toBeCloseTo(1 - scale.placeOf(90));
    expect([scale.placeOf(0), scale.placeOf(100)]).toEqual([0, 1]);
    for (const moments of [[], [0, 100]]) expect(timeScale(range, moments).placeOf(30)).toBeCloseTo(0.3);
  });

  it('finds the moment of each place again, whatever is known and whatever part is drawn', () => {
    const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const part = fc
      .tuple(double(0, 0.9), double(0.01, 0.1))
      .map(([from, span]) => ({ from, to: from + span }));
    const moments = fc.array(fc.integer({ min: -20, max: 120 }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, part, double(0, 100), (known, drawn, at) => {
        const scale = timeScale(range, known, drawn);
        expect(scale.momentAt(scale.placeOf(at))).toBeCloseTo(at, 5);
        expect(scale.placeOf(at + 1)).toBeGreaterThan(scale.placeOf(at));
      }),
    );
  });

  it('is drawn larger around the pointer, never beyond its ends, and follows what leaves the part', () => {
    const part = zoomed(WHOLE, 0.25, 0.5);
    expect(part).toEqual({ from: 0.125, to: 0.625 });
    expect(zoomed(part, 0.9, 100)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 1, 0.5)).toEqual({ from: 0.5, to: 1 });
    expect([0.3, 0.99, 0.01].map((at) => following(part, at))).toEqual([
      part,
      { from: 0.5, to: 1 },
      { from: 0, to: 0.5 },
    ]);
  });

  it('has the names of chapters in one row where there is room, or in a second, and at the end with the line', () => {
    const rows = (...labels: [from: number, length: number][]) =>
      laidOut(
        labels.map(([from, length]) => ({ from, length })),
        400,
      ).map(({ left, room, row }) => [left, room, row]);
    expect(rows([0, 80], [20, 120], [95, 60])).toEqual(
      [0, 1, 0].map((row, at) => [0, [80, 120, 60][at], row]),
    );
    expect(rows([390, 60])).toEqual([[-50, 60, 0]]);
  });

  it('has the speed of a vehicle as a line, broken where it was silent, with a crawl near the ground', () => {
    const point = (minute: number, speed: number | null) => ({ at: minute * MINUTE, speed });
    const path = (...points: [number, number | null][]) =>
      speedPath(
        points.map(([minute, speed]) => point(minute, speed)),
        (at) => at / (100 * MINUTE),
      );
    expect(path([0, 0], [10, 50], [60, 25], [70, null], [80, 0])).toBe('M0 20L100 0M600 10L800 20');
    expect(path([-1, 90], [10, 4], [10.01, 5], [10.02, 3], [101, 90])).toBe('M100 18');
    expect(path()).toBe('');
  });
});

describe('words', () => {
  const berlin = 'Europe/Berlin';
  const twice = Date.UTC(2026, 9, 25, 0, 30);
  it.each([
    [timeOf(twice, berlin), '02:30:00 CEST'],
    [timeOf(twice + 60 * MINUTE, berlin), '02:30:00 CET'],
    [timeOf(twice - 30 * MINUTE - 1, berlin), '01:59:59'],
    [shortTimeOf(twice + 120 * MINUTE, berlin), '03:30'],
    [timeOf(twice, 'UTC'), '00:30:00'],
    // Clocks that are set back by half an hour: Lord Howe Island.
    [timeOf(Date.UTC(2026, 3, 4, 14, 45), 'Australia/Lord_Howe').slice(0, 9), '01:45:00 '],
    [placeInWords('central-station'), 'Central Station'],
    [placeInWords('Gate 4, north'), 'Gate 4, north'],
  ])('of times and places are as people write them: %s', (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe('a trail', () => {
  const SECOND = 1_000;
  let worlds = 0;
  let ways = 0;
  let motion: Motion;
  let trail: Trail;
  function begin(): void {
    setWorld({ world: `trails ${++worlds}`, story: null, seed: 1 });
    motion = new Motion();
    trail = new Trail(motion, () => undefined);
    ways = 0;
  }
  afterEach(() => {
    trail.stop();
    tails.value = false;
    setWorld({ world: `trails ${++worlds}`, story: null, seed: 1 });
  });

  /** Vehicle 1 begins a drive along a degree of longitude, within so many seconds: by an even speed. */
  function drive(after: number, from: number, to: number, lasts: number): void {
    const nowhere = Float64Array.of(Number.NaN);
    const began = START + after * SECOND;
    const way = {
      ...{ times: Float64Array.of(0, lasts * SECOND), speed: null, once: true },
      ...{ latitude: Float64Array.of(48, 48), longitude: Float64Array.of(from, to) },
    };
    addDrives(
      {
        ...{ at: began, ways: [way], numbers: Uint32Array.of(1), way: Int32Array.of(ways++) },
        ...{ latitude: nowhere, longitude: nowhere },
        ...{ began: Float64Array.of(began), lasts: Float64Array.of(lasts * SECOND) },
      },
      0,
    );
    trail.drive(Uint32Array.of(1));
  }

  /** The longitudes of lines once the moment so many seconds after the start is shown. */
  function drawn(after: number, lines: () => readonly WorldPoint[][] = () => trail.linesOf(1)): number[] {
    const view = { now: new Date(START + after * SECOND).toISOString(), speed: 1, frozen: true };
    setClock({ ...view, until: null, advancing: false } as Parameters<typeof setClock>[0], 0);
    for (let real = 0; real < 2_000; real += 50) motion.step(after * 10_000 + real);
    return lines()
      .flat()
      .map(([x]) => longitudeOf(x));
  }

  it('and a tail end where a vehicle broke its drive off, and go on from there', () => {
    begin();
    drive(0, 11, 11.1, 100);
    expect(Math.max(...drawn(10))).toBeCloseTo(11.01, 6);
    drive(50, 11.05, 11.06, 30);
    const reached = 11.05 + 0.01 / 3;
    const longitudes = drawn(60);
    expect([longitudes[0], Math.max(...longitudes)]).toEqual(
      [11, reached].map((at) => expect.closeTo(at, 6)),
    );
    expect(longitudes).toEqual(longitudes.toSorted((a, b) => a - b));
    tails.value = true;
    expect(Math.max(...drawn(60, () => tailsOf(motion)))).toBeCloseTo(reached, 6);
  });

  it('crosses no houses where the clock jumped', () => {
    begin();
    drive(0, 11, 11.1, 100);
    drawn(10);
    drive(3_600, 11.2, 11.3, 100);
    const longitudes = drawn(3_650);
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual(
      [11.2, 11.25].map((at) => expect.closeTo(at, 6)),
    );
  });
});
