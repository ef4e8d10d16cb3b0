/** One field of a record, and what follows from the fields of a record. */
import { optional, type TOptional, type TSchema } from '../../kit/schema.ts';
import type { FactKind } from './kinds.ts';
import type { Sent } from './sent.ts';

export interface Field {
  /** How payloads write it. */
  readonly kind: FactKind;
  /** Its value as the service keeps it; without one it is taken and never answered. */
  readonly value?: TSchema;
  /** The values that a caller may send for it, in canonical units; without them the service itself gives the value. */
  readonly sent?: Sent;
  /** A body that makes a record must have it. */
  readonly required?: true;
  /** Tells whether the default profile has no place for it: deployments show this, or another field in its stead. */
  readonly elsewhere?: true;
  /** The value when it is left out, in records that callers edit; elsewhere the service works it out. */
  readonly fallback?: unknown;
}
export interface Fields {
  readonly [name: string]: Field;
}

type KindsOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['kind'] };

/** The kind of each field. */
export function kindsOf<F extends Fields>(fields: F): KindsOf<F> {
  return pick(fields, ({ kind }) => kind) as KindsOf<F>;
}

/** A field that the default profile does not show. */
export interface Elsewhere {
  elsewhere: true;
}
type ByDefault<F extends Fields> = {
  -readonly [Name in keyof F as F[Name] extends Elsewhere ? never : Name]: F[Name]['kind'];
};

/** The kind of each field that the default profile has a place for. */
export function byDefault<F extends Fields>(fields: F): ByDefault<F> {
  return pick(fields, ({ kind, elsewhere }) => (elsewhere ? undefined : kind)) as ByDefault<F>;
}

interface KeptField {
  value: TSchema;
}
type Kept<F extends Fields> = {
  -readonly [Name in keyof F as F[Name] extends KeptField ? Name : never]: Extract<
    F[Name],
    KeptField
  >['value'];
};

/** The value of each field that is kept: the fields of a record. */
export function keptOf<F extends Fields>(fields: F): Kept<F> {
  return pick(fields, ({ value }) => value) as Kept<F>;
}

interface ReportedField extends KeptField {
  sent: Sent;
}
type Reported<F extends Fields> = {
  -readonly [Name in keyof F as F[Name] extends ReportedField ? Name : never]: F[Name] extends {
    required: true;
  }
    ? Extract<F[Name], ReportedField>['value']
    : TOptional<Extract<F[Name], ReportedField>['value']>;
};

/** The fields that a caller may send and that are kept; those that need not be sent are optional. */
export function reportedOf<F extends Fields>(fields: F): Reported<F> {
  return pick(fields, ({ value, sent, required }) => {
    if (value === undefined || sent === undefined) return undefined;
    return required ? value : optional(value);
  }) as Reported<F>;
}

/** The form of a body: a schema for each field that a caller may send, and the names of those that it must. */
export function sentOf(fields: Fields): {
  required: readonly string[];
  properties: { readonly [name: string]: Sent };
} {
  const properties = pick(fields, ({ sent }) => sent) as { [name: string]: Sent };
  return { required: Object.keys(fields).filter((name) => fields[name]?.required), properties };
}

/** For each field what `of` gives for it, when it gives something. */
function pick(fields: Fields, of: (field: Field) => unknown): { [name: string]: unknown } {
  const entries = Object.entries(fields).map(([name, field]) => [name, of(field)] as const);
  return Object.fromEntries(entries.filter(([, picked]) => picked !== undefined));
}
