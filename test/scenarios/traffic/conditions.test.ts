import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../scenarios/conditions/condition.ts';
import type { Route, Site } from '../../../scenarios/language/terms.ts';
import { at, driving, hour, minute, part, play, second, story } from './stories.ts';

const often = { moving: 5 * second, parked: minute, turns: false };
const metresNorth = 1 / 111_195.08;
const all = { first: 1, count: 3 };
/** Four kilometres northwards, past a place in the middle. */
const north: Route = {
  name: 'north',
  kind: 'waypoints',
  points: [
    [48, 11],
    [48 + 4_000 * metresNorth, 11],
  ],
  speedLimit: 80,
};
const circle: Site = {
  name: 'school',
  at: [48 + 2_000 * metresNorth, 11],
  area: { centre: [48 + 2_000 * metresNorth, 11], radius: 200 },
};
const square: Site = {
  name: 'yard',
  at: [48, 11],
  area: {
    corners: [
      [48 - 150 * metresNorth, 10.998],
      [48 - 150 * metresNorth, 11.002],
      [48 + 150 * metresNorth, 11.002],
      [48 + 150 * metresNorth, 10.998],
    ],
  },
};

async function seen(watched: readonly Condition[], facts: Parameters<typeof part>[0] = {}, ms = hour) {
  const fleet = [
    part({ report: often, drives: driving({ repeat: 'back-and-forth', dwell: 5 * minute }), ...facts }),
  ];
  const played = play(story({ fleet, routes: [north], sites: [circle, square], inTown: false }), { watched });
  await played.pass(ms);
  return played;
}

describe('a condition is reported each time that it becomes true', () => {
  it('entering an area, and leaving it, once a pass', async () => {
    const { fired } = await seen([
      { kind: 'enters', devices: all, site: 0 },
      { kind: 'leaves', devices: all, site: 0 },
    ]);
    expect(fired.length).toBeGreaterThan(5);
    expect(fired.every(([watched], i) => watched === i % 2)).toBe(true);
    for (let i = 0; i + 1 < fired.length; i += 2) {
      const inside = (fired[i + 1]?.[2] as number) - (fired[i]?.[2] as number);
      expect(inside).toBeGreaterThan(12);
      expect(inside).toBeLessThan(40);
    }
  });

  it('one that begins within an area did not enter it, and leaves it', async () => {
    const { fired } = await seen(
      [
        { kind: 'enters', devices: all, site: 1 },
        { kind: 'leaves', devices: all, site: 1 },
      ],
      {},
      4 * minute,
    );
    expect(fired.map(([watched]) => watched)).toEqual([1]);
  });

  it('driving faster than is watched for, anywhere or in an area', async () => {
    const { fired } = await seen([
      { kind: 'speed-above', devices: all, speed: 60, site: null },
      { kind: 'speed-above', devices: all, speed: 60, site: 0 },
      { kind: 'speed-above', devices: all, speed: 81, site: null },
    ]);
    const times = (number: number) => fired.filter(([watched]) => watched === number).length;
    expect(times(0)).toBeGreaterThan(2);
    expect(Math.abs(times(1) - times(0))).toBeLessThanOrEqual(1);
    expect(times(2)).toBe(0);
  });

  it('a driver above the limit is one who is faster than that', async () => {
    const above = { drives: driving({ repeat: 'once', dwell: 0, above: 25 }) };
    const { fired } = await seen([{ kind: 'speed-above', devices: all, speed: 81, site: null }], above);
    expect(fired).toHaveLength(1);
  });

  it('standing still for as long as is watched for', async () => {
    const { fired } = await seen([{ kind: 'stands-still', devices: all, for: 3 * minute }], {
      drives: driving({ repeat: 'once', dwell: 0 }),
    });
    expect(fired).toHaveLength(1);
    expect(fired[0]?.[2]).toBeGreaterThan(4 * 60);
  });

  it('a sensor beyond a bound, and again once it came back', async () => {
    const watched: Condition[] = [
      { kind: 'sensor', devices: all, sensor: 'temperature', above: 8 },
      { kind: 'sensor', devices: all, sensor: 'temperature', below: 0 },
      { kind: 'sensor', devices: all, sensor: 'door', above: 0 },
    ];
    const played = await seen(watched, { sensors: { temperature: 4 } }, minute);
    for (const value of [9, 12, 4, 10, -1]) {
      played.traffic.setSensor(1, 'temperature', value);
      await played.pass(2 * minute);
    }
    expect(played.fired.map(([number]) => number)).toEqual([0, 0, 1]);
  });

  it('coming to the end of a route', async () => {
    const { fired, traffic } = await seen([{ kind: 'arrives', devices: all }], {
      drives: driving({ repeat: 'once', dwell: 0 }),
    });
    expect(fired).toHaveLength(1);
    expect(traffic.at(1).speed).toBe(0);
  });

  it('of the devices that are watched alone', async () => {
    const { fired } = await seen([{ kind: 'enters', devices: { first: 2, count: 1 }, site: 0 }], {
      count: 3,
    });
    expect(new Set(fired.map(([, device]) => device))).toEqual(new Set([2]));
  });
});

it('a device whose signal is lost sets nothing off', async () => {
  const watched: Condition[] = [{ kind: 'enters', devices: all, site: 0 }];
  const played = await seen(watched, { drives: driving({ repeat: 'once', dwell: 0 }) }, minute);
  played.traffic.loseSignal(1, 5 * minute, true);
  await played.pass(hour);
  expect(played.fired).toEqual([]);
});

it('what a condition sets off may order the vehicle about at once', async () => {
  const fleet = [part({ report: often, count: 3, drives: driving({ repeat: 'once', dwell: 0 }) })];
  const reported = story({ fleet, routes: [north], sites: [circle], inTown: false });
  const played = play(reported, {
    watched: [{ kind: 'enters', devices: all, site: 0 }],
    hooks: { fired: (_, device) => played.traffic.stop(device, null) },
  });
  await played.pass(hour);
  for (const device of [1, 2, 3]) {
    const { latitude, speed } = played.traffic.at(device);
    expect(speed).toBe(0);
    expect((latitude - 48) / metresNorth).toBeGreaterThan(1_780);
    expect((latitude - 48) / metresNorth).toBeLessThan(2_250);
  }
});

it('places of the town can be watched, too', async () => {
  const school = at('north-school');
  const sites: Site[] = [{ name: 'school', at: school, area: { centre: school, radius: 150 } }];
  const fleet = [part({ report: often, drives: driving({ repeat: 'once', dwell: 0 }) })];
  const routes: Route[] = [{ name: 'past', kind: 'roads', stops: [at('depot'), school, at('stadium')] }];
  const played = play(story({ fleet, routes, sites }), {
    watched: [{ kind: 'enters', devices: all, site: 0 }],
  });
  await played.pass(hour);
  expect(played.fired).toHaveLength(1);
});
