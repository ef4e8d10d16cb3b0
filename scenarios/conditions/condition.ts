/** Any condition: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import { nameIn, namesOf, renamed } from '../../contracts/kit/tables.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import { each } from '../language/resolve/diagnostics.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { choice, option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices, Effect } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { Cause, ConditionDefinition, VehicleReport } from './define.ts';
import { type ConditionKind, conditionFields, conditions } from './index.ts';
import { joinedBranches, type StateKind, stateKinds } from './states.ts';

type FactsOf<K extends ConditionKind> =
  (typeof conditions)[K] extends ConditionDefinition<infer _Value, infer _Beside, infer Facts>
    ? Facts
    : never;

export const conditionSchema = choice(
  'a condition',
  { ...renamed(conditions, conditionFields), ...joinedBranches },
  { device: option('Of which devices; default all.', ref('devices')) },
);
export type WrittenCondition = Static<typeof conditionSchema>;

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type ConditionOf<K extends ConditionKind = ConditionKind> = {
  [P in K]: { kind: P; devices: Devices } & FactsOf<P>;
}[K];

/** Several states of which all, or any, have to hold. */
export interface Joined {
  kind: keyof typeof joinedBranches;
  devices: Devices;
  states: readonly ConditionOf<StateKind>[];
}
export type Condition = ConditionOf | Joined;

/** The table, to be asked by the kind of what it is asked about. */
const byKind: {
  readonly [K in ConditionKind]: {
    read(reading: Reading<unknown, object>): FactsOf<K> | undefined;
    words(condition: ConditionOf<K>, who: string, names: StoryNames): string;
    cause: Cause<ConditionOf<K>>;
    follows?(condition: ConditionOf<K>, effect: Effect): boolean;
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
  const states = each(several, [...path, kind]).map(([state, here]) => {
    const own = stateKinds.find((one) => Object.hasOwn(Object(state), conditionFields[one]));
    return own && readAs(own, { ...Object(state), device }, here, names);
  });
  const known = states.filter((state) => state !== undefined);
  return devices && known.length === states.length ? { kind, devices, states: known } : undefined;
}

function readAs<K extends ConditionKind>(
  kind: K,
  { device = 'all', ...given }: { readonly device?: string; readonly [field: string]: unknown },
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
  if (!('states' in condition)) return wordsOf(condition, names);
  return condition.states
    .map((state) => wordsOf(state, names))
    .join(condition.kind === 'allOf' ? ' and ' : ' or ');
}

function wordsOf<K extends ConditionKind>(condition: ConditionOf<K>, names: StoryNames): string {
  return byKind[condition.kind].words(condition, devicesInWords(condition.devices, names), names);
}

/** How it is noticed that one condition becomes true. */
export type Watch =
  | { becameTrueOf(event: FleetEvent, fleet: PluginWorld['fleet']): number | undefined }
  | { crosses: 'in' | 'out'; site: number }
  | { holds(report: VehicleReport): boolean; sites: readonly number[] };

export function watchOf(condition: Condition): Watch {
  return 'states' in condition ? joint(condition) : watchOfOne(condition);
}

/** A part that nothing but its own happening shows holds never. */
function joint({ kind, states }: Joined): Watch {
  const parts = states.map(watchOfOne).flatMap((watch) => ('holds' in watch ? [watch] : []));
  return {
    holds: (report) =>
      kind === 'allOf' ? parts.every((part) => part.holds(report)) : parts.some((part) => part.holds(report)),
    sites: parts.flatMap(({ sites }) => sites),
  };
}

function watchOfOne<K extends ConditionKind>(condition: ConditionOf<K>): Watch {
  const { cause } = byKind[condition.kind];
  if ('becameTrueOf' in cause) {
    return { becameTrueOf: (event, fleet) => cause.becameTrueOf(condition, event, fleet) };
  }
  if ('crosses' in cause) return { crosses: cause.crosses, site: cause.site(condition) };
  const site = cause.site?.(condition) ?? null;
  return { holds: (report) => cause.holds(condition, report), sites: site === null ? [] : [site] };
}

/** Whether a condition is a state that the service keeps, and not something that happens. */
export function isKept(condition: Condition): boolean {
  return !('states' in condition) && 'holdsOf' in byKind[condition.kind].cause;
}

/** Whether a condition that the service keeps holds of a device. */
export function holdsAlready(condition: Condition, device: number, fleet: PluginWorld['fleet']): boolean {
  return !('states' in condition) && holdsOf(condition, device, fleet);
}

function holdsOf<K extends ConditionKind>(
  condition: ConditionOf<K>,
  device: number,
  fleet: PluginWorld['fleet'],
): boolean {
  const { cause } = byKind[condition.kind];
  return 'holdsOf' in cause && (cause.holdsOf?.(condition, device, fleet) ?? false);
}

/** Whether an action that has this effect on its device makes a condition true there and then. */
export function follows(condition: Condition, effect: Effect): boolean {
  return !('states' in condition) && followsFrom(condition, effect);
}

function followsFrom<K extends ConditionKind>(condition: ConditionOf<K>, effect: Effect): boolean {
  return byKind[condition.kind].follows?.(condition, effect) ?? false;
}
