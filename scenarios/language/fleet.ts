/** The account and the devices that a story begins with: as they are written, and as they are read. */
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import type { Static } from '../../contracts/kit/schema.ts';
import type { SchemaIssue } from '../../contracts/kit/schema-issues.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { deviceFacts } from '../../simulator/fixture/device.ts';
import { momentsAt } from '../../simulator/fixture/moments.ts';
import { type FixtureDevice, fixtureBounds, fixtureDevice } from '../../simulator/fixture/schema.ts';
import {
  type At,
  anyNumber,
  checks,
  describe,
  inFull,
  limit,
  named,
  number,
  object,
  oneOf,
  option,
  orNothing,
  percent,
  plainText,
  type Read,
  type ReadFields,
  readBy,
  reads,
  whole,
  within,
} from './builders.ts';
import { ref } from './forms.ts';
import type { Names } from './names.ts';
import type { Driving, FleetPart, Route } from './terms.ts';
import { checkText } from './texts.ts';
import { durationInWords } from './words.ts';

export const account = describe(
  'The account that everything belongs to.',
  object({
    licences: option('How many licences it has; default one for each device.', whole(0, 1_000_000_000)),
    apiAccess: option('Whether its credentials get a token; default on.', ref('switch')),
    userName: option('Default demo.', plainText),
    apiKey: option('Default demo-key.', plainText),
  }),
);

/** The fields of a drive, beside the route. */
export const driving = {
  repeat: option(
    'After the last stop; default loop where the route ends at its beginning, else once.',
    oneOf('once', 'loop', 'back-and-forth'),
  ),
  above: option('km/h above the limits of the roads; default 0.', number(0, 150)),
  dwell: option('How long it waits at each stop; default 0s.', ref('duration')),
  towed: option('Moved by another vehicle, its own engine off; default off.', ref('switch')),
};

export const limits = {
  dailyEmail: option('E-mails a day; null for no limit.', limit),
  dailySms: option('SMS a day; null for no limit.', limit),
};

const interval = checks(ref('duration'), (ms, { names, path }) => {
  const message = `a device reports once a second at most, not every ${durationInWords(ms)}`;
  if (ms < 1000) names.wrong('REPORT_TOO_OFTEN', path, message);
});

const label = checks(plainText, (text, { path, names }) => checkText(text, path, names, ['n']));

const { group: _group, limits: _limits, expirationDate: _date, ...furtherFacts } = fixtureDevice.properties;

const movement = {
  vehicle: option('Default car.', oneOf('car', 'truck', 'bike')),
  start: option('Where they are parked at the start; default the stops of their route.', ref('position')),
  drives: option(
    'What they drive from the start on: a route, or { route, repeat, above, dwell }.',
    inFull(object({ route: ref('drive'), ...driving }), ref('drive')),
  ),
  report: option(
    'How often they report: while moving, or { moving, parked, turns }.',
    inFull(
      object({
        moving: option('Default 30s.', interval),
        parked: option('Default 10m.', interval),
        turns: option(
          'Whether a turn of more than 30 degrees is reported at once; default off.',
          ref('switch'),
        ),
      }),
      interval,
    ),
  ),
  odometer: option('km, at the start.', number(0, 10_000_000)),
  fuel: option('Percent, at the start.', percent),
  battery: option('Percent, at the start.', percent),
  sensors: option('Facts that each location carries, such as temperature.', named(anyNumber)),
};
/** The fields that say how devices move. */
export const movementFields: readonly string[] = [...Object.keys(movement), 'position'];

const part = object({
  // The further fields of a device of a fixture.
  ...furtherFacts,
  count: option('How many; default 1.', whole(0, Number.MAX_SAFE_INTEGER)),
  label: option('The name of the devices; the number within the part follows, or replaces {n}.', label),
  group: option(
    'The group they are in.',
    reads(plainText, (name, { path, names }) => names.group(name, path)),
  ),
  limits: option('Daily limits; default none.', object(limits)),
  expirationDate: option('Switches Expires on, to this date.', ref('date')),
  ...movement,
});

export const fleet = describe(
  'Devices that are alike, by a name such as van: they are van-1, van-2, … or van alone.',
  named(orNothing(part), 1),
);

export function readFleet(written: Static<typeof fleet> = {}, names: Names): FleetPart[] {
  const parts = Object.entries(written).map(([name, given]) => {
    const at = { path: ['fleet', name], names, mayBeIt: false };
    const { count = 1 } = given ?? {};
    const first = names.devices + 1;
    const message = `no part of the fleet may be called ${quoted(name)}: it has a meaning of its own`;
    if (name === 'all' || name === 'it') names.wrong('NAME_RESERVED', at.path, message);
    names.parts.set(name, { first, count });
    names.devices += count;
    return readPart({ name, first, count }, readBy(part, given ?? {}, at), at);
  });
  if (names.devices === 0) names.wrong('FLEET_EMPTY', ['fleet'], 'the fleet has no device');
  // As many as a fixture has: a story of some words must not take hundreds of megabytes.
  if (names.devices > fixtureBounds.devices) {
    const [are, max] = [names.devices, fixtureBounds.devices].map((count) => count.toLocaleString('en'));
    const [largest] = parts.toSorted((a, b) => b.count - a.count);
    const message = `the fleet has ${are} devices, and may have ${max}`;
    const hint = 'a larger load runs on several machines: roadtest export load';
    names.wrong('FLEET_TOO_LARGE', ['fleet', largest?.name ?? '', 'count'], message, hint);
  }
  // `van-3` is either the third van or a part of its own.
  for (const name of names.parts.keys()) {
    const [, stem = '', digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const other = names.parts.get(stem);
    if (!other || Number(digits) < 1 || Number(digits) > other.count) continue;
    const message = `${quoted(name)} is also the name of a device of ${quoted(stem)}`;
    names.wrong('NAME_TWICE', ['fleet', name], message, 'rename one of them');
  }
  return parts;
}

type ReadPart = Read<typeof part>;

function readPart(numbered: Pick<FleetPart, 'name' | 'first' | 'count'>, read: ReadPart, at: At): FleetPart {
  const { name, count } = numbered;
  const { group, groups = [], limits, label = read.name ?? name, expirationDate = null } = read;
  const others = groups.map((one, index) => at.names.group(String(one), within(at, 'groups', index).path));
  // All devices are in one group where a story names none.
  if (read.label === undefined) checkText(label, at.path, at.names, ['n']);
  const main = group ?? others.shift() ?? (at.names.hasOwnGroups ? null : 0);
  return {
    ...numbered,
    // Several of one part differ by their number, which replaces {n}.
    label: count === 1 || label.includes('{n}') ? label : `${label} {n}`,
    ...movesOf(read, at.names),
    group: main,
    ...(others.length > 0 && { groups: others }),
    start: read.start ?? read.position ?? null,
    limits: { dailyEmail: limits?.dailyEmail ?? null, dailySms: limits?.dailySms ?? null },
    expirationDate,
    ...factsOf(read, count, at),
  };
}

type Moves = 'vehicle' | 'drives' | 'report' | 'odometer' | 'fuel' | 'battery' | 'sensors';

/** How devices move and what they report, as a part of the fleet says it. */
export function movesOf(read: ReadFields<typeof movement>, names: Names): Pick<FleetPart, Moves> {
  const { vehicle = 'car', drives, report = {}, odometer, fuel, battery, sensors = {} } = read;
  for (const sensor of Object.keys(sensors)) names.sensors.add(sensor);
  const {
    moving = 30_000,
    parked = 600_000,
    turns = false,
  } = typeof report === 'number' ? { moving: report } : report;
  const route = typeof drives === 'number' ? { route: drives } : drives;
  return {
    vehicle,
    drives: route === undefined ? null : drivingOf(route, names),
    report: { moving, parked, turns },
    ...(odometer !== undefined && { odometer }),
    ...(fuel !== undefined && { fuel }),
    ...(battery !== undefined && { battery }),
    sensors,
  };
}

/** The same of a device of a fixture, and where it is. */
export function readMoves(written: object, at: At): Partial<FleetPart> {
  const read = readBy(part, written, at);
  const start = read.start ?? read.position;
  return { ...movesOf(read, at.names), ...(start && { start }) };
}

/** The further facts of a device that are read as a fixture has them. */
const ofFixture = [
  ...(['id', 'model', 'licencePlate', 'imei', 'phone', 'usage', 'expires', 'licence'] as const),
  ...(['lastSeenAt', 'locations', 'expirationDate'] as const),
];

/** Further facts of the devices, in the form of a fixture: its ids are checked when the profile is known. */
function factsOf(read: ReadPart, count: number, { path, names }: At): Pick<FleetPart, 'device'> {
  const given = ofFixture.filter((fact) => read[fact] !== undefined);
  if (given.every((fact) => fact === 'expirationDate')) return {};
  const device: FixtureDevice = Object.fromEntries(given.map((fact) => [fact, read[fact]]));
  const issues: SchemaIssue[] = [];
  deviceFacts(device, '', momentsAt(names.clock.start, issues));
  for (const { code, pointer, message, hint } of issues)
    names.wrong(code, [...path, ...splitPointer(pointer)], message, hint);
  if (read.id !== undefined && count > 1) {
    const message = `${count} devices cannot have one id`;
    names.wrong('ID_TWICE', [...path, 'id'], message, 'leave out id or count');
  }
  return { device };
}

/** How a route is driven. */
export function drivingOf(
  { route, repeat, above = 0, dwell = 0, towed }: { route: number } & ReadFields<typeof driving>,
  { routes }: Names,
): Driving {
  const how = repeat ?? usualRepeat(routes[route]);
  return { route, repeat: how, above, dwell, ...(towed !== undefined && { towed }) };
}

function usualRepeat(route: Route | undefined): Driving['repeat'] {
  if (route?.kind === 'roaming') return 'loop';
  const stops = route?.kind === 'roads' ? route.stops : route?.kind === 'waypoints' ? route.points : [];
  return stops.length > 0 && String(stops[0]) === String(stops.at(-1)) ? 'loop' : 'once';
}
