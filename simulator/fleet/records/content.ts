/** The fields of groups and users that a caller may send. */
import { isFields, fieldsOf as valuesOf } from '../../../contracts/kit/fields.ts';
import { formOf } from '../../../contracts/kit/form.ts';
import { unknownName } from '../../../contracts/kit/option-names.ts';
import { isTimeZone } from '../../../contracts/kit/times.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Fields } from '../../../contracts/specification/records/field.ts';
import { records } from '../../../contracts/specification/records/fields.ts';
import type { Sent } from '../../../contracts/specification/records/sent.ts';
import { FleetError } from '../errors.ts';
import { isCountry } from '../reference.ts';
import type { Family } from '../rules/records.ts';

interface ContentField {
  /** Why a value is none of the field, to be read after its name. */
  problem(value: unknown): string | undefined;
  fallback: unknown;
}
/** Texts that are more than any text. */
const formats: { readonly [F in NonNullable<Sent['format']>]: (text: string) => boolean } = {
  country: isCountry,
  'time-zone': isTimeZone,
};

const fieldsOf: { readonly [F in Family]: { readonly [field: string]: ContentField } } = {
  group: contentOf(records.group),
  user: contentOf(records.user),
};

/** The fields that callers edit: by the form that is kept of them. */
function contentOf(fields: Fields): { [field: string]: ContentField } {
  const entries = Object.entries(fields).flatMap(([name, { value: form, sent, fallback }]) => {
    if (form === undefined || fallback === undefined) return [];
    const read = formOf(form);
    const is = sent?.format && formats[sent.format];
    const problem = (value: unknown) => {
      const found = read(value);
      if ('problem' in found) return found.problem.message;
      return is && value !== '' && !is(String(value)) ? `must be ${sent?.description}` : undefined;
    };
    return [[name, { problem, fallback }] as const];
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
  for (const [field, { problem, fallback }] of Object.entries(fieldsOf[family])) {
    if (!Object.hasOwn(sent, field)) continue;
    const value = valuesOf(sent)[field] ?? fallback;
    const why = problem(value);
    if (why !== undefined)
      throw new FleetError('RECORD_INVALID', `The ${field} of a ${family} ${why}.`, { field });
    checked[field] = Array.isArray(value) ? [...new Set(value)] : value;
  }
  const { unknownFields } = valuesOf(sent);
  if (isFields(unknownFields)) checked.unknownFields = unknownFields;
  return checked;
}
