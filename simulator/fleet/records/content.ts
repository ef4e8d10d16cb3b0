/** What a group and a user are made of, as far as a caller may send it. */
import { isTimeZone } from '../../time/index.ts';
import { FleetError } from '../errors.ts';
import { isCountry } from '../reference.ts';
import type { Family } from '../rules/records.ts';
import { channels, type GroupContent, type UserContent } from '../types.ts';

interface FieldKind {
  what: string;
  accepts: (value: unknown) => boolean;
}

const text: FieldKind = { what: 'a text', accepts: (value) => typeof value === 'string' };
const flag: FieldKind = { what: 'true or false', accepts: (value) => typeof value === 'boolean' };
const ids: FieldKind = {
  what: 'a list of ids, which are whole numbers from 1',
  accepts: (value) => Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id >= 1),
};
const notify: FieldKind = {
  what: `a list of ${channels.join(' and ')}`,
  accepts: (value) => Array.isArray(value) && value.every((channel) => channels.includes(channel)),
};
const country: FieldKind = {
  what: 'an ISO 3166-1 alpha-2 code, or empty',
  accepts: (value) => typeof value === 'string' && (value === '' || isCountry(value)),
};
const timeZone: FieldKind = {
  what: 'a time zone of the IANA database, or empty',
  accepts: (value) => typeof value === 'string' && (value === '' || isTimeZone(value)),
};

type Fields<Content> = { readonly [F in keyof Content]: { kind: FieldKind; unsaid: Content[F] } };

const groupFields: Fields<GroupContent> = {
  name: { kind: text, unsaid: '' },
  description: { kind: text, unsaid: '' },
  deviceIds: { kind: ids, unsaid: [] },
};
const userFields: Fields<UserContent> = {
  name: { kind: text, unsaid: '' },
  email: { kind: text, unsaid: '' },
  phone: { kind: text, unsaid: '' },
  country: { kind: country, unsaid: '' },
  timeZone: { kind: timeZone, unsaid: '' },
  groupIds: { kind: ids, unsaid: [] },
  notify: { kind: notify, unsaid: [] },
  disabled: { kind: flag, unsaid: false },
};
const fieldsOf: {
  readonly [F in Family]: { readonly [field: string]: { kind: FieldKind; unsaid: unknown } };
} = {
  group: groupFields,
  user: userFields,
};

/** What the fields are when nobody says anything. */
export function unsaid(family: Family): { [field: string]: unknown } {
  return Object.fromEntries(Object.entries(fieldsOf[family]).map(([field, { unsaid }]) => [field, unsaid]));
}

/** The first field of a record that holds what no caller may send, and what it must be. */
export function wrongField(family: Family, record: object): { field: string; what: string } | undefined {
  for (const [field, { kind }] of Object.entries(fieldsOf[family])) {
    const value = (record as { [field: string]: unknown })[field];
    if (!kind.accepts(value)) return { field, what: kind.what };
    const repeats = Array.isArray(value) && new Set(value).size < value.length;
    if (repeats) return { field, what: 'a list without repetition' };
  }
  return undefined;
}

/**
 * The known fields of what was sent, in a fixed order, lists without repetition; `null` is the same
 * as what a field is when nobody says anything. Throws `RECORD_INVALID`.
 */
export function checkedContent(family: Family, sent: object): { [field: string]: unknown } {
  const checked: { [field: string]: unknown } = {};
  for (const [field, { kind, unsaid }] of Object.entries(fieldsOf[family])) {
    if (!Object.hasOwn(sent, field)) continue;
    const value = (sent as { [field: string]: unknown })[field] ?? unsaid;
    if (!kind.accepts(value)) {
      throw new FleetError('RECORD_INVALID', `The ${field} of a ${family} must be ${kind.what}.`, { field });
    }
    checked[field] = Array.isArray(value) ? [...new Set(value)] : value;
  }
  return checked;
}
