import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../../scenarios/motion/geodesy.ts';
import {
  type Path,
  type PathPoint,
  pathThrough,
  pieceFlags,
  reversed,
  simplified,
} from '../../../scenarios/motion/path.ts';
import { type Plan, planDrive, planRecorded, ROW, row } from '../../../scenarios/motion/plan.ts';
import { PlanPool } from '../../../scenarios/motion/pool.ts';
import { type Kind, vehicles } from '../../../scenarios/motion/vehicles.ts';
import { northwards } from '../../stories/tracks.ts';

const metresNorth = 1 / 111_195.08;
const points = fc
  .array(
    fc.record({
      north: fc.integer({ min: -400, max: 400 }),
      east: fc.integer({ min: -400, max: 400 }),
      limit: fc.constantFrom(30, 50, 70, 100),
    }),
    { minLength: 2, maxLength: 20 },
  )
  .map((steps): PathPoint[] => {
    let [latitude, longitude] = [48, 11];
    return steps.map(({ north, east, limit }) => {
      latitude += north * metresNorth;
      longitude += (east * metresNorth) / Math.cos((48 * Math.PI) / 180);
      return { latitude, longitude, limit, flags: 0 };
    });
  })
  .filter((list) => list.some((point) => distanceBetween(point, list[0] as PathPoint) > 1));
const kind = fc.constantFrom<Kind>('car', 'truck', 'bike');

const fact = (plan: Plan, at: number, name: keyof typeof row) => plan.words[at * ROW + row[name]] as number;
const code = (plan: Plan, at: number, name: 'latitude' | 'longitude') =>
  new Int32Array(plan.words.buffer)[at * ROW + row[name]] as number;
const lasts = (plan: Plan, at: number) => (plan.times[at + 1] as number) - (plan.times[at] as number);
const exitOf = (plan: Plan, at: number) => fact(plan, at, 'speed') + fact(plan, at, 'gain') * lasts(plan, at);

/** km/h that are allowed at a length of a path. */
function limitAt(path: Path, along: number): number {
  let piece = 0;
  while (piece < path.along.length - 2 && (path.along[piece + 1] as number) <= along + 0.01) piece++;
  return path.limit[piece] as number;
}

describe('a planned drive', () => {
  it('is never faster than the limits, and what the driver adds to them', () => {
    fc.assert(
      fc.property(points, kind, fc.constantFrom(0, 15), (list, vehicle, above) => {
        const path = pathThrough(list);
        const plan = planDrive(path, vehicles[vehicle], above);
        for (let at = 0; at < plan.rows; at++) {
          const most = limitAt(path, fact(plan, at, 'along')) + above + 0.05;
          expect(3.6 * fact(plan, at, 'speed')).toBeLessThanOrEqual(most);
          expect(3.6 * exitOf(plan, at)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('begins and ends at standstill, and covers the whole way without a jump in place or speed', () => {
    fc.assert(
      fc.property(points, kind, (list, vehicle) => {
        const path = pathThrough(list);
        const plan = planDrive(path, vehicles[vehicle], 0);
        expect(fact(plan, 0, 'speed')).toBe(0);
        expect(exitOf(plan, plan.rows - 1)).toBeCloseTo(0, 1);
        for (let at = 0; at < plan.rows; at++) {
          const seconds = lasts(plan, at);
          const gone = fact(plan, at, 'speed') * seconds + 0.5 * fact(plan, at, 'gain') * seconds ** 2;
          const next = at + 1 < plan.rows ? fact(plan, at + 1, 'along') : path.length;
          expect(Math.abs(fact(plan, at, 'along') + gone - next)).toBeLessThan(0.3);
          if (at + 1 < plan.rows)
            expect(Math.abs(exitOf(plan, at) - fact(plan, at + 1, 'speed'))).toBeLessThan(0.05);
        }
      }),
    );
  });

  it('accelerates and brakes as the kind of vehicle does', () => {
    fc.assert(
      fc.property(points, kind, (list, vehicle) => {
        const plan = planDrive(pathThrough(list), vehicles[vehicle], 0);
        const { accelerate, brake } = vehicles[vehicle];
        for (let at = 0; at < plan.rows; at++) {
          expect(fact(plan, at, 'gain')).toBeLessThanOrEqual(accelerate + 1e-6);
          expect(fact(plan, at, 'gain')).toBeGreaterThanOrEqual(-brake - 1e-6);
        }
      }),
    );
  });

  it('is slower round a corner than along a bend, and straight on slows down for nothing', () => {
    const through = (degrees: number) => {
      const turn = (degrees * Math.PI) / 180;
      const list = [
        { latitude: 48, longitude: 11 },
        { latitude: 48 + 300 * metresNorth, longitude: 11 },
        {
          latitude: 48 + (300 + 300 * Math.cos(turn)) * metresNorth,
          longitude: 11 + (300 * Math.sin(turn) * metresNorth) / Math.cos((48 * Math.PI) / 180),
        },
      ].map((position) => ({ ...position, limit: 50, flags: 0 }));
      const plan = planDrive(pathThrough(list), vehicles.car, 0);
      const corner = Array.from({ length: plan.rows }, (_, at) => at).find(
        (at) => fact(plan, at, 'along') > 299,
      );
      return 3.6 * fact(plan, corner as number, 'speed');
    };
    expect(through(0)).toBeCloseTo(50, 0);
    expect(through(90)).toBeLessThan(28);
    expect(through(90)).toBeGreaterThan(10);
    expect(through(45)).toBeGreaterThan(through(90));
  });

  it('takes a truck longer than a car', () => {
    const path = pathThrough(
      [0, 1_000].map((north) => ({ latitude: 48 + north * metresNorth, longitude: 11, limit: 50, flags: 0 })),
    );
    expect(planDrive(path, vehicles.truck, 0).duration).toBeGreaterThan(
      planDrive(path, vehicles.car, 0).duration + 3,
    );
  });

  it('crosses the date line by the short way', () => {
    const path = pathThrough(
      [179.99, -179.99].map((longitude) => ({ latitude: 10, longitude, limit: 50, flags: 0 })),
    );
    expect(path.length).toBeLessThan(2_500);
    const plan = planDrive(path, vehicles.car, 0);
    expect(fact(plan, 0, 'east')).toBeGreaterThan(0);
    expect(code(plan, plan.rows - 1, 'longitude')).toBeGreaterThan(1_799_000_000);
  });
});

describe('a recorded drive', () => {
  it('is where the recording was, when it was there', () => {
    const fixes = northwards(20);
    const plan = planRecorded(fixes);
    expect(plan.duration).toBeCloseTo(19, 3);
    for (let at = 0; at < plan.rows; at++) {
      expect(plan.times[at]).toBeCloseTo(at, 3);
      expect(code(plan, at, 'latitude')).toBe(Math.round((fixes[at]?.latitude ?? 0) * 1e7));
      expect(fact(plan, at, 'speed')).toBeCloseTo(10, 1);
    }
  });

  it('is parked where the recording was, and is silent where nothing was recorded', () => {
    const [first, second] = northwards(2) as [
      ReturnType<typeof northwards>[0],
      ReturnType<typeof northwards>[0],
    ];
    const plan = planRecorded([
      first,
      { ...first, time: first.time + 30_000 },
      { ...second, time: first.time + 400_000 },
    ] as Parameters<typeof planRecorded>[0]);
    expect(fact(plan, 0, 'speed')).toBe(0);
    expect(fact(plan, 0, 'flags') & pieceFlags.gap).toBe(0);
    expect(fact(plan, 1, 'flags') & pieceFlags.gap).not.toBe(0);
  });
});

describe('a line', () => {
  it('is the same the other way round, with the limits of the same pieces', () => {
    fc.assert(
      fc.property(points, (list) => {
        const [there, back] = [pathThrough(list), pathThrough(reversed(list))];
        expect(back.length).toBeCloseTo(there.length, 3);
      }),
    );
    const list = [30, 50, 70].map((limit, at) => ({
      latitude: 48 + at / 100,
      longitude: 11,
      limit,
      flags: 0,
    }));
    expect(Array.from(pathThrough(reversed(list)).limit).slice(0, 2)).toEqual([50, 30]);
  });

  it('that leads nowhere is refused', () => {
    const same = { latitude: 48, longitude: 11, limit: 50, flags: 0 };
    expect(() => pathThrough([same, same])).toThrow(expect.objectContaining({ code: 'ROUTE_EMPTY' }));
    expect(() => pathThrough([])).toThrow(expect.objectContaining({ code: 'ROUTE_EMPTY' }));
  });

  it('loses the points that say nothing, and no corner', () => {
    const wandering = Array.from({ length: 101 }, (_, at) => ({
      latitude: 48 + at * 10 * metresNorth,
      longitude: 11 + ((at % 2) * 3 * metresNorth) / Math.cos((48 * Math.PI) / 180),
    }));
    expect(simplified(wandering, 6)).toHaveLength(2);
    const corner = { latitude: 48, longitude: 11.01 };
    expect(
      simplified([{ latitude: 48, longitude: 11 }, corner, { latitude: 48.01, longitude: 11.01 }], 6),
    ).toContain(corner);
  });
});

it('room that a plan gave back is taken by the next of its size, and no other rows change', () => {
  const plan = (metres: number) =>
    planDrive(
      pathThrough(
        [0, metres].map((north) => ({
          latitude: 48 + north * metresNorth,
          longitude: 11,
          limit: 50,
          flags: 0,
        })),
      ),
      vehicles.car,
      0,
    );
  const pool = new PlanPool();
  const [first, second] = [pool.add(plan(500)), pool.add(plan(900))];
  const before = pool.words.slice(second * ROW, second * ROW + 3 * ROW);
  pool.remove(first, 3);
  expect(pool.add(plan(700))).toBe(first);
  expect(pool.words.slice(second * ROW, second * ROW + 3 * ROW)).toEqual(before);
});
