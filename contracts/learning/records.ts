/** The records of each resource in what was seen: where replies have them, and the places of their facts. */

import { isDeepEqual } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import {
  type ListedName,
  listOperation,
  type PathResource,
  readOperation,
} from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import { type Collection, collectionOf, itemsAt } from './collections.ts';
import { factsIn, firstByRank, type Place, placesOf, rankOf } from './facts.ts';
import { leavesOf, nodesOf } from './leaves.ts';
import { factNames } from './names.ts';
import { grantedOf, type Seen } from './seen.ts';

/** All that was seen of the records of a list. */
export interface Listed {
  /** Absent where replies differ in it, or none shows it. */
  readonly wrapping?: Pick<Collection, 'form' | 'at' | 'isPlain'>;
  readonly pages: readonly { readonly seen: Seen; readonly items: Collection['items'] }[];
}

/** The resource of a path id, its records and its ids. */
export interface Known {
  readonly records: readonly unknown[];
  /** Where a reply to a read has the record, and how many replies show it. */
  readonly at?: { readonly pointer: string; readonly seen: number };
  readonly id?: Place;
  readonly ids: readonly unknown[];
}

/** The replies of a list by the one that shows most: a page with one record alone does not tell a map from a record. */
export function listedIn(seen: readonly Seen[], list: ListedName): Listed {
  const replies = grantedOf(seen, listOperation[list]).filter(({ json }) => json !== undefined);
  const found = replies.flatMap(({ json }) => collectionOf(json, list) ?? []);
  const [first] = found.toSorted((a, b) => b.items.length - a.items.length);
  if (!first) return { pages: [] };
  const { form, at, isPlain } = first;
  const isLike = (other: Collection) => other.form === form && other.at === at && other.isPlain === isPlain;
  if (!found.every((one) => one.items.length < 2 || isLike(one))) return { pages: [] };
  const pages = replies.flatMap((one) => {
    const items = itemsAt(one.json, first);
    return items ? [{ seen: one, items }] : [];
  });
  return { wrapping: { form, at, isPlain }, pages };
}

/** The list of each of these resources. */
export const listOf = { device: 'devices', group: 'groups', user: 'users' } as const;

/** The records of a resource by its list and by reads of single ones, which have to show the same records. */
export function knownOf(resource: PathResource, listed: Listed, seen: readonly Seen[]): Known {
  const items = listed.pages.flatMap((page) => page.items);
  const replies = grantedOf(seen, readOperation[resource]).filter(
    ({ id, json }) => id !== undefined && json !== undefined,
  );
  const ways = replies.flatMap(({ id = '', json }) => {
    const candidates = items.filter(
      ({ key, value }) => key === id || leavesOf(value).some((leaf) => String(leaf.value) === id),
    );
    const found = candidates.map(({ value }) => whereIs(value, json)).filter((way) => way !== undefined);
    return found.length > 0 && new Set(found).size === 1 ? [{ id, pointer: found[0] ?? '', json }] : [];
  });
  const pointers = new Set(ways.map(({ pointer }) => pointer));
  const [pointer] = pointers;
  const isSure = pointer !== undefined && pointers.size === 1 && ways.length > 0;
  const read = isSure
    ? ways.map(({ id, json }) => ({ id, record: follow(json, splitPointer(pointer)) }))
    : [];
  const records = [...items.map(({ value }) => value), ...read.map(({ record }) => record)];
  const id = idPlace(resource, read, records);
  const values = id?.values ?? items.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return {
    records,
    ...(isSure && { at: { pointer, seen: ways.length } }),
    ...(id && { id }),
    ids: [...new Set(values)],
  };
}

/** The share of a record's values that a reply has to have in their places. */
const ENOUGH = 0.6;

/** Where a reply has a record that is known; `undefined` where it has not, or at two places. */
function whereIs(record: unknown, reply: unknown): string | undefined {
  const leaves = leavesOf(record);
  if (leaves.length === 0) return undefined;
  const scored = nodesOf(reply).map(({ pointer, value }) => {
    const same = leaves.filter((leaf) => isDeepEqual(follow(value, leaf.names), leaf.value));
    return { pointer, share: same.length / leaves.length };
  });
  const most = Math.max(...scored.map(({ share }) => share));
  const best = scored.filter(({ share }) => share === most);
  return most >= ENOUGH && best.length === 1 ? best[0]?.pointer : undefined;
}

/** The place that held the id of the path in each read, by the most usual of names where several did. */
function idPlace(
  resource: PathResource,
  read: readonly { readonly id: string; readonly record: unknown }[],
  records: readonly unknown[],
): Place | undefined {
  if (read.length === 0) return undefined;
  const places = placesOf(records).filter(
    ({ names, values }) =>
      read.every(({ id, record }) => String(follow(record, names)) === id) &&
      values.every((value) => value !== null && typeof value !== 'object'),
  );
  const usual: readonly string[] = factNames[resource].id ?? [];
  const ranked = places.map((place) => ({ place, rank: rankOf(place, usual) ?? Number.POSITIVE_INFINITY }));
  return firstByRank(ranked)?.place;
}

/** The facts of the records of a resource, each at its place. */
export function factsOf(
  resource: PathResource,
  known: Known,
  ids: { readonly [R in PathResource]: readonly unknown[] },
) {
  const exist = (other: PathResource) => {
    const texts = new Set(ids[other].map(String));
    return (values: readonly unknown[]) => values.flat().some((value) => texts.has(String(value)));
  };
  const checks = { groupId: exist('group'), groupIds: exist('group'), deviceIds: exist('device') };
  const { id: _, ...kinds } = recordFacts[resource];
  const places = placesOf(known.records).filter(({ pointer }) => pointer !== known.id?.pointer);
  return {
    ...(known.id && { id: known.id }),
    ...factsIn(places, { kinds, names: factNames[resource], checks }),
  };
}

/** The ids that a path can have, of the records of a list: to be tried in this order. */
export function idCandidates(resource: PathResource, { pages }: Listed): string[][] {
  const items = pages.flatMap((page) => page.items);
  const keys = items.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const places = idPlaces(resource, items).map(({ values }) => values.map(String));
  return keys.length > 0 ? [keys, ...places] : places;
}

/** The places that tell records apart: those under the most usual names of ids first, then any that look like ids. */
export function idPlaces(resource: PathResource, items: Collection['items']): Place[] {
  const usual: readonly string[] = factNames[resource].id ?? [];
  const places = placesOf(items.map(({ value }) => value)).filter(({ values, seen, of }) => {
    const isId = values.every(
      (value) => ['string', 'number', 'bigint'].includes(typeof value) && value !== '',
    );
    return isId && seen === of && new Set(values.map(String)).size === of;
  });
  const ranked = places.map((place) => ({ place, rank: rankOf(place, usual) ?? rankOfValues(place.values) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ place }) => place);
}

/** Codes and numbers are ids more often than names are, and these more often than times. */
function rankOfValues(values: readonly unknown[]): number {
  const isOf = (form: RegExp) => values.every((value) => form.test(String(value)));
  return isOf(/^[\w-]+$/) ? 100 : isOf(/^\d{4}-\d\d-\d\dT/) ? 102 : 101;
}
