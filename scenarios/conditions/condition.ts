/** Any condition: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import { refer, type Static } from '../../contracts/kit/schema.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import { each } from '../language/resolve/each.ts';
import type { Names } from '../language/resolve/names.ts';
import { readRow, type Said } from '../language/rows.ts';
import { choice, listOf, option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { ConditionRow, Happening, VehicleReport } from './define.ts';
import { conditions } from './index.ts';

/** One of several conditions, which are joined by and or by or. */
export const stateSchema = choice('one of several conditions', conditions, {});
const several = listOf(refer('state', stateSchema), 2, { maxItems: 10 });

const joinings = {
  allOf: {
    summary: 'All of these states come to hold at once, or the event comes while they hold.',
    value: several,
    beside: {},
  },
  anyOf: {
    summary: 'Any of these states comes to hold, while none of them did, or any of the events comes.',
    value: several,
    beside: {},
  },
};

export const conditionSchema = choice(
  'a condition',
  { ...conditions, ...joinings },
  { device: option('Of which devices; default all.', ref('devices')) },
);
type WrittenCondition = Static<typeof conditionSchema>;

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type OneCondition = Said<typeof conditions, { devices: Devices }>;

/** Several conditions of which all, or any, have to come together. Events come at a moment: no two come at once. */
export interface Joined {
  kind: keyof typeof joinings;
  devices: Devices;
  parts: readonly OneCondition[];
}
export type Condition = OneCondition | Joined;

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in OneCondition['kind']]: ConditionRow } = conditions;

/** The conditions that are joined in one, or itself. */
export function partsOf(condition: Condition): readonly OneCondition[] {
  return 'parts' in condition ? condition.parts : [condition];
}

/** A condition from its form in a file; `undefined`, with the problems noted, for one that never becomes true. */
export function readCondition(written: WrittenCondition, path: Path, names: Names): Condition | undefined {
  const { device = 'all', ...fields } = written;
  const devices = names.those(device, [...path, 'device'], false);
  if (devices === undefined) return undefined;
  if ('allOf' in fields) return readJoined('allOf', fields.allOf, devices, [...path, 'allOf'], names);
  if ('anyOf' in fields) return readJoined('anyOf', fields.anyOf, devices, [...path, 'anyOf'], names);
  return readOne(fields, devices, path, names);
}

function readOne(written: object, devices: Devices, path: Path, names: Names): OneCondition | undefined {
  const read = readRow(conditions, { ...written }, { path, names, mayBeIt: false });
  return read && ({ kind: read.kind, devices, ...read.facts } as OneCondition);
}

function readJoined(
  kind: Joined['kind'],
  written: readonly object[],
  devices: Devices,
  path: Path,
  names: Names,
): Joined | undefined {
  const parts = each(written, path).flatMap(([part, here]) => readOne(part, devices, here, names) ?? []);
  if (kind === 'allOf' && parts.filter(isEvent).length > 1) {
    const hint = 'give one of them an entry of its own, or join them with anyOf';
    return names.wrong('EVENTS_APART', path, 'no two events come at once', hint);
  }
  const crossing = parts.find((part) => 'crosses' in rows[part.kind].cause);
  if (kind === 'allOf' && crossing) {
    const message = `"${crossing.kind}" comes at one moment, and does not hold together with others`;
    const hint = 'say "within", give it an entry of its own, or join them with anyOf';
    return names.wrong('EVENTS_APART', path, message, hint);
  }
  return { kind, devices, parts };
}

export function conditionInWords(condition: Condition, names: StoryNames): string {
  const words = partsOf(condition).map((part) =>
    rows[part.kind].words(part, devicesInWords(part.devices, names), names),
  );
  return words.join(condition.kind === 'allOf' ? ' and ' : ' or ');
}

/** How it is noticed by reports that a condition becomes true. */
export type Watch =
  | { crosses: 'in' | 'out'; site: number }
  | { holds(report: VehicleReport): boolean; sites: readonly number[] };

/** How it is noticed that a condition becomes true: by what happens, by reports, or by either; `isBoth`: by what happens while reports show the rest. */
export interface Noticed {
  happening?: (happening: Happening, fleet: PluginWorld['fleet']) => number | undefined;
  /** The parts that reports show, each by itself. */
  reports: readonly Condition[];
  isBoth: boolean;
}

export function noticedBy(condition: Condition): Noticed {
  const parts = partsOf(condition);
  const events = parts.filter(isEvent);
  const shown = parts.filter((part) => !isEvent(part));
  // Of several of which any will do, only those that last hide each other.
  const momentary = condition.kind === 'anyOf' ? shown.filter(isMomentary) : [];
  const lasting = shown.filter((part) => !momentary.includes(part));
  const together = 'parts' in condition && lasting.length > 0 ? [{ ...condition, parts: lasting }] : lasting;
  const happening = (what: Happening, fleet: PluginWorld['fleet']) => {
    for (const event of events) {
      const { cause } = rows[event.kind];
      const device = 'becameTrueOf' in cause ? cause.becameTrueOf(event, what, fleet) : undefined;
      if (device !== undefined) return device;
    }
    return undefined;
  };
  return {
    ...(events.length > 0 && { happening }),
    reports: [...together, ...momentary],
    isBoth: condition.kind === 'allOf' && shown.length > 0 && events.length > 0,
  };
}

/** Returns whether it comes with one report, and does not last. */
function isMomentary({ kind }: OneCondition): boolean {
  const { cause } = rows[kind];
  return 'crosses' in cause || 'isMomentary' in cause;
}

/** Returns whether it happens at a moment, and is not shown by reports. */
function isEvent({ kind }: OneCondition): boolean {
  return 'becameTrueOf' in rows[kind].cause;
}

/** How reports show a condition, or those of several that are states. */
export function watchOf(condition: Condition): Watch {
  const parts = partsOf(condition);
  const [only] = parts;
  const crossing = only && !('parts' in condition) ? rows[only.kind].cause : undefined;
  const sites = parts.flatMap((part) => ('site' in part && part.site !== null ? [part.site] : []));
  if (crossing && 'crosses' in crossing) return { crosses: crossing.crosses, site: sites[0] ?? 0 };
  const holds = (part: OneCondition, report: VehicleReport): boolean => {
    const { cause } = rows[part.kind];
    return 'holds' in cause && cause.holds(part, report);
  };
  return {
    holds: (report) =>
      condition.kind === 'anyOf'
        ? parts.some((part) => holds(part, report))
        : parts.every((part) => holds(part, report)),
    sites,
  };
}

/** Returns whether a condition is a state that the service keeps, and not something that happens. */
export function isKept(condition: Condition): boolean {
  return !('parts' in condition) && 'holdsOf' in rows[condition.kind].cause;
}

/** Returns whether a condition that the service keeps holds of a device. */
export function holdsAlready(condition: Condition, device: number, fleet: PluginWorld['fleet']): boolean {
  if ('parts' in condition) return false;
  const { cause } = rows[condition.kind];
  return 'holdsOf' in cause && (cause.holdsOf?.(condition, device, fleet) ?? false);
}
