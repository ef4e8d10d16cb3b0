/** The devices that a story begins with. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import type { SchemaIssue } from '../../../contracts/kit/schema-issues.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { fixtureBounds } from '../../../simulator/fixture/bounds.ts';
import { Moments } from '../../../simulator/fixture/moments.ts';
import { deviceFacts } from '../../../simulator/fixture/resolve.ts';
import type { FixtureDevice } from '../../../simulator/fixture/schema.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenDriving, WrittenPart } from '../schema/setting.ts';
import type { Driving, FleetPart, ReportIntervals, Route } from '../terms.ts';
import { durationOf } from './durations.ts';
import { dateOf, isOn } from './each.ts';
import type { Names } from './names.ts';
import { groupIn } from './people.ts';
import { checkText } from './texts.ts';

const SHORTEST_INTERVAL = 1000;

export function readFleet(written: Named<WrittenPart | null> = {}, names: Names): FleetPart[] {
  const parts = Object.entries(written).map(([name, given]) => {
    const path = ['fleet', name];
    if (name === 'all' || name === 'it') {
      const message = `no part of the fleet may be called ${quoted(name)}: it has a meaning of its own`;
      names.wrong('NAME_RESERVED', path, message);
    }
    const part = given ?? {};
    const { count = 1 } = part;
    const first = names.devices + 1;
    names.parts.set(name, { first, count });
    names.devices += count;
    return readPart({ name, first, count }, part, path, names);
  });
  if (names.devices === 0) names.wrong('FLEET_EMPTY', ['fleet'], 'the fleet has no device');
  // As many as a fixture has: a story of some words must not take hundreds of megabytes.
  if (names.devices > fixtureBounds.devices) {
    const [are, max] = [names.devices, fixtureBounds.devices].map((count) => count.toLocaleString('en'));
    const [[largest] = ['']] = [...names.parts].sort(([, a], [, b]) => b.count - a.count);
    const message = `the fleet has ${are} devices, and may have ${max}`;
    const hint = 'a larger load runs on several machines: roadtest export load';
    names.wrong('FLEET_TOO_LARGE', ['fleet', largest, 'count'], message, hint);
  }
  reportAmbiguousNames(names);
  return parts;
}

type Numbered = Pick<FleetPart, 'name' | 'first' | 'count'>;

function readPart(numbered: Numbered, part: WrittenPart, path: Path, names: Names): FleetPart {
  const { name, count } = numbered;
  const { group, groups = [], start = part.position, limits, label = part.name ?? name } = part;
  const others = groups.flatMap((one, at) => groupIn(String(one), [...path, 'groups', at], names) ?? []);
  const main = group === undefined ? others.shift() : groupIn(group, [...path, 'group'], names);
  checkText(label, [...path, 'label'], names, ['n']);
  return {
    ...numbered,
    // Several of one part differ by their number, which replaces {n}.
    label: count === 1 || label.includes('{n}') ? label : `${label} {n}`,
    ...readMovement(part, path, names),
    group: group === undefined && groups.length === 0 ? names.groupOfOthers : (main ?? null),
    ...(others.length > 0 && { groups: others }),
    start: start === undefined ? null : (names.position(start, [...path, 'start']) ?? null),
    limits: { dailyEmail: limits?.dailyEmail ?? null, dailySms: limits?.dailySms ?? null },
    expirationDate: dateOf(part.expirationDate, [...path, 'expirationDate'], names) ?? null,
    ...readDevice(part, count, path, names),
  };
}

type Movement = 'vehicle' | 'drives' | 'report' | 'odometer' | 'fuel' | 'battery' | 'sensors';

/** How devices move, and what they report. */
export function readMovement(
  { vehicle = 'car', drives, report, odometer, fuel, battery, sensors = {} }: Pick<WrittenPart, Movement>,
  path: Path,
  names: Names,
): Pick<FleetPart, Movement> {
  for (const sensor of Object.keys(sensors)) names.sensors.add(sensor);
  const here = [...path, 'drives'];
  const driving =
    typeof drives === 'object'
      ? drivingOf(drives.route, drives, [...here, 'route'], names)
      : drives && drivingOf(drives, {}, here, names);
  return {
    vehicle,
    drives: driving || null,
    report: readReport(report, [...path, 'report'], names),
    ...(odometer !== undefined && { odometer }),
    ...(fuel !== undefined && { fuel }),
    ...(battery !== undefined && { battery }),
    sensors,
  };
}

/** The further facts of a device that are read as a fixture has them. */
const ofFixture = [
  ...(['id', 'model', 'licencePlate', 'imei', 'phone', 'usage', 'expires', 'licence'] as const),
  ...(['lastSeenAt', 'locations', 'expirationDate'] as const),
];

/** Further facts of the devices, in the form of a fixture: its ids are checked when the profile is known. */
function readDevice(part: WrittenPart, count: number, path: Path, names: Names): Pick<FleetPart, 'device'> {
  const given = ofFixture.filter((fact) => part[fact] !== undefined);
  if (given.every((fact) => fact === 'expirationDate')) return {};
  const device: FixtureDevice = Object.fromEntries(given.map((fact) => [fact, part[fact]]));
  const issues: SchemaIssue[] = [];
  deviceFacts(device, '', new Moments(names.clock.start, issues));
  for (const { code, pointer, message, hint } of issues)
    names.wrong(code, [...path, ...splitPointer(pointer)], message, hint);
  if (part.id !== undefined && count > 1) {
    const message = `${count} devices cannot have one id`;
    names.wrong('ID_TWICE', [...path, 'id'], message, 'leave out id or count');
  }
  return { device };
}

/** How a route is driven; `undefined`, and reported, where no route has this name. */
export function drivingOf(
  name: string,
  { repeat, above = 0, dwell = '0s', towed }: WrittenDriving,
  path: Path,
  names: Names,
): Driving | undefined {
  const route = names.route(name, path);
  if (route === undefined) return undefined;
  return {
    route,
    repeat: repeat ?? usualRepeat(itemAt(names.routes, route)),
    above,
    dwell: durationOf(dwell) ?? 0,
    ...(towed !== undefined && { towed: isOn(towed) }),
  };
}

function usualRepeat(route: Route): Driving['repeat'] {
  if (route.kind === 'roaming') return 'loop';
  if (route.kind === 'track') return 'once';
  const stops = route.kind === 'roads' ? route.stops : route.points;
  return String(stops[0]) === String(stops.at(-1)) ? 'loop' : 'once';
}

function readReport(written: WrittenPart['report'], path: Path, names: Names): ReportIntervals {
  const { moving, parked, turns = false } = typeof written === 'object' ? written : { moving: written };
  const interval = (text: string | undefined, usual: number, field: string): number => {
    const ms = text === undefined ? usual : (durationOf(text) ?? usual);
    if (ms < SHORTEST_INTERVAL) {
      const here = typeof written === 'object' ? [...path, field] : path;
      names.wrong('REPORT_TOO_OFTEN', here, `a device reports once a second at most, not every ${text}`);
    }
    return ms;
  };
  return {
    moving: interval(moving, 30_000, 'moving'),
    parked: interval(parked, 600_000, 'parked'),
    turns: isOn(turns),
  };
}

/** `van-3` is either the third van or a part of its own. */
function reportAmbiguousNames(names: Names): void {
  for (const name of names.parts.keys()) {
    const [, stem = '', digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const other = names.parts.get(stem);
    if (digits === undefined || !other || Number(digits) < 1 || Number(digits) > other.count) continue;
    const message = `${quoted(name)} is also the name of a device of ${quoted(stem)}`;
    names.wrong('NAME_TWICE', ['fleet', name], message, 'rename one of them');
  }
}
