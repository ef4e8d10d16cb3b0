/** The fields of groups and users that a caller may send. */
import { isFields, fieldsOf as valuesOf } from '../../../contracts/kit/fields.ts';
import { unknownName } from '../../../contracts/kit/option-names.ts';
import { isTimeZone } from '../../../contracts/kit/times.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Fields } from '../../../contracts/specification/records/field.ts';
import { records } from '../../../contracts/specification/records/fields.ts';
import type { Sent } from '../../../contracts/specification/records/sent.ts';
import { FleetError } from '../errors.ts';
import { isCountry } from '../reference.ts';
import type { Family } from '../rules/records.ts';
import { channels } from '../types.ts';

interface FieldKind {
  what: string;
  accepts: (value: unknown) => boolean;
}

const ids: FieldKind = {
  what: 'a list of ids, which are whole numbers from 1',
  accepts: (value) => Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id >= 1),
};

type Edited<F> = {
  [Name in keyof F]: F[Name] extends { kind: infer Kind; fallback: unknown } ? Kind : never;
}[keyof F];
/** The kinds of the fields that callers edit, and the formats of texts that are more than any text. */
type EditedKind = Extract<
  Edited<typeof records.group> | Edited<typeof records.user> | Sent['format'],
  string
>;

const kinds: { readonly [Kind in EditedKind]: FieldKind } = {
  text: { what: 'a string', accepts: (value) => typeof value === 'string' },
  boolean: { what: 'true or false', accepts: (value) => typeof value === 'boolean' },
  'ids:device': ids,
  'ids:group': ids,
  texts: {
    what: `a list of ${channels.join(' and ')}`,
    accepts: (value) => Array.isArray(value) && value.every((channel) => channels.includes(channel)),
  },
  country: {
    what: 'an ISO 3166-1 alpha-2 code, or empty',
    accepts: (value) => typeof value === 'string' && (value === '' || isCountry(value)),
  },
  'time-zone': {
    what: 'a time zone of the IANA database, or empty',
    accepts: (value) => typeof value === 'string' && (value === '' || isTimeZone(value)),
  },
};
const kindNamed = new Map(Object.entries(kinds));

interface ContentField {
  kind: FieldKind;
  fallback: unknown;
}
const fieldsOf: { readonly [F in Family]: { readonly [field: string]: ContentField } } = {
  group: contentOf(records.group),
  user: contentOf(records.user),
};

/** The fields that callers edit. */
function contentOf(fields: Fields): { [field: string]: ContentField } {
  const entries = Object.entries(fields).flatMap(([name, { kind: named, sent, fallback }]) => {
    const kind = kindNamed.get(sent?.format ?? named);
    return kind === undefined || fallback === undefined ? [] : [[name, { kind, fallback }] as const];
  });
  return Object.fromEntries(entries);
}

/** The default values of the fields. */
export function defaultsOf(family: Family): { [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(fieldsOf[family]).map(([field, { fallback }]) => [field, fallback]),
  );
}

/** The members of a record beside the fields that callers edit. */
const besides = { id: true, createdAt: true, modifiedAt: true, unknownFields: true };

/**
 * The known fields of what was sent, in a fixed order, lists without repetition; `null` means the
 * default. Throws `RECORD_INVALID`.
 */
export function checkedContent(family: Family, sent: object): { [field: string]: unknown } {
  const unknown = unknownName(sent, { ...fieldsOf[family], ...besides });
  if (unknown) {
    throw new FleetError('RECORD_INVALID', `A ${family} has no field ${quoted(unknown.name)}.`, {
      field: unknown.name,
      hint: unknown.hint,
    });
  }
  const checked: { [field: string]: unknown } = {};
  for (const [field, { kind, fallback }] of Object.entries(fieldsOf[family])) {
    if (!Object.hasOwn(sent, field)) continue;
    const value = valuesOf(sent)[field] ?? fallback;
    if (!kind.accepts(value)) {
      throw new FleetError('RECORD_INVALID', `The ${field} of a ${family} must be ${kind.what}.`, { field });
    }
    checked[field] = Array.isArray(value) ? [...new Set(value)] : value;
  }
  const { unknownFields } = valuesOf(sent);
  if (isFields(unknownFields)) checked.unknownFields = unknownFields;
  return checked;
}
