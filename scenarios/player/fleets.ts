/** Small stories in code: a fleet that drives about the bundled town without end, and recorded drives. */
import { MINUTE, SECOND } from '../../contracts/kit/durations.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Condition, Entry, Story } from '../language/story.ts';
import type { Driving, FleetPart, Site } from '../language/terms.ts';
import { town } from '../motion/roads/town.ts';
import type { Track } from '../motion/track.ts';

/** Locations a second that a large fleet reports at most; a small one reports as often as `OFTEN`. */
const MAX_REPORTS = 300;
const OFTEN = 10 * SECOND;
const PARKED = 2 * MINUTE;
/** How long a stop lasts, and how much faster than the limit (km/h) one driver in five goes. */
const STOP = 3 * MINUTE;
const TOO_FAST = 15;
/** One in three begins with a stop. */
const STANDS_FIRST = 3;
/** Metres around a place within which a vehicle counts as there. */
const AROUND = 200;

type Cause = Condition extends infer C ? (C extends Condition ? Omit<C, 'devices'> : never) : never;

/** Alerts of the plain fleet, and how long none of a kind follows another, whatever the device. */
const alertCauses: readonly { when: Cause; type: string; cooldown: number }[] = [
  { when: { kind: 'leaves', site: 0 }, type: 'geofence-exit', cooldown: 10 * MINUTE },
  { when: { kind: 'enters', site: 1 }, type: 'geofence-enter', cooldown: 10 * MINUTE },
  { when: { kind: 'speedAbove', speed: 75, site: null }, type: 'speeding', cooldown: 20 * MINUTE },
  { when: { kind: 'standsStill', for: 8 * MINUTE }, type: 'idling', cooldown: 30 * MINUTE },
];

const PLAIN = 'plain-fleet';

/** So many devices that drive about the town, day and night, and raise an alert now and then. */
export function drivingFleet(devices: number, seed: number): Story {
  const fast = Math.floor(devices / 5);
  const moving = Math.max(OFTEN, Math.ceil(devices / MAX_REPORTS) * SECOND);
  const report = { moving, parked: Math.max(PARKED, moving), turns: devices <= MAX_REPORTS };
  const drives: Driving = { route: 0, repeat: 'loop', above: 0, dwell: STOP };
  const parts = [
    { name: 'usual', first: 1, count: devices - fast, drives },
    { name: 'fast', first: devices - fast + 1, count: fast, drives: { ...drives, above: TOO_FAST } },
  ];
  return fleetStory({
    name: PLAIN,
    // The world may be of any start.
    clock: { start: 0, end: Number.POSITIVE_INFINITY, timeZone: 'UTC', seed },
    sites: ['depot', 'central-station'].map(siteOf),
    routes: [{ name: 'town', kind: 'roaming' }],
    fleet: parts
      .filter(({ count }) => count > 0)
      .map((part) => ({ ...usual, ...part, report, standsFirst: STANDS_FIRST })),
    devices,
    inTown: true,
    timeline: alertCauses.map(({ when, type, cooldown }) =>
      entryOf(
        {
          ...{ kind: 'when', from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
          ...{
            condition: { ...when, devices: { first: 1, count: devices } },
            limit: Number.POSITIVE_INFINITY,
          },
          ...{ cooldown, cooldownOf: 'all' },
        },
        { kind: 'alert', devices: 'it', type, times: 1, apart: 0 },
      ),
    ),
  });
}

/** How many devices drive about the town in a saved world; `undefined` where none do. */
export function drivingDevices(snapshot: unknown): number | undefined {
  const { companion, fleet } = Object(snapshot);
  if (Object(companion).story !== PLAIN) return undefined;
  const devices = Object(Object(fleet).seed).devices;
  return Number.isSafeInteger(devices) ? devices : undefined;
}

/**
 * Devices that drive along recordings: the first one along the first track, and so on, each in the rhythm of its
 * track, from its first fix on. Nothing is known of the others.
 *
 * @param begins the moment of the first fix of all, in place of its own
 */
export function recordedDrives(
  tracks: readonly Track[],
  { devices, begins, seed }: { devices: number; begins: number | undefined; seed: number },
): Story {
  const first = Math.min(...tracks.map(({ fixes }) => itemAt(fixes, 0).time));
  const shift = (begins ?? first) - first;
  const last = Math.max(...tracks.map(({ fixes }) => itemAt(fixes, fixes.length - 1).time));
  const drives = tracks.map((_, route): Driving => ({ route, repeat: 'once', above: 0, dwell: 0 }));
  return fleetStory({
    name: 'recorded-drives',
    clock: { start: first + shift, end: last + shift, timeZone: 'UTC', seed },
    sites: [],
    routes: tracks.map(({ name, fixes, leftOut }) => ({
      ...{ name, kind: 'track', rhythm: 'recorded', leftOut },
      fixes: fixes.map(({ time, ...fix }) => ({ after: time - itemAt(fixes, 0).time, ...fix })),
    })),
    fleet: tracks.map(({ name }, place) => ({
      ...{ ...usual, name, first: place + 1, count: 1, drives: itemAt(drives, place) },
      ...{ isNowhere: true, report: { moving: OFTEN, parked: 5 * MINUTE, turns: false, atFixes: true } },
    })),
    devices,
    inTown: false,
    timeline: tracks.map(({ fixes }, place) =>
      entryOf(
        { kind: 'at', at: itemAt(fixes, 0).time + shift },
        { kind: 'drive', devices: { first: place + 1, count: 1 }, driving: itemAt(drives, place) },
      ),
    ),
  });
}

/** A site of the town by its name. */
function siteOf(name: string): Site {
  const place = town().placeNamed(name);
  if (place === undefined) throw new RangeError(`The town has no place ${name}.`);
  const { latitude, longitude, title } = place;
  return { name: title, at: [latitude, longitude], area: { centre: [latitude, longitude], radius: AROUND } };
}

const usual = {
  label: '',
  vehicle: 'car',
  group: null,
  start: null,
  limits: { dailyEmail: null, dailySms: null },
  expirationDate: null,
  sensors: {},
} as const satisfies Partial<FleetPart>;

type Own = Pick<Story, 'name' | 'clock' | 'sites' | 'routes' | 'fleet' | 'devices' | 'inTown' | 'timeline'>;

function fleetStory(own: Own): Story {
  const account = { licences: own.devices, apiAccess: true, userName: '', apiKey: '' };
  return { ...own, title: '', summary: '', isPlain: true, account, groups: [], users: [] };
}

type Done = Entry['actions'][number] extends infer A
  ? A extends object
    ? Omit<A, 'place' | 'outcome'>
    : never
  : never;

function entryOf(when: Entry['when'], done: Done): Entry {
  const place = { line: 1, column: 1 };
  const action = { ...done, place, outcome: 'any' } as Entry['actions'][number];
  return { label: '', place, when, values: {}, onlyIf: [], actions: [action], expectations: [] };
}
