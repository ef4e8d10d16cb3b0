/**
 * The records of the interface, field by field, under the field's standard names.
 *
 * This is the canonical side of the lens: ids are positive whole numbers, times are milliseconds
 * since 1970 UTC, speeds km/h, courses degrees clockwise from north, lengths metres, distances km.
 * The document leaves all of these open (section 2); a profile says how a deployment writes them.
 *
 * - `field.ts`   what a field is, and what follows from the fields of a record
 * - `fields.ts`  the fields of all records
 * - `kinds.ts`   kinds of facts, by which the lens reads and writes them
 * - `sent.ts`    what a caller may send; `values.ts` what a service keeps
 *
 * The types of records, what bodies may hold, the forms of saved states, the openings `records.*` and the facts
 * that a story can check are derived from these rows.
 */
import { type Fields, kindsOf } from './field.ts';
import { records } from './fields.ts';
import type { FactKind, ResourceName } from './kinds.ts';

export {
  type FactKind,
  type IdentifiedResource,
  type ListName,
  listResource,
  type ResourceName,
} from './kinds.ts';

/** The kind of each fact of each record. */
export const recordFacts = {
  device: kindsOf(records.device),
  location: kindsOf(records.location),
  alert: kindsOf(records.alert),
  group: kindsOf(records.group),
  user: kindsOf(records.user),
  country: kindsOf(records.country),
  timeZone: kindsOf(records.timeZone),
} as const satisfies { [R in ResourceName]: { [fact: string]: FactKind } };

export type RecordFacts = typeof recordFacts;

/** The limit settings of a device (section 2), which the API may show in the device record (`limits.names`). */
export const limitFacts = {
  expires: 'boolean',
  expirationDate: 'date',
  dailyEmail: 'number',
  dailySms: 'number',
  usageEmail: 'number',
  usageSms: 'number',
} as const satisfies { [fact: string]: FactKind };

/** Facts that a request can carry and no reply ever does. */
export const neverAnswered: ReadonlySet<string> = new Set(
  Object.values<Fields>(records).flatMap((fields) =>
    Object.keys(fields).filter((name) => fields[name]?.value === undefined),
  ),
);

const withParts: readonly FactKind[] = ['texts', 'json', 'notifications'];

/** The facts of a record that have one plain value, and so can be compared with one. */
export function plainFacts(resource: ResourceName): string[] {
  const fields: Fields = records[resource];
  return Object.keys(fields).filter((name) => {
    const { kind, value } = fields[name] ?? {};
    return value !== undefined && kind !== undefined && !kind.startsWith('ids:') && !withParts.includes(kind);
  });
}
