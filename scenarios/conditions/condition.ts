/** Any condition: its type, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { PluginWorld } from '../../simulator/plugin.ts';
import { choice, option, readBy, readChoice, reads, within } from '../language/builders.ts';
import { ref } from '../language/forms.ts';
import type { Devices } from '../language/terms.ts';
import { devicesInWords, type StoryNames } from '../language/words.ts';
import { type ConditionRow, conditions, type Happening, type VehicleReport } from './index.ts';

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type Condition = {
  [Kind in keyof typeof conditions]: { kind: Kind; devices: Devices } & Parameters<
    (typeof conditions)[Kind]['words']
  >[0];
}[keyof typeof conditions];

const device = ref('devices');
export const conditionSchema = reads(
  choice('a condition', conditions, { device: option('Of which devices; default all.', device) }),
  (written, at): Condition => {
    // `it` means nothing: no device has set it off yet.
    const here = { ...at, mayBeIt: false };
    const { kind, made } = readChoice(conditions, written, here);
    const devices = readBy(device, written.device ?? 'all', within(here, 'device'));
    return { kind, devices, ...Object(made) };
  },
);

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Condition['kind']]: ConditionRow } = conditions;

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
