/** The form of values: times, ids, and whether a value can be one of a kind of fact. */
import { isFields } from '../kit/fields.ts';
import { isDeepEqual } from '../kit/json.ts';
import { timeForm } from '../profile/lens/times.ts';
import type { OpeningId, Openings } from '../specification/openings/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { counted, type Drafts, same } from './finding.ts';
import { isScalar } from './leaves.ts';

export type Time = Openings['records.time'];
export type Ids = Openings['records.id'];

const iso = timeForm({ form: 'iso', offset: 'Z' });
/** Epoch times are told by their size: from 2001 to 2096 in either unit. */
const seconds = { from: 1e9, to: 4e9 };

/** The form of a time; `undefined` for what is none, or could be something else. */
export function timeFormOf(value: unknown): Time | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const isWithin = (factor: number) => value >= seconds.from * factor && value <= seconds.to * factor;
    if (isWithin(1)) return { form: 'epoch-seconds' };
    return isWithin(1000) && Number.isInteger(value) ? { form: 'epoch-milliseconds' } : undefined;
  }
  if (typeof value !== 'string' || iso.read(value) === undefined) return undefined;
  const [, offset] = /(Z|[+-]\d\d:\d\d)$/i.exec(value) ?? [];
  return offset === undefined ? undefined : { form: 'iso', offset: offset.toUpperCase() };
}

/** A fact that is a time, and its form where that is told. */
interface TimeFact {
  readonly opening: OpeningId;
  readonly fact: string;
  readonly form: Time | undefined;
}

/**
 * Says the form of most times; facts in another form have it for themselves.
 *
 * @param others forms of times that are no fact of a record: all times have theirs, if they have one
 */
export function sayTimes(
  times: readonly TimeFact[],
  drafts: Drafts,
  others: readonly (Time | undefined)[] = [],
): void {
  const all = [...times.map(({ form }) => form), ...others];
  const forms = all.filter((form) => form !== undefined);
  const count = (one: Time) => forms.filter((form) => isDeepEqual(form, one)).length;
  const [most] = forms.toSorted((one, other) => count(other) - count(one));
  // A fact that stands alone may be the one that is written otherwise.
  const usual = same(others) ?? (most && count(most) > 1 ? most : undefined);
  drafts.say('records.time', [], usual, counted(forms.length, 'times', all.length));
  for (const { opening, fact, form } of times)
    if (!isDeepEqual(form, usual))
      drafts.say(opening, ['forms', fact], form, 'another form than that of times');
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

type Check = (value: unknown) => boolean;
const matches =
  (form: RegExp): Check =>
  (value) =>
    form.test(String(value));
const within =
  (from: number, to: number): Check =>
  (value) =>
    Number(value) >= from && Number(value) <= to;

/** Further checks of the values of single facts, and of the items of lists: a name that fits is not enough. */
export const factChecks: { readonly [fact: string]: Check } = {
  latitude: within(-90, 90),
  longitude: within(-180, 180),
  battery: within(0, 100),
  fuel: within(0, 100),
  satellites: (value) => within(0, 200)(value) && Number.isInteger(Number(value)),
  imei: matches(/^(\d{14,16})?$/),
  email: matches(/^([^@\s]+@[^@\s]+)?$/),
  country: matches(/^([A-Z]{2})?$/),
  code: matches(/^[A-Z]{2}$/),
  timeZone: (value) => value === '' || isZone(value),
  // Other words than our own have to be translated, and nothing shows which is which.
  status: matches(/^(online|offline|unknown)$/),
  licence: matches(/^(used|expired)$/),
  severity: matches(/^(info|warning|critical)$/),
  notify: matches(/^(email|sms)$/),
  channels: matches(/^(email|sms)$/),
  offset: matches(/^(UTC|GMT)?[+-]\d\d?(:?\d\d)?$|^Z$|^UTC$/),
};

/** The name of a time zone in the form of IANA. */
export function isZone(value: unknown): boolean {
  return (
    typeof value === 'string' && (/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(value) || value === 'UTC')
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The form of ids, by resource; `undefined` where what was seen can be more than one, or differs by resource. */
export function idFormOf(ids: { readonly [resource: string]: readonly unknown[] }): Ids | undefined {
  const seen = Object.entries(ids).filter(([, some]) => some.length > 0);
  const form = same(seen.map(([, some]) => kindOfIds(some) ?? null));
  if (form !== 'string') return form ? { form } : undefined;
  const found = seen.map(([resource, some]) => [resource, prefixOf(some)] as const);
  if (found.some(([, prefix]) => prefix === undefined)) return undefined;
  return { form, prefixes: Object.fromEntries(found.filter(([, prefix]) => prefix)) };
}

function kindOfIds(ids: readonly unknown[]): Ids['form'] | undefined {
  if (ids.every((id) => typeof id === 'string' && uuid.test(id))) return 'uuid';
  if (ids.every((id) => typeof id === 'number' || typeof id === 'bigint')) return 'number';
  return ids.every((id) => typeof id === 'string') ? 'string' : undefined;
}

/** The same beginning of all ids, which a number follows. */
function prefixOf(ids: readonly unknown[]): string | undefined {
  return same(ids.map((id) => /^(.{0,20}?)[1-9]\d{0,14}$/.exec(String(id))?.[1]));
}
