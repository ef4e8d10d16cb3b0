/** Places in a payload as one JSON Schema: what `profile/lens/tree.ts` is for payloads themselves. */
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';

/** A JSON Schema (draft 2020-12), which OpenAPI 3.1 has for payloads. */
export interface Schema {
  [keyword: string]: Json;
}

/** A JSON value as an object; of any other none. */
export function objectIn(json: Json | undefined): Schema {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}

/** A JSON value as a list; of any other none. */
export function listIn(json: Json | undefined): Json[] {
  return Array.isArray(json) ? json : [];
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

interface Branch {
  place?: Place;
  children: Map<string, Branch>;
}

/** The schema of the payload that has these places. `others` says whether its objects have other fields; by default it is not said. */
export function schemaOfPlaces(places: readonly Place[], others?: boolean): Schema {
  const root: Branch = { children: new Map() };
  for (const place of places) {
    let branch = root;
    for (const name of splitPointer(place.at)) {
      const child: Branch = branch.children.get(name) ?? { children: new Map() };
      branch.children.set(name, child);
      branch = child;
    }
    branch.place = place;
  }
  return schemaOfBranch(root, others);
}

/** A place for each fixed value. */
export function constantPlaces(constants: { readonly [pointer: string]: Json } = {}, at = ''): Place[] {
  return Object.entries(constants).map(([pointer, value]) => ({
    at: at + pointer,
    schema: { const: value },
    required: true,
  }));
}

function schemaOfBranch({ place, children }: Branch, others: boolean | undefined): Schema {
  if (children.size === 0) return place?.schema ?? { type: 'object' };
  const own = isRow(children) ? rowOf(children, others) : objectOf(children, others);
  if (!place) return own;
  // A map takes all names but those that are listed with it.
  if (place.isObject && 'additionalProperties' in place.schema) return { ...place.schema, ...own };
  return place.isObject ? { allOf: [place.schema, own] } : place.schema;
}

function objectOf(children: Branch['children'], others: boolean | undefined): Schema {
  const required = [...children].filter(([, branch]) => isRequired(branch)).map(([name]) => name);
  const properties = Object.fromEntries(
    [...children].map(([name, branch]) => [name, schemaOfBranch(branch, others)]),
  );
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
    ...(others !== undefined && { additionalProperties: others }),
  };
}

/** Names 0, 1, 2 … make an array. An item without a value is `null`. */
function rowOf(children: Branch['children'], others: boolean | undefined): Schema {
  const items = [...children].sort(([one], [other]) => Number(one) - Number(other));
  const length = items.length;
  const prefixItems = items.map(([, branch]) =>
    isRequired(branch)
      ? schemaOfBranch(branch, others)
      : { anyOf: [schemaOfBranch(branch, others), { type: 'null' }] },
  );
  return { type: 'array', prefixItems, minItems: length, maxItems: length };
}

function isRow(children: Branch['children']): boolean {
  return [...children].every((_, index) => children.has(String(index)));
}

/** An object is there when anything in it is. */
function isRequired({ place, children }: Branch): boolean {
  return place?.required === true || [...children.values()].some(isRequired);
}
