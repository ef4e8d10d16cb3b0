/** Any condition: its type, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import { readRow, type Said } from '../language/rows.ts';
import { choice, option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import type { ConditionRow, Happening, VehicleReport } from './define.ts';
import { conditions } from './index.ts';

export const conditionSchema = choice('a condition', conditions, {
  device: option('Of which devices; default all.', ref('devices')),
});
type WrittenCondition = Static<typeof conditionSchema>;

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type Condition = Said<typeof conditions, { devices: Devices }>;

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Condition['kind']]: ConditionRow } = conditions;

/** A condition from its form in a file; `undefined`, with the problems noted, for one that never becomes true. */
export function readCondition(written: WrittenCondition, path: Path, names: Names): Condition | undefined {
  const { device = 'all', ...fields } = written;
  const devices = names.those(device, [...path, 'device'], false);
  const read = readRow(conditions, { ...fields }, { path, names, mayBeIt: false });
  return devices && read && ({ kind: read.kind, devices, ...read.facts } as Condition);
}

export function conditionInWords(condition: Condition, names: StoryNames): string {
  return rows[condition.kind].words(condition, devicesInWords(condition.devices, names), names);
}

/** How it is noticed that a condition becomes true: by what happens in the service, or by the reports of vehicles. */
export type Watch =
  | { becameTrueOf(happening: Happening, fleet: PluginWorld['fleet']): number | undefined }
  | { crosses: 'in' | 'out'; site: number }
  | { holds(report: VehicleReport): boolean; sites: readonly number[] };

export function watchOf(condition: Condition): Watch {
  const { cause } = rows[condition.kind];
  if ('becameTrueOf' in cause)
    return { becameTrueOf: (happening, fleet) => cause.becameTrueOf(condition, happening, fleet) };
  const sites = 'site' in condition && condition.site !== null ? [condition.site] : [];
  if ('crosses' in cause) return { crosses: cause.crosses, site: sites[0] ?? 0 };
  return { holds: (report) => cause.holds(condition, report), sites };
}

/** Returns whether a condition is a state that the service keeps, and not something that happens. */
export function isKept({ kind }: Condition): boolean {
  return 'holdsOf' in rows[kind].cause;
}

/** Returns whether a condition that the service keeps holds of a device. */
export function holdsAlready(condition: Condition, device: number, fleet: PluginWorld['fleet']): boolean {
  const { cause } = rows[condition.kind];
  return 'holdsOf' in cause && (cause.holdsOf?.(condition, device, fleet) ?? false);
}
