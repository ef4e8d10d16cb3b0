import { describe, expect, it } from 'vitest';
import type { Story } from '../../../scenarios/language/story.ts';
import type { FleetPart, Route } from '../../../scenarios/language/terms.ts';
import { distanceBetween, type Position } from '../../../scenarios/motion/geodesy.ts';
import { noneLeftOut } from '../../../scenarios/motion/left-out.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import { at, driving, hour, minute, type Played, part, play, second, start, story } from './stories.ts';

const metresNorth = 1 / 111_195.08;
const often = { moving: 5 * second, parked: minute, turns: false };
const roads = (...names: string[]): Route => ({ name: 'round', kind: 'roads', stops: names.map(at) });
const one = (facts: Partial<FleetPart>, routes: readonly Route[], more: Partial<Story> = {}) =>
  play(story({ fleet: [part({ report: often, ...facts })], routes, ...more }));
const locations = ({ simulator }: Played, device = 1): Location[] =>
  simulator.fleet.locations.between(device, start, start + 100 * hour);
const near = (location: Position, name: string) => {
  const [latitude, longitude] = at(name);
  return distanceBetween(location, { latitude, longitude }) < 30;
};

describe('a vehicle on its route', () => {
  it('drives it once, arrives, and stays there', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, [roads('depot', 'harbour')]);
    await world.pass(hour);
    const reported = locations(world);
    expect(near(reported[0] as Location, 'depot')).toBe(true);
    expect(near(reported.at(-1) as Location, 'harbour')).toBe(true);
    expect(reported.at(-1)).toMatchObject({ speed: 0, ignition: false });
    expect(reported.some(({ speed }) => (speed ?? 0) > 45)).toBe(true);
  });

  it('waits at each of its stops, as long as is usual there', async () => {
    const names = ['depot', 'brewery', 'bakery', 'museum'];
    const world = one({ drives: driving({ repeat: 'once', dwell: 4 * minute }) }, [roads(...names)]);
    await world.pass(2 * hour);
    for (const name of names.slice(1)) {
      const standing = locations(world).filter((location) => location.speed === 0 && near(location, name));
      expect(standing.length, name).toBeGreaterThanOrEqual(2);
      expect(standing.some(({ ignition }) => ignition === false)).toBe(true);
    }
  });

  it('stops before it goes elsewhere, when it gets both at once', async () => {
    const world = one({ drives: driving({ repeat: 'loop', dwell: 0 }) }, [
      roads('depot', 'bakery'),
      roads('depot', 'harbour'),
    ]);
    await world.pass(2 * minute);
    world.traffic.drive(1, driving({ route: 1 }));
    world.traffic.stop(1, 10 * minute);
    await world.pass(minute);
    const { latitude, longitude } = world.traffic.at(1);
    await world.pass(8 * minute);
    expect(world.traffic.at(1)).toMatchObject({ latitude, longitude, speed: 0 });
    await world.pass(2 * minute);
    expect(world.traffic.at(1).speed).toBeGreaterThan(0);
  });

  it('goes round and round', async () => {
    const world = one({ drives: driving({ repeat: 'loop', dwell: minute }) }, [roads('depot', 'bakery')]);
    await world.pass(2 * hour);
    const visits = locations(world).filter(({ speed }) => speed === 0);
    expect(visits.filter((location) => near(location, 'depot')).length).toBeGreaterThan(3);
    expect(visits.filter((location) => near(location, 'bakery')).length).toBeGreaterThan(3);
  });

  it('goes to the end and back', async () => {
    const route: Route = {
      name: 'line',
      kind: 'waypoints',
      points: [
        [52, 13],
        [52.01, 13],
        [52.01, 13.02],
      ],
      speedLimit: 60,
    };
    const world = one({ drives: driving({ repeat: 'back-and-forth', dwell: 0 }) }, [route], {
      inTown: false,
    });
    await world.pass(hour);
    const reported = locations(world);
    const ends = [
      { latitude: 52, longitude: 13 },
      { latitude: 52.01, longitude: 13.02 },
    ];
    for (const end of ends) {
      expect(reported.filter((location) => distanceBetween(location, end) < 120).length).toBeGreaterThan(3);
    }
    expect(Math.max(...reported.map(({ speed }) => speed ?? 0))).toBeLessThanOrEqual(60.05);
  });

  it('begins at different stops where many drive the same round', async () => {
    const world = one({ count: 4, drives: driving({ dwell: 5 * minute }) }, [
      roads('depot', 'harbour', 'museum', 'stadium'),
    ]);
    await world.pass(second);
    const firsts = [1, 2, 3, 4].map((device) => locations(world, device)[0] as Location);
    expect(near(firsts[0] as Location, 'depot')).toBe(true);
    expect(near(firsts[2] as Location, 'museum')).toBe(true);
  });

  it('is spread along a round that is driven through', async () => {
    const world = one({ count: 4, drives: driving({ dwell: 0 }) }, [roads('depot', 'harbour', 'stadium')]);
    await world.pass(second);
    const [first, third] = [locations(world, 1)[0] as Location, locations(world, 3)[0] as Location];
    expect(distanceBetween(first, third)).toBeGreaterThan(500);
  });

  it('is somewhere in town where nothing is said, and roams between its places', async () => {
    const world = one({ count: 3 }, [{ name: 'town', kind: 'roaming' }]);
    await world.pass(2 * hour);
    for (const device of [1, 2, 3]) {
      const reported = locations(world, device);
      expect(
        new Set(reported.filter(({ speed }) => speed === 0).map(({ latitude }) => latitude)).size,
      ).toBeGreaterThan(4);
    }
  });

  it('drives to the beginning of its route first, where it starts elsewhere', async () => {
    const world = one({ start: at('quarry'), drives: driving({ repeat: 'once', dwell: 0 }) }, [
      roads('depot', 'brewery'),
    ]);
    await world.pass(hour);
    const reported = locations(world);
    expect(near(reported[0] as Location, 'quarry')).toBe(true);
    expect(reported.some((location) => near(location, 'depot'))).toBe(true);
    expect(near(reported.at(-1) as Location, 'brewery')).toBe(true);
  });
});

describe('a recorded drive', () => {
  const fixes = Array.from({ length: 61 }, (_, i) => ({
    after: i * 2 * second,
    latitude: 48 + Math.min(i, 40) * 20 * metresNorth,
    longitude: 11,
  }));
  const recorded: Route = { name: 'track', kind: 'track', rhythm: 'recorded', fixes, leftOut: noneLeftOut };

  it('is repeated in its rhythm: the same places at the same times, without an error added', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, [recorded], { inTown: false });
    await world.pass(3 * minute);
    for (const { deviceTime, latitude, longitude } of locations(world)) {
      const seconds = (deviceTime - start) / second;
      expect(latitude).toBeCloseTo(48 + Math.min(seconds / 2, 40) * 20 * metresNorth, 6);
      expect(longitude).toBeCloseTo(11, 6);
    }
  });

  it('is driven in a rhythm of its own within limits, where that is asked for', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, [{ ...recorded, rhythm: 'own' }], {
      inTown: false,
    });
    await world.pass(3 * minute);
    const reported = locations(world);
    expect(Math.max(...reported.map(({ speed }) => speed ?? 0))).toBeLessThanOrEqual(50.05);
    expect(
      distanceBetween(reported.at(-1) as Location, { latitude: 48 + 800 * metresNorth, longitude: 11 }),
    ).toBeLessThan(20);
  });

  it('in a rhythm of its own is driven as fast as the recording was, where that was faster than usual', async () => {
    const fast = fixes.map((fix) => ({ ...fix, speed: 87 }));
    const world = one(
      { drives: driving({ repeat: 'once', dwell: 0 }) },
      [{ ...recorded, rhythm: 'own', fixes: fast }],
      { inTown: false },
    );
    await world.pass(3 * minute);
    const fastest = Math.max(...locations(world).map(({ speed }) => speed ?? 0));
    expect(fastest).toBeGreaterThan(60);
    expect(fastest).toBeLessThanOrEqual(90);
  });

  it('says nothing where the recording has a gap', async () => {
    const gap = fixes.map((fix, i) => ({ ...fix, after: fix.after + (i > 20 ? 10 * minute : 0) }));
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, [{ ...recorded, fixes: gap }], {
      inTown: false,
    });
    await world.pass(20 * minute);
    const times = locations(world).map(({ deviceTime }) => (deviceTime - start) / second);
    expect(times.some((after) => after > 45 && after < 639)).toBe(false);
    expect(times.some((after) => after > 641)).toBe(true);
  });

  it('without times in order cannot be repeated, and says why', () => {
    const untimed: Route = { ...recorded, fixes: fixes.map((fix) => ({ ...fix, after: 0 })) };
    expect(() => one({}, [untimed])).toThrow(expect.objectContaining({ code: 'ROUTE_NO_TIMES' }));
  });
});

describe('a route that cannot be driven is refused when the world is made', () => {
  it('off the map', () => {
    const away: Route = { name: 'away', kind: 'roads', stops: [at('depot'), [48.1, 11.5]] };
    expect(() => one({}, [away])).toThrow(expect.objectContaining({ code: 'ROUTE_OFF_MAP' }));
  });

  it('to the place where it begins', () => {
    const nowhere: Route = {
      name: 'nowhere',
      kind: 'waypoints',
      points: [
        [48, 11],
        [48, 11],
      ],
      speedLimit: 50,
    };
    expect(() => one({}, [nowhere])).toThrow(expect.objectContaining({ code: 'ROUTE_EMPTY' }));
  });
});

describe('what a story orders', () => {
  const round = [roads('depot', 'stadium'), roads('market-square', 'airfield')];
  const parked = { drives: null, start: at('depot') };

  it('a parked vehicle sets out at once', async () => {
    const world = one(parked, round);
    await world.pass(10 * minute);
    world.traffic.drive(1, driving({ repeat: 'once', dwell: 0 }));
    await world.pass(minute);
    expect(locations(world).at(-1)?.speed).toBeGreaterThan(0);
    await world.pass(hour);
    expect(near(locations(world).at(-1) as Location, 'stadium')).toBe(true);
  });

  it('one that is stopped brakes to a standstill on its way, and drives on afterwards', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, round);
    await world.pass(2 * minute);
    const before = world.traffic.at(1);
    expect(before.speed).toBeGreaterThan(10);
    world.traffic.stop(1, 5 * minute);
    await world.pass(30 * second);
    const halted = world.traffic.at(1);
    expect(halted.speed).toBe(0);
    expect(distanceBetween(before, halted)).toBeLessThan(80);
    await world.pass(4 * minute);
    expect(world.traffic.at(1)).toEqual(halted);
    await world.pass(2 * minute);
    expect(world.traffic.at(1).speed).toBeGreaterThan(0);
    await world.pass(hour);
    expect(near(locations(world).at(-1) as Location, 'stadium')).toBe(true);
  });

  it('one that is stopped for good stays, with its engine off', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, round);
    await world.pass(2 * minute);
    world.traffic.stop(1, null);
    await world.pass(hour);
    expect(locations(world).at(-1)).toMatchObject({ speed: 0, ignition: false });
    expect(near(locations(world).at(-1) as Location, 'stadium')).toBe(false);
  });

  it('one on its way brakes, and then takes up what it was given', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, round);
    await world.pass(2 * minute);
    world.traffic.drive(1, driving({ route: 1, repeat: 'once', dwell: 0 }));
    await world.pass(hour);
    expect(near(locations(world).at(-1) as Location, 'airfield')).toBe(true);
  });

  it('one that was stopped takes up something else from where it is', async () => {
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, round);
    await world.pass(2 * minute);
    world.traffic.stop(1, null);
    await world.pass(5 * minute);
    world.traffic.drive(1, driving({ route: 1, repeat: 'once', dwell: 0 }));
    await world.pass(hour);
    expect(near(locations(world).at(-1) as Location, 'airfield')).toBe(true);
  });

  it('a device that came later is parked and silent until it drives', async () => {
    const reported = story({ fleet: [part({ report: often, ...parked })], routes: round });
    const world = play(reported, { licences: 2 });
    const device = world.simulator.fleet.devices.create({ name: 'Late' }).id;
    world.traffic.add(device);
    await world.pass(hour);
    expect(locations(world, device)).toEqual([]);
    world.traffic.drive(device, driving({ repeat: 'once', dwell: 0 }));
    await world.pass(hour);
    expect(near(locations(world, device).at(-1) as Location, 'stadium')).toBe(true);
  });
});

describe('what a device reports beside its place', () => {
  it('an odometer that never goes back, and agrees with the way', async () => {
    const world = one({ drives: driving({ dwell: minute }), odometer: 12_345 }, [roads('depot', 'stadium')]);
    await world.pass(3 * hour);
    const readings = locations(world).map(({ odometer }) => odometer as number);
    expect(readings[0]).toBe(12_345);
    expect(readings.every((reading, i) => i === 0 || reading >= (readings[i - 1] as number))).toBe(true);
    expect((readings.at(-1) as number) - 12_345).toBeGreaterThan(30);
  });

  it('fuel that is used up on the way, and a battery that the engine charges', async () => {
    const world = one({ fuel: 60, battery: 50, drives: driving({ dwell: 0 }) }, [roads('depot', 'stadium')]);
    await world.pass(hour);
    const last = locations(world).at(-1) as Location;
    expect(last.fuel).toBeLessThan(58);
    expect(last.fuel).toBeGreaterThan(40);
    expect(last.battery).toBeGreaterThan(60);
  });

  it('levels as the story sets them', async () => {
    const world = one({ drives: null, start: at('depot') }, []);
    world.traffic.setLevel(1, 'fuel', 8);
    world.traffic.setLevel(1, 'battery', 130);
    await world.pass(2 * minute);
    expect(locations(world).at(-1)).toMatchObject({ fuel: 8, battery: 100 });
  });

  it('an error of some metres that comes and goes slowly', async () => {
    const route: Route = {
      name: 'straight',
      kind: 'waypoints',
      points: [
        [48, 11],
        [48.5, 11],
      ],
      speedLimit: 50,
    };
    const world = one({ drives: driving({ repeat: 'once', dwell: 0 }) }, [route], { inTown: false });
    await world.pass(hour);
    const off = locations(world)
      .slice(1)
      .map(({ longitude }) => ((longitude - 11) * Math.cos((48 * Math.PI) / 180)) / metresNorth);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(mean(off.map((metres) => metres ** 2)));
    expect(deviation).toBeGreaterThan(2);
    expect(deviation).toBeLessThan(5);
    const steps = off.slice(1).map((metres, i) => (metres - (off[i] as number)) ** 2);
    expect(Math.sqrt(mean(steps))).toBeLessThan(0.7 * deviation);
  });

  it('nothing from within a tunnel', async () => {
    const world = one(
      { report: { ...often, moving: second }, drives: driving({ repeat: 'once', dwell: 0 }) },
      [roads('tunnel-south', 'tunnel-north')],
    );
    await world.pass(10 * minute);
    const moving = locations(world).filter(({ speed }) => (speed ?? 0) > 0);
    const waits = moving.slice(1).map(({ deviceTime }, i) => deviceTime - (moving[i] as Location).deviceTime);
    expect(Math.max(...waits)).toBeGreaterThan(20 * second);
    expect(waits.filter((wait) => wait > 2 * second)).toHaveLength(1);
  });

  it('its sensors among the attributes, with their values of now', async () => {
    const world = one({ drives: null, start: at('cold-store'), sensors: { temperature: -18 } }, []);
    await world.pass(minute);
    world.traffic.setSensor(1, 'temperature', -4.5);
    world.traffic.setSensor(1, 'door', 1);
    await world.pass(5 * minute);
    expect(locations(world)[0]?.attributes).toEqual({ temperature: -18 });
    expect(locations(world).at(-1)?.attributes).toEqual({ temperature: -4.5, door: 1 });
  });
});

describe('reports come', () => {
  it('at the interval of one that moves, and that of one that is parked', async () => {
    const world = one(
      {
        report: { moving: 20 * second, parked: 7 * minute, turns: false },
        drives: driving({ repeat: 'once', dwell: 0 }),
      },
      [roads('dairy', 'water-works')],
    );
    await world.pass(3 * hour);
    const times = locations(world).map(({ deviceTime }) => deviceTime);
    const waits = times.slice(1).map((time, i) => time - (times[i] as number));
    expect(new Set(waits.slice(0, 8))).toEqual(new Set([20 * second]));
    expect(waits.at(-1)).toBe(7 * minute);
  });

  it('at turns as well, where a story asks for it', async () => {
    const counts = await Promise.all(
      [false, true].map(async (turns) => {
        const report = { moving: minute, parked: 5 * minute, turns };
        const world = one({ report, drives: driving({ repeat: 'once', dwell: 0 }) }, [
          roads('bakery', 'river-school', 'theatre', 'university', 'north-school'),
        ]);
        await world.pass(hour);
        return locations(world).length;
      }),
    );
    expect(counts[1]).toBeGreaterThan((counts[0] as number) + 2);
  });

  it('spread over the interval: no two of a hundred devices at the same moment once they are under way', async () => {
    const world = one({ count: 60, report: { moving: 30 * second, parked: 30 * second, turns: false } }, [
      { name: 'town', kind: 'roaming' },
    ]);
    await world.pass(10 * minute);
    const times = Array.from({ length: 60 }, (_, i) => locations(world, i + 1).at(-1)?.deviceTime);
    expect(new Set(times).size).toBe(60);
  });

  it('from a device that is expired to no effect', async () => {
    const world = play(story({ fleet: [part({ count: 2 })] }), { licences: 1 });
    await world.pass(hour);
    expect(locations(world, 1).length).toBeGreaterThan(5);
    expect(locations(world, 2)).toEqual([]);
  });
});
