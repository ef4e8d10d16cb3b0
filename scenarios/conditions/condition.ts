/** Any condition: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import { nameIn, namesOf } from '../../contracts/kit/tables.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import { each } from '../language/resolve/diagnostics.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { choice, option, renamed } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { Cause, ConditionDefinition, Happening, VehicleReport } from './define.ts';
import { type ConditionKind, conditionFields, conditions } from './index.ts';
import { joinedBranches } from './states.ts';

type FactsOf<K extends ConditionKind> =
  (typeof conditions)[K] extends ConditionDefinition<infer _Value, infer _Beside, infer Facts>
    ? Facts
    : never;

export const conditionSchema = choice(
  'a condition',
  { ...renamed(conditions, conditionFields), ...joinedBranches },
  { device: option('Of which devices; default all.', ref('devices')) },
);
type WrittenOne = { readonly device?: string; readonly [field: string]: unknown };
export type WrittenCondition = Static<typeof conditionSchema>;

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type ConditionOf<K extends ConditionKind = ConditionKind> = {
  [P in K]: { kind: P; devices: Devices } & FactsOf<P>;
}[K];

/** Several conditions of which all, or any, have to come together. */
export interface Joined {
  kind: keyof typeof joinedBranches;
  devices: Devices;
  parts: readonly ConditionOf[];
}
export type Condition = ConditionOf | Joined;

/** The conditions that are joined in one, or itself. */
export function partsOf(condition: Condition): readonly ConditionOf[] {
  return 'parts' in condition ? condition.parts : [condition];
}

/** The table, to be asked by the kind of what it is asked about. */
const byKind: {
  readonly [K in ConditionKind]: {
    read(reading: Reading<unknown, object>): FactsOf<K> | undefined;
    words(condition: ConditionOf<K>, who: string, names: StoryNames): string;
    cause: Cause<ConditionOf<K>>;
  };
} = conditions;

/** A condition from its form in a file; `undefined`, with the problems noted, for one that never becomes true. */
export function readCondition(written: WrittenCondition, path: Path, names: Names): Condition | undefined {
  if (!names.diagnostics.sound(path)) return undefined;
  const joint = nameIn(
    joinedBranches,
    Object.keys(written).find((name) => Object.hasOwn(joinedBranches, name)) ?? '',
  );
  if (joint) return readJoined(joint, written, path, names);
  return readOne(written, path, names);
}

function readOne(written: WrittenOne, path: Path, names: Names): ConditionOf | undefined {
  const kind = namesOf(conditionFields).find((each) => Object.hasOwn(written, conditionFields[each]));
  return kind && readAs(kind, written, path, names);
}

function readJoined(
  kind: Joined['kind'],
  written: { readonly device?: string; readonly [field: string]: unknown },
  path: Path,
  names: Names,
): Joined | undefined {
  const { device = 'all', [kind]: several } = written;
  const devices = names.those(device, [...path, 'device'], false);
  const parts = each(several, [...path, kind]).map(([part, here]) => {
    return readOne({ ...Object(part), device }, here, names);
  });
  const known = parts.filter((part) => part !== undefined);
  if (kind === 'allOf' && known.filter(isEvent).length > 1) {
    const hint = 'give one of them an entry of its own, or join them with anyOf';
    return names.diagnostics.wrong('EVENTS_APART', [...path, kind], 'no two events come at once', hint);
  }
  const crossing = kind === 'allOf' ? known.find((part) => 'crosses' in watchOfOne(part)) : undefined;
  if (crossing) {
    const field = conditionFields[crossing.kind];
    const message = `"${field}" comes at one moment, and does not hold together with others`;
    const hint = 'say "within", give it an entry of its own, or join them with anyOf';
    return names.diagnostics.wrong('EVENTS_APART', [...path, kind], message, hint);
  }
  return devices && known.length === parts.length ? { kind, devices, parts: known } : undefined;
}

function readAs<K extends ConditionKind>(
  kind: K,
  { device = 'all', ...given }: WrittenOne,
  path: Path,
  names: Names,
): ConditionOf<K> | undefined {
  const devices = names.those(device, [...path, 'device'], false);
  const { [conditionFields[kind]]: value, ...fields } = given;
  const here = [...path, conditionFields[kind]];
  const facts = byKind[kind].read({ value, fields, path, here, names, mayBeIt: false });
  return devices && facts && { kind, devices, ...facts };
}

export function conditionInWords(condition: Condition, names: StoryNames): string {
  return partsOf(condition)
    .map((part) => wordsOf(part, names))
    .join(condition.kind === 'allOf' ? ' and ' : ' or ');
}

function wordsOf<K extends ConditionKind>(condition: ConditionOf<K>, names: StoryNames): string {
  return byKind[condition.kind].words(condition, devicesInWords(condition.devices, names), names);
}

/** How it is noticed that one condition becomes true. */
export type Watch =
  | { becameTrueOf(happening: Happening, fleet: PluginWorld['fleet']): number | undefined }
  | { crosses: 'in' | 'out'; site: number }
  | { holds(report: VehicleReport): boolean; sites: readonly number[] };

/** How it is noticed that a condition becomes true: by what happens, by reports, or by either; `isBoth`: by what happens while reports show the rest. */
export interface Noticed {
  happening?: Extract<Watch, { becameTrueOf: unknown }>['becameTrueOf'];
  /** The parts that reports show, each by itself. */
  reports: readonly Condition[];
  isBoth: boolean;
}

export function noticedBy(condition: Condition): Noticed {
  const parts = partsOf(condition);
  const events = parts.map(watchOfOne).flatMap((watch) => ('becameTrueOf' in watch ? [watch] : []));
  const shown = parts.filter((part) => !isEvent(part));
  const hasEvent = events.length > 0;
  return {
    ...(hasEvent && {
      happening(happening, fleet) {
        for (const { becameTrueOf } of events) {
          const device = becameTrueOf(happening, fleet);
          if (device !== undefined) return device;
        }
        return undefined;
      },
    }),
    reports: 'parts' in condition ? together(condition, shown) : shown,
    isBoth: condition.kind === 'allOf' && shown.length > 0 && hasEvent,
  };
}

/** Conditions that are looked at together: of several of which any will do, only those that last hide each other. */
function together(joined: Joined, shown: readonly ConditionOf[]): Condition[] {
  const momentary = joined.kind === 'anyOf' ? shown.filter(isMomentary) : [];
  const lasting = shown.filter((part) => !momentary.includes(part));
  return [...(lasting.length > 0 ? [{ ...joined, parts: lasting }] : []), ...momentary];
}

/** Returns whether it comes with one report, and does not last. */
function isMomentary(condition: ConditionOf): boolean {
  const { cause } = byKind[condition.kind];
  return 'crosses' in cause || ('isMomentary' in cause && cause.isMomentary === true);
}

/** Returns whether it happens at a moment, and is not shown by reports. */
function isEvent(condition: ConditionOf): boolean {
  return 'becameTrueOf' in watchOfOne(condition);
}

export function watchOf(condition: Condition): Watch {
  return 'parts' in condition ? joint(condition) : watchOfOne(condition);
}

/** The states of a list; events are noticed apart. */
function joint({ kind, parts }: Joined): Watch {
  const states = parts.map(watchOfOne).flatMap((watch) => ('holds' in watch ? [watch] : []));
  return {
    holds: (report) =>
      kind === 'allOf' ? states.every((one) => one.holds(report)) : states.some((one) => one.holds(report)),
    sites: states.flatMap(({ sites }) => sites),
  };
}

function watchOfOne<K extends ConditionKind>(condition: ConditionOf<K>): Watch {
  const { cause } = byKind[condition.kind];
  if ('becameTrueOf' in cause) {
    return { becameTrueOf: (happening, fleet) => cause.becameTrueOf(condition, happening, fleet) };
  }
  if ('crosses' in cause) return { crosses: cause.crosses, site: cause.site(condition) };
  const site = cause.site?.(condition) ?? null;
  return { holds: (report) => cause.holds(condition, report), sites: site === null ? [] : [site] };
}

/** Returns whether a condition is a state that the service keeps, and not something that happens. */
export function isKept(condition: Condition): boolean {
  return !('parts' in condition) && 'holdsOf' in byKind[condition.kind].cause;
}

/** Returns whether a condition that the service keeps holds of a device. */
export function holdsAlready(condition: Condition, device: number, fleet: PluginWorld['fleet']): boolean {
  return !('parts' in condition) && holdsOf(condition, device, fleet);
}

function holdsOf<K extends ConditionKind>(
  condition: ConditionOf<K>,
  device: number,
  fleet: PluginWorld['fleet'],
): boolean {
  const { cause } = byKind[condition.kind];
  return 'holdsOf' in cause && (cause.holdsOf?.(condition, device, fleet) ?? false);
}
