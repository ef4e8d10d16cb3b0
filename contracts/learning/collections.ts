/** The records in the reply of a list: where they are, and whether they are a list or a map. */
import { isFields } from '../kit/fields.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import type { ListedName } from '../specification/operations.ts';
import { listResource } from '../specification/records/kinds.ts';
import { isZone } from './forms.ts';
import { isScalar, leavesOf, type Node, nodesOf, plainName } from './leaves.ts';
import { constantNames, listNames, pageNames, resourceNames } from './names.ts';

/** Records as they came, with the key of each where they are a map. */
export interface Collection {
  readonly form: 'array' | 'map';
  readonly at: string;
  readonly items: readonly { readonly key?: string; readonly value: unknown }[];
  /** A map from a key to one value in place of a record. */
  readonly isPlain: boolean;
}

/** So many records of one reply are looked at. */
const MOST = 200;

/** The one collection of a reply; `undefined` where there is none, or where it could be one of several. */
export function collectionOf(json: unknown, list: ListedName): Collection | undefined {
  const nodes = nodesOf(json);
  const arrays = nodes.filter(({ value }) => Array.isArray(value) && value.every(isFields));
  const filled = arrays.filter(({ value }) => Array.isArray(value) && value.length > 0);
  const array = only(filled) ?? named(filled, list) ?? (filled.length === 0 ? only(arrays) : undefined);
  const maps = nodes.filter((node) => isMap(node, list));
  // A map inside of another is part of its records.
  const map = only(maps.filter(({ pointer }) => !maps.some((other) => isInside(pointer, other.pointer))));
  if (map && array && !isInside(array.pointer, map.pointer)) return undefined;
  if (map && isFields(map.value)) return fromMap(map.pointer, map.value);
  if (!array || !Array.isArray(array.value)) return undefined;
  const items = array.value.slice(0, MOST).map((value) => ({ value }));
  return { form: 'array', at: array.pointer, items, isPlain: false };
}

function fromMap(at: string, value: { readonly [key: string]: unknown }): Collection {
  const items = entriesOf(value);
  return { form: 'map', at, items, isPlain: items.every((item) => !isFields(item.value)) };
}

function entriesOf(value: { readonly [key: string]: unknown }): Collection['items'] {
  return Object.entries(value)
    .filter(([key, entry]) => !isBeside(key, entry))
    .slice(0, MOST)
    .map(([key, entry]) => ({ key, value: entry }));
}

/** The records of a reply that has them where another one had; `undefined` where it has not. */
export function itemsAt(json: unknown, { form, at }: Collection): Collection['items'] | undefined {
  const value = follow(json, splitPointer(at));
  if (form === 'map') return isFields(value) ? entriesOf(value) : undefined;
  return Array.isArray(value) ? value.slice(0, MOST).map((item) => ({ value: item })) : undefined;
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** The one of several lists that is called as lists of these records are. */
function named(nodes: readonly Node[], list: ListedName): Node | undefined {
  const resource = listResource[list];
  const words = resourceNames[resource] ?? [];
  const names = new Set([...listNames, plainName(list), ...words.map((word) => `${word}s`)]);
  return only(nodes.filter(({ names: way }) => names.has(plainName(way.at(-1) ?? ''))));
}

function isInside(pointer: string, outer: string): boolean {
  return pointer !== outer && pointer.startsWith(`${outer}/`);
}

/** Returns whether an object is a map of records: its entries are alike, or its keys are those of the list. */
function isMap({ value }: Node, list: ListedName): boolean {
  if (!isFields(value)) return false;
  const entries = Object.entries(value).filter(([key, entry]) => !isBeside(key, entry));
  const keys = list === 'countries' ? isCountryCode : list === 'timeZones' ? isZone : undefined;
  if (keys) return entries.length > 0 && entries.every(([key]) => keys(key));
  const [[key = '', first] = []] = entries;
  // One entry alone is a record where its key is in it, too.
  if (entries.length === 1)
    return isFields(first) && leavesOf(first).some((leaf) => String(leaf.value) === key);
  if (entries.length === 0 || !entries.every(([, entry]) => isFields(entry) && areAlike(entry, first)))
    return false;
  // Names in place of ids are the fields of one record.
  return entries.every(([key]) => /\d/.test(key));
}

/** Returns whether a value in a map is none of its records, but says how the call went or which page this is. */
function isBeside(key: string, value: unknown): boolean {
  return isScalar(value) && (constantNames.has(plainName(key)) || pageWords.has(plainName(key)));
}

const pageWords: ReadonlySet<string> = new Set(Object.values(pageNames).flat());

function isCountryCode(key: string): boolean {
  return /^[A-Z]{2}$/.test(key);
}

function areAlike(one: object, other: unknown): boolean {
  const names = Object.keys(one);
  return isFields(other) && names.filter((name) => Object.hasOwn(other, name)).length * 2 > names.length;
}
