/**
 * The plain fleet on the road: its devices drive about the bundled town without end, day and night, and raise an
 * alert now and then. All of it follows from the seed and the moment of the start, and is in snapshots.
 */
import { MINUTE, SECOND } from '../../../contracts/kit/durations.ts';
import { formOf } from '../../../contracts/kit/form.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { count, instant } from '../../../contracts/kit/saved.ts';
import { constant, list, object, type Static, typed } from '../../../contracts/kit/schema.ts';
import type { Drives } from '../../../simulator/drives.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import type { PluginWorld, WorldPlugin } from '../../../simulator/plugin.ts';
import { mustHold, StateError, within } from '../../../simulator/time/saved.ts';
import type { Condition, Story } from '../../language/story.ts';
import type { Driving, FleetPart, Site } from '../../language/terms.ts';
import { town } from '../../motion/roads/town.ts';
import { createTraffic } from '../traffic/create.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { Injections } from './inject.ts';

/** Locations a second that a large fleet reports at most; a small one reports as often as `OFTEN`. */
const MOST_REPORTS = 300;
const OFTEN = 10 * SECOND;
const PARKED = 2 * MINUTE;
/** How long a stop lasts, and how much faster than the limit (km/h) one driver in five goes. */
const STOP = 3 * MINUTE;
const TOO_FAST = 15;
/** One in three begins with a stop. */
const STANDS_FIRST = 3;

/** Metres around a place within which a vehicle counts as there. */
const AROUND = 200;
const places = ['depot', 'central-station'] as const;

type Cause = Condition extends infer C ? (C extends Condition ? Omit<C, 'devices'> : never) : never;

interface AlertCause {
  when: Cause;
  type: string;
  text: (name: string) => string;
  /** After one, no other for so long, whatever the device. */
  cooldown: number;
}

const alertCauses: readonly AlertCause[] = [
  {
    when: { kind: 'leaves', site: 0 },
    type: 'geofence-exit',
    text: (name) => `${name} leaves the depot`,
    cooldown: 10 * MINUTE,
  },
  {
    when: { kind: 'enters', site: 1 },
    type: 'geofence-enter',
    text: (name) => `${name} arrives at the central station`,
    cooldown: 10 * MINUTE,
  },
  {
    when: { kind: 'speedAbove', speed: 75, site: null },
    type: 'speeding',
    text: (name) => `${name} drives faster than 75 km/h`,
    cooldown: 20 * MINUTE,
  },
  {
    when: { kind: 'standsStill', for: 8 * MINUTE },
    type: 'idling',
    text: (name) => `${name} has not moved for 8 minutes`,
    cooldown: 30 * MINUTE,
  },
];

const drivingState = object({
  driving: constant(1),
  /** How many devices drive: the first of the fleet. */
  devices: count,
  /** By cause of alerts: the moment before which it raises none. */
  quietUntil: list(instant, { minItems: alertCauses.length, maxItems: alertCauses.length }),
  traffic: typed<unknown>({}),
});
type DrivingState = Static<typeof drivingState>;
const readState = formOf(drivingState);

/** How many devices drive in a saved world; `undefined` where none do. */
export function drivingDevices(companion: unknown): number | undefined {
  const read = readState(companion);
  return 'value' in read ? read.value.devices : undefined;
}

/**
 * The first so many devices of a fleet on the road: a plugin for each world of a server.
 *
 * @param devices how many the fleet begins with
 * @param seed the world's
 */
export function drivingFleet(devices: number, seed: number): (world: PluginWorld) => DrivingFleet {
  const story = settingOf(devices, seed);
  return (world) => new DrivingFleet(story, world);
}

export class DrivingFleet implements WorldPlugin {
  readonly injections: Injections;
  readonly #story: Story;
  readonly #world: PluginWorld;
  readonly #traffic: Traffic;
  #quietUntil: number[] = alertCauses.map(() => 0);

  constructor(story: Story, world: PluginWorld) {
    const { devices } = story;
    const all = { first: 1, count: devices };
    const watched =
      devices === 0 ? [] : alertCauses.map(({ when }): Condition => ({ ...when, devices: all }));
    this.#story = story;
    this.#world = world;
    this.#traffic = createTraffic(story, world, watched, {
      fired: (cause, device) => this.#raise(cause, device),
    });
    this.injections = new Injections(world, { story, traffic: this.#traffic });
  }

  begin(): void {
    this.#traffic.begin();
    for (const { first, count, drives } of this.#story.fleet) {
      for (let device = first; device < first + count; device++) {
        if (drives && device % STANDS_FIRST !== 0) this.#traffic.drive(device, drives);
      }
    }
    this.injections.begin();
  }

  get drives(): Drives | undefined {
    return this.#traffic.drives;
  }

  save(): DrivingState {
    const { devices } = this.#story;
    return { driving: 1, devices, quietUntil: [...this.#quietUntil], traffic: this.#traffic.save() };
  }

  /** Throws a StateError for the state of another fleet, and for a damaged one. */
  restore(given: unknown): void {
    const read = readState(given);
    if ('problem' in read) throw new StateError(read.problem.pointer, read.problem.message);
    const { devices, quietUntil, traffic } = read.value;
    mustHold(
      devices === this.#story.devices,
      '/devices',
      `must be ${this.#story.devices}, as many as drive here`,
    );
    this.#quietUntil = [...quietUntil];
    within('/traffic', () => this.#traffic.restore(traffic));
    this.injections.restore(null);
  }

  #raise(number: number, device: number): void {
    const { fleet, timeline } = this.#world;
    if (timeline.now < itemAt(this.#quietUntil, number)) return;
    const { type, text, cooldown } = itemAt(alertCauses, number);
    const { latitude, longitude } = this.#traffic.at(device);
    try {
      fleet.alerts.raise(device, { type, text: text(fleet.devices.nameOf(device)), latitude, longitude });
      this.#quietUntil[number] = timeline.now + cooldown;
    } catch (error) {
      // Like those of any tracker, alerts of an expired device are refused.
      if (!(error instanceof FleetError && error.code === 'DEVICE_EXPIRED')) throw error;
    }
  }
}

/** A story for traffic alone: a fleet that roams the town. */
function settingOf(devices: number, seed: number): Story {
  const fast = Math.floor(devices / 5);
  const moving = Math.max(OFTEN, Math.ceil(devices / MOST_REPORTS) * SECOND);
  const report = { moving, parked: Math.max(PARKED, moving), turns: devices <= MOST_REPORTS };
  const drives: Driving = { route: 0, repeat: 'loop', above: 0, dwell: STOP };
  const parts = [
    { name: 'usual', first: 1, count: devices - fast, drives },
    { name: 'fast', first: devices - fast + 1, count: fast, drives: { ...drives, above: TOO_FAST } },
  ];
  return {
    name: 'plain-fleet',
    title: 'The plain fleet',
    summary: '',
    // The world is of another start; of a story's clock, traffic asks for the seed alone.
    clock: { start: 0, end: 0, timeZone: 'UTC', seed },
    account: { licences: devices, apiAccess: true, userName: '', apiKey: '' },
    sites: places.map(siteOf),
    routes: [{ name: 'town', kind: 'roaming' }],
    groups: [],
    users: [],
    fleet: parts.filter((part) => part.count > 0).map((part): FleetPart => ({ ...usual, ...part, report })),
    devices,
    inTown: true,
    timeline: [],
  };
}

const usual = {
  label: '',
  vehicle: 'car',
  group: null,
  start: null,
  limits: { dailyEmail: null, dailySms: null },
  expirationDate: null,
  sensors: {},
} as const;

function siteOf(name: (typeof places)[number]): Site {
  const place = town().placeNamed(name);
  if (place === undefined) throw new RangeError(`The town has no place ${name}.`);
  const { latitude, longitude, title } = place;
  return { name: title, at: [latitude, longitude], area: { centre: [latitude, longitude], radius: AROUND } };
}
