/** Stories for the tests, built by hand, and worlds in which they are played. */

import type { Condition } from '../../../scenarios/conditions/condition.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import type { Driving, FleetPart, Position, Route, Site } from '../../../scenarios/language/terms.ts';
import { town } from '../../../scenarios/motion/roads/town.ts';
import { createTraffic } from '../../../scenarios/player/traffic/create.ts';
import type { Traffic, TrafficHooks } from '../../../scenarios/player/traffic/traffic.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { fewLicences } from '../../few-licences.ts';

export const start = Date.UTC(2026, 2, 2, 7);
export const second = 1_000;
export const minute = 60_000;
export const hour = 3_600_000;

export const roaming: Route = { name: 'town', kind: 'roaming' };

/** The place of the town of that name. */
export function at(name: string): Position {
  const place = town().placeNamed(name);
  if (place === undefined) throw new Error(`The town has no ${name}.`);
  return [place.latitude, place.longitude];
}

export function driving(facts: Partial<Driving> = {}): Driving {
  return { route: 0, repeat: 'loop', above: 0, dwell: 2 * minute, ...facts };
}

export function part(facts: Partial<FleetPart> = {}): FleetPart {
  return {
    name: 'van',
    first: 1,
    count: 1,
    label: 'Van {n}',
    vehicle: 'car',
    group: null,
    start: null,
    drives: driving(),
    report: { moving: 30 * second, parked: 5 * minute, turns: false },
    limits: { dailyEmail: null, dailySms: null },
    expirationDate: null,
    sensors: {},
    ...facts,
  };
}

export function story(facts: Partial<Story> & { fleet: readonly FleetPart[] }): Story {
  const devices = facts.fleet.reduce((sum, { count }) => sum + count, 0);
  return {
    name: 'test',
    title: 'A test',
    summary: '',
    clock: { start, end: start + 24 * hour, timeZone: 'UTC', seed: 7 },
    account: { licences: devices, apiAccess: true, userName: 'demo', apiKey: 'demo-key' },
    sites: [] as readonly Site[],
    routes: [roaming],
    groups: [],
    users: [],
    devices,
    timeline: [],
    inTown: true,
    ...facts,
  };
}

export interface Played {
  simulator: Simulator;
  readonly traffic: Traffic;
  /** Condition, device, and seconds since the start. */
  fired: [watched: number, device: number, after: number][];
  /** Lets time pass. */
  pass(ms: number): Promise<unknown>;
}

/** A world in which a story's vehicles drive. */
export function play(
  reported: Story,
  {
    watched = [],
    hooks = {},
    history = 2_000,
    licences,
  }: {
    watched?: readonly Condition[];
    hooks?: Partial<TrafficHooks>;
    history?: number;
    licences?: number;
  } = {},
): Played {
  const fired: Played['fired'] = [];
  const made: Traffic[] = [];
  const simulator = createSimulator({
    at: reported.clock.start,
    seed: reported.clock.seed,
    historyPerDevice: history,
    ...(licences !== undefined && licences < reported.devices
      ? fewLicences(reported.devices, licences)
      : { devices: reported.devices, ...(licences !== undefined && { licences }) }),
    companion: (world) => {
      const traffic = createTraffic(reported, world, watched, {
        fired: (number, device) =>
          fired.push([number, device, (world.timeline.now - reported.clock.start) / second]),
        ...hooks,
      });
      made.push(traffic);
      return traffic;
    },
  });
  return {
    simulator,
    traffic: made[0] as Traffic,
    fired,
    pass: (ms) => simulator.clock.advance(simulator.clock.now() + ms),
  };
}
