/**
 * Schemas that are types too: a few builders over TypeBox. They make JSON Schema (draft 7), for Ajv and
 * for editors; `Static` gives the TypeScript type of what it describes. Every object is closed: a name that it
 * does not list is an error.
 *
 * A function that returns schemas has no return type written out: the compiler derives it, and the values with it.
 */
import {
  Array as ArrayOf,
  Boolean as BooleanOf,
  Integer as IntegerOf,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  type Static,
  String as StringOf,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Tuple,
  Unsafe,
} from 'typebox';
import { ID_LENGTH } from './bounds.ts';
import type { Json, Scalar } from './json.ts';
import { mapTable, tableFrom } from './tables.ts';

export type { Static, TObject, TOptional, TProperties, TSchema, TUnsafe } from 'typebox';

/** A schema in JSON Schema's own words, for data of a type that it is given. */
export const typed = Unsafe;
export const anything = typed<Json>({});
export const scalar = typed<Scalar>({ type: ['string', 'number', 'boolean', 'null'] });
/** An id of any deployment. JSON Schema has no word for a `bigint`, so that its type is what it is not. */
export const id = typed<string | number | bigint>({
  not: { type: ['object', 'array', 'boolean', 'null'] },
  minLength: 1,
  maxLength: ID_LENGTH,
});
export const yesNo = BooleanOf();
export const text = StringOf({ minLength: 1 });
export const string = StringOf;
export const number = NumberOf;
export const integer = IntegerOf;
export const list = ArrayOf;
/** A list of so many items, each of a schema of its own. */
export const tuple = Tuple;
/** A field that may be left out. */
export const optional = Optional;

/** The same fields, each of which may be left out. */
export function optionals<Fields extends TProperties>(
  fields: Fields,
): { [Name in keyof Fields]: TOptional<Fields[Name]> } {
  return mapTable(fields, optional) as { [Name in keyof Fields]: TOptional<Fields[Name]> };
}

/** An object with these fields and no others. All are required but those that are `optional`. */
export function object<Fields extends TProperties>(fields: Fields): TObject<Fields> {
  return ObjectOf(fields, { additionalProperties: false });
}

/** An object that may be given in parts: a field that is left out keeps the value that it has without it. */
export type TPartialObject<Fields extends TProperties = TProperties> = TObject<Fields> & { '~partial': true };

/** `Static` is the complete object, `Given` the one in parts. */
export function partial<Fields extends TProperties>(fields: Fields): TPartialObject<Fields> {
  const { required: _, ...schema } = object(fields);
  return Object.defineProperty(schema, '~partial', { value: true }) as TPartialObject<Fields>;
}

/** The type of a value as it may be given: any parts of what is `partial`, and all of everything else. */
export type Given<Schema extends TSchema> =
  Schema extends TPartialObject<infer Fields>
    ? { [Name in keyof Fields]?: Given<Fields[Name]> }
    : Static<Schema>;

/** The fields of what may be given in parts; `undefined` for every other schema. */
export function partsOf(schema: TSchema): TProperties | undefined {
  return '~partial' in schema ? (schema as TPartialObject).properties : undefined;
}

/** An object with names of the writer's own choosing; `names` is what each must be like. */
export function map<Values extends TSchema>(
  values: Values,
  names?: TSchema,
): TUnsafe<{ [name: string]: Static<Values> }> {
  return Unsafe({ type: 'object', additionalProperties: values, ...(names && { propertyNames: names }) });
}

/** An object with any of these names. To the compiler it is like any other map. */
export function someOf<Values extends TSchema>(
  names: readonly string[],
  values: Values,
): TUnsafe<{ [name: string]: Static<Values> }> {
  return Unsafe(object(each(names, optional(values))));
}

/** One of these values. */
export function oneOf<const Values extends readonly (string | number)[]>(
  ...values: Values
): TUnsafe<Values[number]> {
  return Unsafe({ enum: values });
}

/** This value and no other. */
export function constant<const Value extends string | number>(value: Value): TUnsafe<Value> {
  return Unsafe({ const: value });
}

type Flat<T> = { [Name in keyof T]: T[Name] } & {};

/** The type of data that is not changed, and in which what may be left out can be undefined, too. */
export type Data<Schema extends TSchema> = Kept<Static<Schema>>;

type Kept<T> = T extends readonly (infer Item)[]
  ? readonly Kept<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Kept<T[Name]> | (object extends Pick<T, Name> ? undefined : never) }
    : T;

/** Objects that are distinguished by the value of one field. */
export function discriminated<const Tag extends string, Forms extends { [value: string]: TObject }>(
  tag: Tag,
  forms: Forms,
): TUnsafe<{ [Value in keyof Forms]: Flat<{ [T in Tag]: Value } & Static<Forms[Value]>> }[keyof Forms]> {
  const branches = Object.entries(forms).map(([value, { required, properties, ...form }]) => ({
    ...form,
    required: [tag, ...(required ?? [])],
    properties: { [tag]: constant(value), ...properties },
  }));
  return Unsafe({ type: 'object', discriminator: { propertyName: tag }, required: [tag], oneOf: branches });
}

/** Refers to a definition of this name in the `definitions` of the schema that this one becomes a part of. */
export function refer<Schema extends TSchema>(name: string, _: Schema): TUnsafe<Static<Schema>> {
  return Unsafe({ $ref: `#/definitions/${name}` });
}

/** The same, or `null`. For schemas of one plain type. */
export function orNull<Schema extends TSchema & { type: string }>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> {
  return Unsafe({ ...schema, type: [schema.type, 'null'] });
}

/** The same, or one word. The description says both. */
export function orWord<Schema extends TSchema & { type: string }, const Word extends string>(
  schema: Schema & { description?: string },
  word: Word,
): TUnsafe<Static<Schema> | Word> {
  const description = `${schema.description}, or \`${word}\``;
  return Unsafe({ ...schema, description, type: [schema.type, 'string'], pattern: `^${word}$` });
}

/** The same, with a description for people. The form of a value that has a code of its own is still said (`x-form`). */
export function describe<Schema extends TSchema>(description: string, schema: Schema): Schema {
  const said = (keyword: string): unknown => Reflect.get(schema, keyword);
  // TypeBox keeps its own knowledge of a schema in properties that are not enumerable.
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(schema),
    description: { value: description, enumerable: true },
    ...(said('x-code') !== undefined && {
      'x-form': { value: said('x-form') ?? said('description'), enumerable: true },
    }),
  });
}

/** Fields of these names, all of one schema. */
export function each<const Name extends string, Schema extends TSchema>(
  names: readonly Name[],
  schema: Schema,
): { [N in Name]: Schema } {
  return tableFrom(names.map((name): [Name, Schema] => [name, schema]));
}

/** Fields of one schema, with a description for each. */
export function described<Name extends string, Schema extends TSchema>(
  words: { readonly [N in Name]: string },
  schema: Schema,
): { [N in Name]: Schema } {
  return mapTable(words, (word) => describe(word, schema));
}

/** A format: the JSON Schema that data must follow, and for the compiler the type of the data that does. */
export interface Format<Data> {
  readonly schema: object;
  /** Never there at run time. */
  readonly data?: Data;
}

export type DataOf<F extends Format<unknown>> = Exclude<F['data'], undefined>;

/** The format of a schema. */
export function formatOf<Schema extends TSchema>(schema: Schema): Format<Static<Schema>> {
  return { schema };
}
