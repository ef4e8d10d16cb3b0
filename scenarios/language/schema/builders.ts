/**
 * Builders of the schema. A schema is a TypeScript type as well: `Static` of it is the content of a file.
 *
 * Two keywords of our own say what was meant: `x-code` is the code of the problem when something is not of its
 * form, `x-choice` what a choice is about, as in "an action needs one of …".
 */
import {
  describe as describeAnew,
  integer,
  number as numberSchema,
  object,
  optional,
  type Static,
  string,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  typed,
} from '../../../contracts/kit/schema.ts';

export { object, oneOf, optional, text } from '../../../contracts/kit/schema.ts';

export type OneOrMore<T> = T | readonly T[];
/** By names of the author's own choosing. */
export type Named<T> = { readonly [name: string]: T };

/** The most entries that a map or a timeline of a story may have. */
export const MANY = 10_000;

/** The same with a description, where it has none of its own. */
export function describe<Schema extends TSchema>(description: string, schema: Schema): Schema {
  return 'description' in schema ? schema : describeAnew(description, schema);
}

/** A field that may be left out. */
export function option<Schema extends TSchema>(description: string, schema: Schema) {
  return optional(describe(description, schema));
}

export const anyText = string();
/** A field whose name says everything. */
export const always = typed<true>({ const: true });
export const anyNumber = numberSchema();
export const percent = number(0, 100);
/** So many a day; null for no limit. */
export const limit = typed<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 });

export function whole(minimum: number, maximum: number) {
  return integer({ minimum, maximum });
}

export function number(minimum: number, maximum: number) {
  return numberSchema({ minimum, maximum });
}

export function listOf<Items extends TSchema>(
  items: Items,
  least = 1,
  more: object = {},
): TUnsafe<readonly Static<Items>[]> {
  return typed({ type: 'array', items, ...(least > 0 && { minItems: least }), ...more });
}

/** One, or a list of several. */
export function oneOrMore<Schema extends TSchema>(
  schema: Schema,
  maxItems?: number,
): TUnsafe<OneOrMore<Static<Schema>>> {
  return typed(when({ type: 'array' }, listOf(schema, 1, { ...(maxItems && { maxItems }) }), schema));
}

/** An object with names of the author's own choosing. */
export function named<Values extends TSchema>(values: Values, least = 0): TUnsafe<Named<Static<Values>>> {
  return typed({
    type: 'object',
    additionalProperties: values,
    propertyNames: nameForm,
    maxProperties: MANY,
    ...(least > 0 && { minProperties: least }),
  });
}

const nameForm = {
  'x-code': 'NAME_INVALID',
  description: 'a name: letters and digits first, then also spaces, dots, hyphens and apostrophes',
  type: 'string',
  pattern: "^[\\p{L}\\p{N}]([\\p{L}\\p{N} ._'’-]*[\\p{L}\\p{N}.])?$",
  examples: ['depot'],
};

/** A map of fields in full, or something shorter in its place. */
export function inFull<Full extends TSchema, Short extends TSchema>(
  fields: Full,
  inShort: Short,
): TUnsafe<Static<Full> | Static<Short>> {
  return typed(when({ type: 'object' }, fields, inShort));
}

export function orNothing<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return typed(when({ type: 'null' }, {}, schema));
}

/** Bare words are held to one schema, all else to the other. */
export function orWord<Words extends TSchema, Schema extends TSchema>(
  words: Words,
  schema: Schema,
): TUnsafe<Static<Words> | Static<Schema>> {
  return typed(when({ type: 'string' }, words, schema));
}

/** A value that fits the test is held to one schema, all else to the other. */
function when(test: object, fits: object, otherwise: object = {}): object {
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  return { if: test, then: fits, else: otherwise };
}

type Flat<T> = { [Name in keyof T]: T[Name] } & {};

/** A branch of a choice. */
export interface Branch<Value extends TSchema = TSchema, Beside extends TProperties = TProperties> {
  readonly summary: string;
  /** The value of the field that chooses. */
  readonly value: Value;
  /** The other fields. */
  readonly beside: Beside;
}

/** The fields of one branch, the one that chooses first. */
export type FieldsOf<Field extends string, Value extends TSchema, Beside extends TProperties> = Flat<
  { [F in Field]: Static<Value> } & Static<TObject<Beside>>
>;

/** An object with the fields of one branch. */
export type Chosen<Branches extends { readonly [field: string]: Branch }, Common extends TProperties> = {
  [F in keyof Branches & string]: FieldsOf<F, Branches[F]['value'], Branches[F]['beside'] & Common>;
}[keyof Branches & string];

/** The fields of any of some objects, each of which may be missing. */
export type AnyOf<Objects> = {
  [Name in Objects extends unknown ? keyof Objects : never]?: Objects extends { [N in Name]?: infer Value }
    ? Value
    : never;
};

/**
 * An object whose kind follows from which one of some fields it has. Each branch is checked only when its field is
 * there, so that a mistake is reported once and to the point, and editors complete the fields that fit.
 *
 * @param common fields that every branch may have
 */
export function choice<Branches extends { readonly [field: string]: Branch }, Common extends TProperties>(
  what: string,
  branches: Branches,
  common: Common,
): TUnsafe<Chosen<Branches, Common>> {
  const entries = Object.entries(branches);
  const offered = Object.fromEntries(
    entries.map(([field, { summary }]) => [field, { description: summary }]),
  );
  return typed({
    type: 'object',
    'x-choice': what,
    properties: { ...offered, ...common },
    oneOf: entries.map(([field]) => ({ required: [field] })),
    // The condition says that the field is there.
    allOf: entries.map(([field, { value, summary, beside }]) =>
      when(
        { type: 'object', required: [field] },
        object({ [field]: option(summary, value), ...beside, ...common }),
      ),
    ),
  });
}
