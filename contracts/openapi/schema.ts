/** Places in a payload as one JSON Schema: what `profile/lens/tree.ts` is for payloads themselves. */
import { isDeepEqual, type Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';

/** A JSON Schema (draft 2020-12), which OpenAPI 3.1 has for payloads. */
export interface Schema {
  [keyword: string]: Json;
}

/** A place of a payload, and its schema. */
export interface Place {
  /** A JSON Pointer; empty for the whole payload. */
  readonly at: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Tells whether it is an object, beside whose fields others can be. */
  readonly isObject?: boolean;
}

/** A place for each fixed value. */
export function constantPlaces(constants: { readonly [pointer: string]: Json } = {}): Place[] {
  return Object.entries(constants).map(([at, value]) => ({ at, schema: { const: value }, required: true }));
}

/** The schema of the payload that has these places. */
export function schemaOfPlaces(places: readonly Place[]): Schema {
  return schemaWithin(places.map((place) => ({ place, names: splitPointer(place.at) })));
}

interface Way {
  readonly place: Place;
  /** The names that are left of the way to it. */
  readonly names: readonly string[];
}

function schemaWithin(ways: readonly Way[]): Schema {
  const here = ways.find(({ names }) => names.length === 0)?.place;
  const inside = grouped(
    ways.filter(({ names }) => names.length > 0),
    ({ names: [first = ''] }) => first,
  );
  if (inside.size === 0) return here?.schema ?? { type: 'object' };
  const parts = [...inside].map(([name, further]) => ({
    name,
    schema: schemaWithin(further.map(({ place, names }) => ({ place, names: names.slice(1) }))),
    // An object is there when anything in it is.
    required: further.some(({ place }) => place.required),
  }));
  // Names 0, 1, 2 … make an array. An item without a value is `null`.
  const isRow = parts.every((_, index) => inside.has(String(index)));
  const row = parts
    .toSorted((one, other) => Number(one.name) - Number(other.name))
    .map(({ schema, required }) => (required ? schema : { anyOf: [schema, { type: 'null' }] }));
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  const own: Schema = isRow
    ? { type: 'array', prefixItems: row, minItems: row.length, maxItems: row.length }
    : {
        type: 'object',
        ...(required.length > 0 && { required }),
        properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
      };
  if (!here) return own;
  // A map takes all names but those that are listed with it.
  if (here.isObject && 'additionalProperties' in here.schema) return { ...here.schema, ...own };
  return here.isObject ? { allOf: [here.schema, own] } : here.schema;
}

/** One of several schemas, each of them once. */
export function anyOf(schemas: readonly Schema[]): Schema {
  // A part that is one of several itself counts as these.
  const all = schemas.flatMap((one) => (Array.isArray(one.anyOf) ? (one.anyOf as Schema[]) : [one]));
  const different = all.filter((one, index) => all.findIndex((other) => isDeepEqual(one, other)) === index);
  const [only = {}] = different;
  return different.length > 1 ? { anyOf: different } : only;
}

/** Items by a key that they have in common, in their order. */
export function grouped<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
