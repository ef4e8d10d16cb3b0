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
import { isDate } from './dates.ts';
import { isOn } from './diagnostics.ts';
import { durationOf } from './durations.ts';
import type { Names } from './names.ts';
import { checkText } from './texts.ts';

const reservedNames: ReadonlySet<string> = new Set(['all', 'it']);
const usualReports: ReportIntervals = { moving: 30_000, parked: 600_000, turns: false };
const SHORTEST_INTERVAL = 1000;

export function readFleet(written: Named<WrittenPart | null> | undefined, names: Names): FleetPart[] {
  if (written === null || typeof written !== 'object' || Array.isArray(written)) return [];
  const { diagnostics } = names;
  const parts = Object.entries(written ?? {}).flatMap(([name, given]) => {
    const path = ['fleet', name];
    if (reservedNames.has(name)) {
      diagnostics.wrong(
        'NAME_RESERVED',
        path,
        `no part of the fleet may be called ${quoted(name)}: it has a meaning of its own`,
      );
    }
    const count = countOf(given);
    const first = names.devices + 1;
    names.parts.set(name, { first, count });
    names.devices += count;
    return diagnostics.sound(path) ? [readPart(name, first, count, given ?? {}, path, names)] : [];
  });
  if (names.devices === 0 && diagnostics.sound(['fleet']))
    diagnostics.wrong('FLEET_EMPTY', ['fleet'], 'the fleet has no device');
  // As many as a fixture has: a story of some words must not take hundreds of megabytes.
  if (names.devices > fixtureBounds.devices) {
    const most = fixtureBounds.devices.toLocaleString('en');
    const message = `the fleet has ${names.devices.toLocaleString('en')} devices, and may have ${most}`;
    diagnostics.wrong(
      'FLEET_TOO_LARGE',
      largest(names),
      message,
      'a larger load runs on several machines: roadtest export load',
    );
  }
  reportAmbiguousNames(names);
  return parts;
}

function countOf(part: WrittenPart | null): number {
  const count = part === null || typeof part !== 'object' ? 1 : (part.count ?? 1);
  return Number.isSafeInteger(count) && count >= 0 ? count : 1;
}

function readPart(
  name: string,
  first: number,
  count: number,
  part: WrittenPart,
  path: Path,
  names: Names,
): FleetPart {
  const { diagnostics } = names;
  const { group, groups = [], start = part.position } = part;
  const of = (named: string | number, ...field: (string | number)[]) =>
    diagnostics.lookUp('group', names.groupOf, String(named), [...path, ...field]);
  const others = groups.flatMap((one, index) => of(one, 'groups', index) ?? []);
  const main = group === undefined ? others.shift() : of(group, 'group');
  checkText(part.label, [...path, 'label'], diagnostics, ['n']);
  return {
    name,
    first,
    count,
    label: labelOf(part.label ?? part.name ?? name, count),
    ...readMovement(part, path, names),
    group: group === undefined && groups.length === 0 ? names.groupOfOthers : (main ?? null),
    ...(others.length > 0 && { groups: others }),
    start: start === undefined ? null : (names.position(start, [...path, 'start']) ?? null),
    limits: { dailyEmail: part.limits?.dailyEmail ?? null, dailySms: part.limits?.dailySms ?? null },
    expirationDate: isDate(part.expirationDate, [...path, 'expirationDate'], diagnostics) ?? null,
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
  return {
    vehicle,
    drives: readDrives(drives, [...path, 'drives'], names),
    report: readReport(report, [...path, 'report'], names),
    ...(odometer !== undefined && { odometer }),
    ...(fuel !== undefined && { fuel }),
    ...(battery !== undefined && { battery }),
    sensors,
  };
}

/** Further facts of the devices, in the form of a fixture: its ids are checked when the profile is known. */
function readDevice(
  part: WrittenPart,
  count: number,
  path: Path,
  { diagnostics, clock }: Names,
): Pick<FleetPart, 'device'> {
  const { id, model, licencePlate, imei, phone, usage, expires, licence, lastSeenAt, locations } = part;
  const said = { id, model, licencePlate, imei, phone, usage, expires, licence, lastSeenAt, locations };
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  if (given.length === 0) return {};
  const { expirationDate } = part;
  const device: FixtureDevice = Object.fromEntries(
    expirationDate === undefined ? given : [...given, ['expirationDate', expirationDate]],
  );
  const issues: SchemaIssue[] = [];
  deviceFacts(device, '', new Moments(clock.start, issues));
  for (const { code, pointer, message, hint } of issues)
    diagnostics.wrong(code, [...path, ...splitPointer(pointer)], message, hint);
  if (id !== undefined && count > 1)
    diagnostics.wrong(
      'ID_TWICE',
      [...path, 'id'],
      `${count} devices cannot have one id`,
      'leave out id or count',
    );
  return { device };
}

/** The names of devices; several of one part differ by their number, which replaces {n}. */
function labelOf(label: string, count: number): string {
  return count === 1 || label.includes('{n}') ? label : `${label} {n}`;
}

function readDrives(written: WrittenPart['drives'], path: Path, names: Names): Driving | null {
  if (written === undefined) return null;
  if (typeof written === 'string') return drivingOf(written, {}, path, names) ?? null;
  return drivingOf(written.route, written, [...path, 'route'], names) ?? null;
}

/** How a route is driven; `undefined`, and reported, where no route has this name. */
export function drivingOf(
  name: string,
  { repeat, above = 0, dwell = '0s', towed, harsh }: WrittenDriving,
  path: Path,
  names: Names,
): Driving | undefined {
  const route = names.route(name, path);
  if (route === undefined) return undefined;
  const usual = usualRepeat(itemAt(names.routes, route));
  return {
    route,
    repeat: repeat ?? usual,
    above,
    dwell: durationOf(dwell) ?? 0,
    ...(towed !== undefined && { towed: isOn(towed) }),
    ...(harsh !== undefined && { harsh: isOn(harsh) }),
  };
}

function usualRepeat(route: Route): Driving['repeat'] {
  if (route.kind === 'roaming') return 'loop';
  if (route.kind === 'track') return 'once';
  const stops = route.kind === 'roads' ? route.stops : route.points;
  const [first, last] = [stops[0], stops.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1] ? 'loop' : 'once';
}

function readReport(written: WrittenPart['report'], path: Path, { diagnostics }: Names): ReportIntervals {
  const given = typeof written === 'string' ? { moving: written } : (written ?? {});
  const interval = (text: string | undefined, usual: number, field: string): number => {
    if (text === undefined) return usual;
    const ms = durationOf(text) ?? usual;
    if (ms >= SHORTEST_INTERVAL) return ms;
    const here = typeof written === 'string' ? path : [...path, field];
    diagnostics.wrong('REPORT_TOO_OFTEN', here, `a device reports once a second at most, not every ${text}`);
    return usual;
  };
  return {
    moving: interval(given.moving, usualReports.moving, 'moving'),
    parked: interval(given.parked, usualReports.parked, 'parked'),
    turns: given.turns === undefined ? usualReports.turns : isOn(given.turns),
  };
}

/** The part that is to blame: the one with the most devices. */
function largest(names: Names): Path {
  const [[name] = ['']] = [...names.parts].sort(([, a], [, b]) => b.count - a.count);
  return ['fleet', name, 'count'];
}

/** `van-3` is either the third van or a part of its own. */
function reportAmbiguousNames({ parts, diagnostics }: Names): void {
  for (const name of parts.keys()) {
    const [, stem = '', digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
    const other = parts.get(stem);
    if (digits === undefined || !other || Number(digits) < 1 || Number(digits) > other.count) continue;
    diagnostics.wrong(
      'NAME_TWICE',
      ['fleet', name],
      `${quoted(name)} is also the name of a device of ${quoted(stem)}`,
      'rename one of them',
    );
  }
}
