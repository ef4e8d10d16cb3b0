/** The form of values: times, ids, and whether a value can be one of a kind of fact. */

import { checkDigits, withoutCheck } from '../kit/check-digits.ts';
import { isFields } from '../kit/fields.ts';
import { timeForm } from '../profile/lens/times.ts';
import type { Openings } from '../specification/openings/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { isScalar } from './leaves.ts';

type TimeAnswer = Openings['records.time'];

const iso = timeForm({ form: 'iso', offset: 'Z' });
/** Epoch times are told by their size: from 2001 to 2096 in either unit. */
const seconds = { from: 1e9, to: 4e9 };

/** The form of a time; `undefined` for what is none, or could be something else. */
export function timeFormOf(value: unknown): TimeAnswer | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const isWithin = (factor: number) => value >= seconds.from * factor && value <= seconds.to * factor;
    if (isWithin(1)) return { form: 'epoch-seconds' };
    return isWithin(1000) && Number.isInteger(value) ? { form: 'epoch-milliseconds' } : undefined;
  }
  if (typeof value !== 'string' || iso.read(value) === undefined) return undefined;
  const [, offset] = /(Z|[+-]\d\d:\d\d)$/i.exec(value) ?? [];
  return offset === undefined ? undefined : { form: 'iso', offset: offset.toUpperCase() };
}

/** Returns whether each value can be one of a fact of this kind; `null` can be one of each. */
export function areOfKind(kind: FactKind, values: readonly unknown[]): boolean {
  return values.every((value) => value === null || isOfKind(kind, value));
}

function isOfKind(kind: FactKind, value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'time') return timeFormOf(value) !== undefined;
  if (kind === 'date') return typeof value === 'string' && iso.date.read(value) !== undefined;
  if (kind === 'texts') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (kind === 'json') return isFields(value);
  if (kind === 'notifications') return false;
  if (kind.startsWith('ids:')) return Array.isArray(value) && value.every(isId);
  if (kind.startsWith('id:')) return isId(value);
  return typeof value === 'number' || isNumeric(value);
}

/** Returns whether a value is a number that is written as text. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(value);
}

function isId(value: unknown): boolean {
  return isScalar(value) && value !== null && typeof value !== 'boolean' && value !== '';
}

/** Further checks of the values of single facts: a name that fits is not enough. */
export const factChecks: { readonly [fact: string]: (values: readonly unknown[]) => boolean } = {
  latitude: within(-90, 90),
  longitude: within(-180, 180),
  battery: within(0, 100),
  fuel: within(0, 100),
  satellites: (values) => within(0, 200)(values) && values.every((value) => Number.isInteger(Number(value))),
  imei: (values) => values.every((value) => /^(\d{14,16})?$/.test(String(value))),
  email: (values) => values.every((value) => /^([^@\s]+@[^@\s]+)?$/.test(String(value))),
  country: (values) => values.every((value) => /^([A-Z]{2})?$/.test(String(value))),
  code: (values) => values.every((value) => /^[A-Z]{2}$/.test(String(value))),
  timeZone: (values) => values.every((value) => value === '' || isZone(value)),
  // Other words than our own have to be translated, and nothing shows which is which.
  status: (values) => values.every((value) => ['online', 'offline', 'unknown'].includes(String(value))),
  licence: (values) => values.every((value) => ['used', 'expired'].includes(String(value))),
  notify: (values) => values.flat().every((value) => ['email', 'sms'].includes(String(value))),
  offset: (values) => values.every((value) => /^(UTC|GMT)?[+-]\d\d?(:?\d\d)?$|^Z$|^UTC$/.test(String(value))),
};

function within(from: number, to: number) {
  return (values: readonly unknown[]): boolean =>
    values.every((value) => Number(value) >= from && Number(value) <= to);
}

/** The name of a time zone in the form of IANA. */
export function isZone(value: unknown): boolean {
  return (
    typeof value === 'string' && (/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(value) || value === 'UTC')
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** With fewer, that all end in the right check digits may be chance. */
const FEWEST_CHECKED = 5;

type IdAnswer = Openings['records.id'];
interface Ids {
  readonly [resource: string]: readonly unknown[];
}

/**
 * The form of ids, by resource: that of devices, and apart from it those of other resources that have another one.
 * `undefined` where what was seen can be more than one.
 */
export function idFormOf(ids: Ids): IdAnswer | undefined {
  const seen = Object.entries(ids).filter(([, some]) => some.length > 0);
  const kinds = [...new Set(seen.map(([, some]) => kindOfIds(some)))];
  const forms = kinds.map((kind) => {
    const alike = seen.filter(([, some]) => kindOfIds(some) === kind);
    return { resources: alike.map(([resource]) => resource), form: oneForm(kind, Object.fromEntries(alike)) };
  });
  return togetherOf(forms);
}

/** Several forms as one answer: the first has the resources that the others leave. */
export function togetherOf(
  forms: readonly { readonly resources: readonly string[]; readonly form: IdAnswer | undefined }[],
): IdAnswer | undefined {
  const [first, ...others] = forms;
  if (!first?.form || others.some(({ form }) => form === undefined)) return undefined;
  const apart = others.flatMap(({ resources, form }) => resources.map((one) => [one, ownOf(form, one)]));
  return { ...first.form, ...(apart.length > 0 && { apart: Object.fromEntries(apart) }) };
}

function ownOf(form: IdAnswer | undefined, resource: string): object {
  if (form?.form !== 'string') return { ...form };
  const { prefixes, ...rest } = form;
  const prefix = new Map(Object.entries(prefixes)).get(resource);
  return { ...rest, ...(prefix !== undefined && { prefix }) };
}

function kindOfIds(ids: readonly unknown[]): IdAnswer['form'] | undefined {
  if (ids.every((id) => typeof id === 'string' && uuid.test(id))) return 'uuid';
  if (ids.every((id) => typeof id === 'number' || typeof id === 'bigint')) return 'number';
  return ids.every((id) => typeof id === 'string') ? 'string' : undefined;
}

function oneForm(kind: IdAnswer['form'] | undefined, ids: Ids): IdAnswer | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'uuid') return { form: 'uuid' };
  const prefixes = kind === 'number' ? {} : tableOfPrefixes(ids);
  if (prefixes === undefined) return undefined;
  const digits = Object.entries(ids).flatMap(([resource, some]) =>
    some.map((id) => String(id).slice((prefixes[resource] ?? '').length)),
  );
  const checks = checkDigits.filter((check) =>
    digits.every((text) => withoutCheck(text, check) !== undefined),
  );
  if (checks.length > 1 || (checks.length === 1 && digits.length < FEWEST_CHECKED)) return undefined;
  const check = checks[0] !== undefined && { check: checks[0] };
  return kind === 'number' ? { form: 'number', ...check } : { form: 'string', prefixes, ...check };
}

/** The beginning of the ids of each resource, where a number follows in all of them. */
function tableOfPrefixes(ids: Ids): { [resource: string]: string } | undefined {
  const prefixes: { [resource: string]: string } = {};
  for (const [resource, some] of Object.entries(ids)) {
    const parts = some.map((id) => /^(.{0,20}?)([1-9]\d{0,14})$/.exec(String(id)));
    const found = new Set(parts.map((part) => part?.[1]));
    const [prefix] = found;
    if (found.size > 1 || (some.length > 0 && prefix === undefined)) return undefined;
    if (prefix) prefixes[resource] = prefix;
  }
  return prefixes;
}
