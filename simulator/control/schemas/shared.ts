/** Values that several bodies have. */
import {
  describe,
  integer,
  list,
  object,
  oneOf,
  orNull,
  type Static,
  string,
  type TSchema,
  type TUnsafe,
  typed,
} from '../../../contracts/kit/schema.ts';
import { mapTable } from '../../../contracts/kit/tables.ts';
import { limitSettings } from '../../../contracts/specification/limits.ts';
import { type Fields, keptOf } from '../../../contracts/specification/records/field.ts';

/** An id as the profile writes it. */
export const id = typed<string | number>({ type: ['string', 'number'] });
export const ids = list(id);
export const idOrNull = typed<string | number | null>({ type: ['string', 'number', 'null'] });
/** A time in ISO 8601, UTC. */
export const time = string();
export const timeOrNull = orNull(time);
export const usage = object({ email: integer(), sms: integer() });
export const limits = object({ ...limitSettings, usage });
export const channelName = describe('"email" or "sms"', oneOf('email', 'sms'));

/** Whole numbers in a range, with words for it. */
export function wholeNumber(minimum: number, maximum: number) {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  return describe(`a whole number ${range}`, integer({ minimum, maximum }));
}

type Shown<Kind, Value> = Value extends null
  ? null
  : Kind extends `id:${string}`
    ? string | number
    : Kind extends `ids:${string}`
      ? (string | number)[]
      : Kind extends 'time'
        ? string
        : Value;

type Kept<F extends Fields> = ReturnType<typeof keptOf<F>>;
type ShownFields<F extends Fields> = {
  [Name in keyof Kept<F>]: TUnsafe<Shown<F[Name & keyof F]['kind'], Static<Extract<Kept<F>[Name], TSchema>>>>;
};

/** The fields of a record: ids as the profile writes them, times in ISO 8601, all else as the fleet keeps it. */
export function shownOf<F extends Fields>(fields: F): ShownFields<F> {
  return mapTable<string, TSchema, TSchema>(keptOf(fields), (value, name) => {
    const kind = fields[name]?.kind;
    const isNullable = 'type' in value && [value.type].flat().includes('null');
    if (kind?.startsWith('ids:')) return ids;
    if (kind?.startsWith('id:')) return isNullable ? idOrNull : id;
    if (kind === 'time') return isNullable ? timeOrNull : time;
    return value;
  }) as ShownFields<F>;
}
