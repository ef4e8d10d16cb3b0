import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../../scenarios/motion/geodesy.ts';
import { readTrack, startingAt } from '../../../scenarios/motion/track.ts';
import { runs } from '../../sample.ts';
import { gpx, northwards, type Point, pointList, start, tenMetres } from '../../stories/tracks.ts';

const read = (points: Point[]) => readTrack(pointList(points), 'x.json');

describe('speed and course', () => {
  it('are those of a steady drive', async () => {
    const { fixes } = await read(northwards(20));
    for (const fix of fixes) {
      expect(fix.speed).toBeCloseTo(36, 1);
      expect(fix.course).toBe(0);
    }
  });

  it('turn with the vehicle, clockwise from north', async () => {
    const sides: [number, number, number][] = [
      [0, 1, 90],
      [-1, 0, 180],
      [0, -1, 270],
      [1, 1, 45],
    ];
    for (const [north, east, course] of sides) {
      const points = northwards(10).map((point, i) => ({
        ...point,
        latitude: north * i * tenMetres,
        longitude: east * i * tenMetres,
      }));
      expect((await read(points)).fixes[5]?.course).toBeCloseTo(course, 0);
    }
  });

  it('a parked vehicle has no speed and keeps its course', async () => {
    const driven = northwards(10);
    const standing = Array.from({ length: 10 }, (_, i) => ({
      ...(driven[9] as Point),
      time: start + (10 + i) * 1000,
    }));
    const { fixes } = await read([...driven, ...standing]);
    expect(fixes.at(-1)).toMatchObject({ speed: 0, course: 0 });
  });

  it('are not made up across a gap of the recording', async () => {
    const before = northwards(5);
    const after = northwards(5, start + 3_600_000).map((point) => ({
      ...point,
      latitude: point.latitude + 0.5,
    }));
    const { fixes } = await read([...before, ...after]);
    expect(fixes).toHaveLength(10);
    expect(Math.max(...fixes.map(({ speed }) => speed ?? 0))).toBeCloseTo(36, 1);
  });

  it('are absent at a fix that is alone', async () => {
    const [first, ...rest] = northwards(5, start + 600_000);
    const { fixes } = await read([{ ...(first as Point), time: start }, ...rest]);
    expect(fixes[0]).not.toHaveProperty('speed');
    expect(fixes[0]).not.toHaveProperty('course');
  });
});

describe('GPS jumps', () => {
  const away = (point: Point | undefined, degrees = 0.01): Point => ({
    ...(point as Point),
    latitude: (point as Point).latitude + degrees,
  });

  it('a single point a kilometre off is left out', async () => {
    const points = northwards(20);
    const track = await read(points.with(10, away(points[10])));
    expect(track.leftOut.jumps).toBe(1);
    expect(track.fixes).toHaveLength(19);
    expect(Math.max(...track.fixes.map(({ speed }) => speed ?? 0))).toBeLessThan(40);
  });

  it('so are two in a row, and a first point before the receiver knew where it was', async () => {
    const points = northwards(20);
    const jumpy = points.with(0, { ...(points[0] as Point), latitude: 0 });
    const track = await read(jumpy.with(10, away(points[10])).with(11, away(points[11])));
    expect(track.leftOut.jumps).toBe(3);
  });

  it('a drive that goes on elsewhere stays, without a speed across the step', async () => {
    const points = northwards(20).map((point, i) => (i < 10 ? point : away(point)));
    const track = await read(points);
    expect(track.leftOut.jumps).toBe(0);
    expect(Math.max(...track.fixes.map(({ speed }) => speed ?? 0))).toBeCloseTo(36, 1);
  });
});

describe('order', () => {
  it('late points are put in their place, repeated ones left out, untimed ones counted', async () => {
    const points = northwards(6);
    const text = gpx([...points.slice(3), ...points.slice(0, 4)]).replace(
      '</trkseg>',
      '<trkpt lat="48" lon="11"/></trkseg>',
    );
    const track = await readTrack(text, 'x.gpx');
    expect(track.fixes.map(({ time }) => time)).toEqual(points.map(({ time }) => time));
    expect(track.leftOut).toEqual({ untimed: 1, noFix: 0, repeated: 1, dates: 0, jumps: 0 });
  });
});

describe('dates', () => {
  const years = (point: Point | undefined, count: number): Point => ({
    ...(point as Point),
    time: (point as Point).time - count * 365.25 * 86_400_000,
  });

  for (const [name, count] of Object.entries({
    'of 1970': 54.4,
    'twenty years back': 19.6,
    'years ahead': -3,
  }))
    it(`one ${name} is left out`, async () => {
      const points = northwards(6);
      const track = await read(points.with(2, years(points[2], count)));
      expect(track.leftOut).toMatchObject({ dates: 1 });
      expect(track.fixes).toHaveLength(5);
    });

  it('of a vehicle that stood for two years stay', async () => {
    const points = northwards(20).map((point, i) => (i < 6 ? years(point, 2) : point));
    const track = await read(points);
    expect(track.leftOut.dates).toBe(0);
    expect(track.fixes).toHaveLength(20);
  });
});

describe('startingAt', () => {
  it('moves the drive to another time and keeps its rhythm', async () => {
    const track = await read(northwards(5).filter((_, i) => i !== 2));
    const moved = startingAt(track, 1_000_000);
    expect(moved.fixes.map(({ time }) => time - 1_000_000)).toEqual([0, 1000, 3000, 4000]);
    expect(startingAt(moved, start)).toEqual(track);
  });
});

const recordings = fc.array(
  fc.record({
    time: fc.integer({ min: start, max: start + 600_000 }),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  { minLength: 2, maxLength: 40 },
);

/** Points that wander about as a car may, with outliers anywhere between them. */
const drives = fc
  .array(
    fc.record({
      step: fc.integer({ min: 500, max: 5000 }),
      jump: fc.boolean(),
      east: fc.integer({ min: -9, max: 9 }),
    }),
    {
      minLength: 2,
      maxLength: 60,
    },
  )
  .map((steps) => {
    let time = start;
    return steps.map(({ step, jump, east }): Point => {
      time += step;
      return { time, latitude: 48 + (jump ? 0.02 : 0), longitude: 11 + east * 1e-5 };
    });
  });

describe('whatever was recorded', () => {
  it('a track that is read is in order, and no fix of it says more than 200 km/h', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(recordings, drives), async (points) => {
        const track = await read(points).catch(() => undefined);
        for (const [i, fix] of (track?.fixes ?? []).entries()) {
          expect(fix.speed ?? 0).toBeLessThanOrEqual(200);
          expect(fix.course ?? 0).toBeGreaterThanOrEqual(0);
          expect(fix.course ?? 0).toBeLessThan(360);
          if (i > 0) expect(fix.time).toBeGreaterThan(track?.fixes[i - 1]?.time ?? Number.NaN);
        }
        if (track) {
          const left = Object.values(track.leftOut).reduce((sum, count) => sum + count, 0);
          expect(track.fixes.length + left).toBe(points.length);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('the order in the file does not matter while times differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(northwards(12), { minLength: 2 }), async (points) => {
        const sorted = points.toSorted((a, b) => a.time - b.time);
        expect((await read(points)).fixes).toEqual((await read(sorted)).fixes);
      }),
      { numRuns: runs(50) },
    );
  });
});

it('distances are those of the sphere', () => {
  const munich = { latitude: 48.137, longitude: 11.575 };
  const berlin = { latitude: 52.52, longitude: 13.405 };
  expect(distanceBetween(munich, berlin) / 1000).toBeCloseTo(504.3, 0);
  expect(distanceBetween(munich, munich)).toBe(0);
  expect(
    distanceBetween({ latitude: 0, longitude: 179.999 }, { latitude: 0, longitude: -179.999 }),
  ).toBeLessThan(230);
});
