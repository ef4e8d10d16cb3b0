/** The records in the reply of a list: where they are, and whether they are a list or a map. */
import { isFields } from '../kit/fields.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import type { ListedName } from '../specification/operations.ts';
import { listResource } from '../specification/records/kinds.ts';
import { factChecks, isZone } from './forms.ts';
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
  const at = (map ?? array)?.pointer;
  const form = map ? 'map' : 'array';
  const items = at === undefined ? undefined : itemsAt(json, { form, at });
  if (at === undefined || !items) return undefined;
  return { form, at, items, isPlain: form === 'map' && items.every(({ value }) => !isFields(value)) };
}

/** The records of a reply that has them where another one had; `undefined` where it has not. */
export function itemsAt(
  json: unknown,
  { form, at }: Pick<Collection, 'form' | 'at'>,
): Collection['items'] | undefined {
  const value = follow(json, splitPointer(at));
  if (form === 'array')
    return Array.isArray(value) ? value.slice(0, MOST).map((item) => ({ value: item })) : undefined;
  const items = isFields(value) ? entriesIn(value).slice(0, MOST) : undefined;
  return items?.map(([key, entry]) => ({ key, value: entry }));
}

/** The entries of a map that are its records, and do not say how the call went or which page this is. */
function entriesIn(value: object): [key: string, entry: unknown][] {
  const isBeside = (name: string) => constantNames.has(name) || pageWords.has(name);
  return Object.entries(value).filter(([key, entry]) => !isScalar(entry) || !isBeside(plainName(key)));
}

const pageWords: ReadonlySet<string> = new Set(Object.values(pageNames).flat());

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** The one of several lists that is called as lists of these records are. */
function named(nodes: readonly Node[], list: ListedName): Node | undefined {
  const words = resourceNames[listResource[list]] ?? [];
  const names = new Set([...listNames, plainName(list), ...words.map((word) => `${word}s`)]);
  return only(nodes.filter(({ names: way }) => names.has(plainName(way.at(-1) ?? ''))));
}

function isInside(pointer: string, outer: string): boolean {
  return pointer !== outer && pointer.startsWith(`${outer}/`);
}

/** Checks of what tells the records of a list of choices from each other. */
export const isChoice: { readonly [L in ListedName]?: (key: unknown) => boolean } = {
  countries: (key) => factChecks.code?.(key) === true,
  timeZones: isZone,
};

/** Returns whether an object is a map of records: its entries are alike, or its keys are those of the list. */
function isMap({ value }: Node, list: ListedName): boolean {
  const entries = isFields(value) ? entriesIn(value) : [];
  const [[key = '', first] = []] = entries;
  const isKey = isChoice[list];
  if (isKey) return entries.length > 0 && entries.every(([one]) => isKey(one));
  // One entry alone is a record where its key is in it, too.
  if (entries.length === 1)
    return isFields(first) && leavesOf(first).some((leaf) => String(leaf.value) === key);
  // Names in place of ids are the fields of one record.
  return entries.length > 0 && entries.every(([one, entry]) => /\d/.test(one) && areAlike(entry, first));
}

function areAlike(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  return names.filter((name) => Object.hasOwn(other, name)).length * 2 > names.length;
}
