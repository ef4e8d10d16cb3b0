/** The records of each resource in what was seen: where replies have them, and the places of their facts. */
import { isDeepEqual } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { mapTable } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import {
  type ListedName,
  listOperation,
  type PathResource,
  readOperation,
} from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import { type Collection, collectionOf, itemsAt } from './collections.ts';
import { type Facts, factsIn, firstByRank, type Place, placesOf, rankOf } from './facts.ts';
import { leavesOf, nodesOf } from './leaves.ts';
import { factNames } from './names.ts';
import { grantedOf, type Seen } from './seen.ts';

/** All that was seen of the records of a list. */
export interface Listed {
  /** Absent where replies differ in it, or none shows it. */
  readonly wrapping?: Pick<Collection, 'form' | 'at' | 'isPlain'>;
  readonly pages: readonly { readonly seen: Seen; readonly items: Collection['items'] }[];
  /** The records of all pages. */
  readonly items: Collection['items'];
}

/** The resource of a path id, its records and its ids. */
export interface Known {
  readonly records: readonly unknown[];
  /** The place of the record in a reply to a read, and how many replies show it. */
  readonly at?: { readonly pointer: string; readonly seen: number };
  readonly id?: Place;
  readonly ids: readonly unknown[];
}

export interface Payloads {
  readonly listed: { readonly [L in ListedName]: Listed };
  readonly known: { readonly [R in PathResource]: Known };
  /** The places of the facts of each resource that were told. */
  readonly facts: { readonly [R in PathResource]: Facts };
}

/** The list of each of these resources. */
export const listOf = { device: 'devices', group: 'groups', user: 'users' } as const;

export function payloadsIn(seen: readonly Seen[]): Payloads {
  const listed = mapTable(listOperation, (_, list) => listedIn(seen, list));
  const known = mapTable(listOf, (list, resource) => knownOf(resource, listed[list], seen));
  return { listed, known, facts: mapTable(known, (_, resource) => factsOf(resource, known)) };
}

/** The replies of a list by the one that shows most: a page with one record alone does not tell a map from a record. */
export function listedIn(seen: readonly Seen[], list: ListedName): Listed {
  const replies = grantedOf(seen, listOperation[list]).filter(({ json }) => json !== undefined);
  const found = replies.flatMap(({ json }) => collectionOf(json, list) ?? []);
  const [first] = found.toSorted((a, b) => b.items.length - a.items.length);
  if (!first) return { pages: [], items: [] };
  const { items: _, ...wrapping } = first;
  const isLike = ({ items: __, ...other }: Collection) => isDeepEqual({ ...other }, { ...wrapping });
  if (!found.every((one) => one.items.length < 2 || isLike(one))) return { pages: [], items: [] };
  const pages = replies.flatMap((one) => {
    const items = itemsAt(one.json, first);
    return items ? [{ seen: one, items }] : [];
  });
  return { wrapping, pages, items: pages.flatMap(({ items }) => items) };
}

/** The records of a resource by its list and by reads of single ones, which have to show the same records. */
function knownOf(resource: PathResource, { items }: Listed, seen: readonly Seen[]): Known {
  const ways = grantedOf(seen, readOperation[resource]).flatMap(({ id, json }) => {
    if (id === undefined || json === undefined) return [];
    const candidates = items.filter(
      ({ key, value }) => key === id || leavesOf(value).some((leaf) => String(leaf.value) === id),
    );
    const found = new Set(candidates.flatMap(({ value }) => whereIs(value, json) ?? []));
    const [pointer, ...others] = found;
    return pointer === undefined || others.length > 0 ? [] : [{ id, pointer, json }];
  });
  const [pointer, ...others] = new Set(ways.map((way) => way.pointer));
  const isSure = pointer !== undefined && others.length === 0;
  const read = isSure
    ? ways.map(({ id, json }) => ({ id, record: follow(json, splitPointer(pointer)) }))
    : [];
  const records = [...items.map(({ value }) => value), ...read.map(({ record }) => record)];
  const id = idPlace(resource, read, records);
  const values = id?.values ?? items.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return {
    ...{ records, ids: [...new Set(values)] },
    ...(isSure && { at: { pointer, seen: ways.length } }),
    ...(id && { id }),
  };
}

/** The share of a record's values that a reply has to have in their places. */
const ENOUGH = 0.6;

/** Returns the place of a known record in a reply; `undefined` if it has none, or two. */
function whereIs(record: unknown, reply: unknown): string | undefined {
  const leaves = leavesOf(record);
  const found = firstByRank(nodesOf(reply), ({ value }) => {
    const same = leaves.filter((leaf) => isDeepEqual(follow(value, leaf.names), leaf.value));
    return -same.length / leaves.length;
  });
  return found && -found.rank >= ENOUGH ? found.place.pointer : undefined;
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
  const usual = factNames[resource].id ?? [];
  return firstByRank(places, (place) => rankOf(place, usual) ?? Number.POSITIVE_INFINITY)?.place;
}

/** The facts of the records of a resource, each at its place. */
function factsOf(resource: PathResource, all: Payloads['known']): Facts {
  const exist = (other: PathResource) => {
    const texts = new Set(all[other].ids.map(String));
    return (values: readonly unknown[]) => values.flat().some((value) => texts.has(String(value)));
  };
  const checks = { groupId: exist('group'), groupIds: exist('group'), deviceIds: exist('device') };
  const { id: _, ...kinds } = recordFacts[resource];
  const { records, id } = all[resource];
  const places = placesOf(records).filter(({ pointer }) => pointer !== id?.pointer);
  return { ...(id && { id }), ...factsIn(places, { kinds, names: factNames[resource], checks }) };
}

/** The ids that a path can have, of the records of a list: to be tried in this order. */
export function idCandidates(resource: PathResource, { items }: Listed): string[][] {
  const keys = items.flatMap(({ key }) => key ?? []);
  const places = idPlaces(resource, items).map(({ values }) => values.map(String));
  return keys.length > 0 ? [keys, ...places] : places;
}

/** The places that tell records apart: those under the most usual names of ids first, then any that look like ids. */
export function idPlaces(resource: PathResource, items: Collection['items']): Place[] {
  const usual = factNames[resource].id ?? [];
  // Codes and numbers are ids more often than names are, and these more often than times.
  const forms = [/^[\w-]+$/, /^(?!\d{4}-\d\d-\d\dT)/];
  const rank = (place: Place) => {
    const form = forms.findIndex((one) => place.values.every((value) => one.test(String(value))));
    return rankOf(place, usual) ?? (form < 0 ? 102 : 100 + form);
  };
  return placesOf(items.map(({ value }) => value))
    .filter(({ values, seen, of }) => {
      const isId = values.every((one) => ['string', 'number', 'bigint'].includes(typeof one) && one !== '');
      return isId && seen === of && new Set(values.map(String)).size === of;
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
