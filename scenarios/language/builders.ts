/**
 * Builders of the schema of stories. A schema is a TypeScript type as well: `Static` of it is the content of a file. It also
 * says how that is read, from what is written to what is played (`reads`): `Read` of it is what a story has of it then.
 *
 * Two keywords of our own say what was meant: `x-code` is the code of the problem when something is not of its
 * form, `x-choice` what a choice is about, as in "an action needs one of …".
 */
import {
  describe as describeAnew,
  integer,
  number as numberSchema,
  object as objectSchema,
  optional,
  refer,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  text as textSchema,
  typed,
} from '../../contracts/kit/schema.ts';
import type { Names } from './names.ts';
import type { Path } from './problems.ts';
import { checkText } from './texts.ts';

export { oneOf, optional } from '../../contracts/kit/schema.ts';

/** The place where something is read: its path in the file, the names of the story, and whether `it` means a device. */
export interface At {
  readonly path: Path;
  readonly names: Names;
  readonly mayBeIt: boolean;
}

const READ = Symbol('read');
/** A schema whose values are read. */
export interface Reads<Facts> {
  readonly [READ]: (written: never, at: At) => Facts;
}
/** The type of what is read by a schema. */
export type Read<Schema> =
  Schema extends Reads<infer Facts> ? Facts : Schema extends TSchema ? Static<Schema> : never;

type Flat<T> = { [Name in keyof T]: T[Name] } & {};
/** The same for the fields of an object. */
export type ReadFields<Fields extends TProperties> = Flat<
  { [Name in keyof Fields as Fields[Name] extends TOptional ? never : Name]: Read<Fields[Name]> } & {
    [Name in keyof Fields as Fields[Name] extends TOptional ? Name : never]?: Read<Fields[Name]>;
  }
>;

/**
 * The same schema, by which values are read so. What cannot be is reported to the names: nothing of a story with a problem
 * is used.
 */
export function reads<Schema extends TSchema, Facts>(
  schema: Schema,
  read: (written: Static<Schema>, at: At) => Facts,
): TUnsafe<Static<Schema>> & Reads<Facts> {
  return also<TSchema>(schema, { [READ]: read }) as TUnsafe<Static<Schema>> & Reads<Facts>;
}

/** The same schema with further keywords. */
export function also<Schema extends TSchema>(schema: Schema, keywords: object): Schema {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(keywords),
  };
  return Object.defineProperties({}, descriptors) as Schema;
}

/** Reads a value that has the form of its schema. */
export function readBy<Schema extends TSchema>(
  schema: Schema,
  written: Static<Schema>,
  at: At,
): Read<Schema> {
  const { [READ]: read }: { [READ]?: (written: unknown, at: At) => unknown } = Object(schema);
  return (read ? read(written, at) : written) as Read<Schema>;
}

/** The same schema, what is read by which is checked. */
export function checks<Schema extends TSchema>(
  schema: Schema,
  check: (read: Read<Schema>, at: At) => void,
): TUnsafe<Static<Schema>> & Reads<Read<Schema>> {
  return reads(schema, (written, at) => {
    const read = readBy(schema, written, at);
    check(read, at);
    return read;
  });
}

/** Reads the fields of an object; others are passed over. */
export function readFields<Fields extends TProperties>(
  fields: Fields,
  written: object,
  at: At,
): ReadFields<Fields> {
  const read = Object.entries(written).flatMap(([name, value]) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return schema ? [[name, readBy(schema, value, within(at, name))]] : [];
  });
  return Object.fromEntries(read);
}

/** The place of a field, or of an item of a list. */
export function within(at: At, ...names: Path): At {
  return { ...at, path: [...at.path, ...names] };
}

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

/** A text for people, or a name of the author's choosing: braces mean nothing in it. */
export const text = forPeople(textSchema);
export const anyText = forPeople(typed<string>({ type: 'string' }));
/** A text that is shown as it stands, or a name that is looked up. */
export const plainText = textSchema;
/** A field whose name says everything. */
export const always = typed<true>({ const: true });
export const anyNumber = numberSchema();
export const percent = number(0, 100);
/** So many a day; null for no limit. */
export const limit = typed<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 });

function forPeople<Schema extends TSchema>(schema: Schema) {
  return checks(schema, (written, { path, names }) => checkText(String(written), path, names));
}

export function whole(minimum: number, maximum: number) {
  return integer({ minimum, maximum });
}

export function number(minimum: number, maximum: number) {
  return numberSchema({ minimum, maximum });
}

export function object<Fields extends TProperties>(
  fields: Fields,
): TObject<Fields> & Reads<ReadFields<Fields>> {
  const read = reads(objectSchema(fields), (written, at) => readFields(fields, written, at));
  return read as unknown as TObject<Fields> & Reads<ReadFields<Fields>>;
}

export function listOf<Items extends TSchema>(
  items: Items,
  least = 1,
  more: object = {},
): TUnsafe<readonly Static<Items>[]> & Reads<readonly Read<Items>[]> {
  const list = typed<readonly Static<Items>[]>({
    ...{ type: 'array', items, ...(least > 0 && { minItems: least }), ...more },
  });
  return reads(list, (written, at) => written.map((item, index) => readBy(items, item, within(at, index))));
}

/** One, or a list of several: read as a list. */
export function oneOrMore<Schema extends TSchema>(
  schema: Schema,
  maxItems?: number,
): TUnsafe<OneOrMore<Static<Schema>>> & Reads<readonly Read<Schema>[]> {
  const list = listOf(schema, 1, { ...(maxItems && { maxItems }) });
  const either = typed<OneOrMore<Static<Schema>>>(when({ type: 'array' }, list, schema));
  return reads(either, (written, at) =>
    Array.isArray(written) ? readBy(list, written, at) : [readBy(schema, written as Static<Schema>, at)],
  ) as TUnsafe<OneOrMore<Static<Schema>>> & Reads<readonly Read<Schema>[]>;
}

/** An object with names of the author's own choosing. */
export function named<Values extends TSchema>(
  values: Values,
  least = 0,
): TUnsafe<Named<Static<Values>>> & Reads<Named<Read<Values>>> {
  const map = typed<Named<Static<Values>>>({
    type: 'object',
    additionalProperties: values,
    propertyNames: nameForm,
    maxProperties: MANY,
    ...(least > 0 && { minProperties: least }),
  });
  return reads(map, (written, at) =>
    Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name, readBy(values, value, within(at, name))]),
    ),
  );
}

const nameForm = {
  'x-code': 'NAME_INVALID',
  description: 'a name: letters and digits first, then also spaces, dots, hyphens and apostrophes',
  type: 'string',
  pattern: "^[\\p{L}\\p{N}]([\\p{L}\\p{N} ._'’-]*[\\p{L}\\p{N}.])?$",
  examples: ['depot'],
};

/** A value of one kind is held to one schema and read by it, all else to and by the other. */
function either<Fits extends TSchema, Other extends TSchema>(
  type: 'object' | 'null' | 'string',
  fits: Fits,
  other: Other,
): TUnsafe<Static<Fits> | Static<Other>> & Reads<Read<Fits> | Read<Other>> {
  const schema = typed<Static<Fits> | Static<Other>>(when({ type }, fits, other));
  return reads(schema, (written, at): Read<Fits> | Read<Other> =>
    kindOf(written) === type
      ? readBy(fits, written as Static<Fits>, at)
      : readBy(other, written as Static<Other>, at),
  );
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** A map of fields in full, or something shorter in its place. */
export function inFull<Full extends TSchema, Short extends TSchema>(fields: Full, inShort: Short) {
  return either('object', fields, inShort);
}

export function orNothing<Schema extends TSchema>(schema: Schema) {
  return either('null', typed<null>({}), schema);
}

/** Bare words are held to one schema, all else to the other. */
export function orWord<Words extends TSchema, Schema extends TSchema>(words: Words, schema: Schema) {
  return either('string', words, schema);
}

/** A value that fits the test is held to one schema, all else to the other. */
function when(test: object, fits: object, otherwise: object = {}): object {
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  return { if: test, then: fits, else: otherwise };
}

/** Refers to a definition of this name in the schema of stories. */
export function defined<Schema extends TSchema>(
  name: string,
  schema: Schema,
): TUnsafe<Static<Schema>> & Reads<Read<Schema>> {
  return reads(refer(name, schema), (written, at) => readBy(schema, written, at));
}

/** A branch of a choice. */
export interface Branch<Value extends TSchema = TSchema, Beside extends TProperties = TProperties> {
  readonly summary: string;
  /** The value of the field that chooses. */
  readonly value: Value;
  /** The other fields. */
  readonly beside: Beside;
}

/** An object with the fields of one branch, the one that chooses first. */
export type Chosen<Branches extends { readonly [field: string]: Branch }, Common extends TProperties> = {
  [F in keyof Branches & string]: Flat<
    { [Field in F]: Static<Branches[F]['value']> } & Static<TObject<Branches[F]['beside'] & Common>>
  >;
}[keyof Branches & string];

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
        objectSchema({ [field]: option(summary, value), ...beside, ...common }),
      ),
    ),
  });
}

/** The facts of a branch: the value of the field that chooses, and the fields beside it. */
export type Facts<Value extends TSchema, Beside extends TProperties> = Flat<
  { main: Read<Value> } & ReadFields<Beside>
>;

/** A row of a table of the language; what is read of it are the facts of its branch, unless it makes others of them. */
export interface Row<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Made = unknown,
> extends Branch<Value, Beside> {
  /** The path is that of the whole map. */
  read?(facts: Facts<Value, Beside>, at: At): Made;
}

type Table = { readonly [field: string]: Row<TSchema, TProperties, unknown> };

/** Reads a map that has the form of a choice by a table: the field that chooses, and what its row reads. */
export function readChoice(
  rows: Table,
  written: object,
  at: At,
): { kind: string; made: unknown; fields: { readonly [field: string]: unknown } } {
  const [kind = ''] = Object.keys(rows).filter((field) => Object.hasOwn(written, field));
  const { [kind]: value, ...fields }: { readonly [field: string]: unknown } = { ...written };
  const row = rows[kind];
  if (!row) return { kind, made: undefined, fields };
  const facts = { main: readBy(row.value, value, within(at, kind)), ...readFields(row.beside, fields, at) };
  return { kind, made: row.read ? row.read(facts, at) : facts, fields };
}
