/** Findings about payloads: wrappings, fields of records, ids and times, from replies to reads. */
import { isFields } from '../kit/fields.ts';
import { isDeepEqual } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import {
  guardedOperations,
  type ListedName,
  listOperation,
  type PathResource,
  pathResources,
  readOperation,
} from '../specification/operations.ts';
import { limitFacts, recordFacts } from '../specification/records/index.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { factsIn, type Place, placesOf } from './facts.ts';
import { counted, type Drafts, same } from './finding.ts';
import { areOfKind, idFormOf, isNumeric, isZone, timeFormOf } from './forms.ts';
import { nodesOf, plainName, plainValue } from './leaves.ts';
import { constantNames, factNames, limitNames } from './names.ts';
import { factsOf, type Known, knownOf, type Listed, listedIn, listOf } from './records.ts';
import { grantedOf, isGranted, type Seen } from './seen.ts';

export interface Payloads {
  readonly listed: { readonly [L in ListedName]: Listed };
  readonly known: { readonly [R in PathResource]: Known };
  /** The places of the facts of each resource that were told. */
  readonly facts: { readonly [R in PathResource]: { readonly [fact: string]: Place } };
}

export function payloadsIn(seen: readonly Seen[]): Payloads {
  const listed = mapTable(listOperation, (_, list) => listedIn(seen, list));
  const known = mapTable(listOf, (list, resource) => knownOf(resource, listed[list], seen));
  const ids = mapTable(known, (one) => one.ids);
  return { listed, known, facts: mapTable(known, (one, resource) => factsOf(resource, one, ids)) };
}

export function sayPayloads(seen: readonly Seen[], payloads: Payloads, drafts: Drafts): void {
  sayStatuses(seen, drafts);
  const { listed, known, facts } = payloads;
  for (const resource of pathResources) {
    const { pages, wrapping } = listed[listOf[resource]];
    if (wrapping) sayList(listOf[resource], listed[listOf[resource]], drafts);
    const { at } = known[resource];
    const replies = grantedOf(seen, readOperation[resource]);
    if (at) {
      drafts.say(
        'operations.envelope',
        ['records', resource, 'at'],
        at.pointer,
        counted(at.seen, 'replies', replies.length),
      );
      sayConstants(['records', resource, 'constants'], replies, at.pointer, facts[resource], drafts);
    } else if (pages.length > 0)
      drafts.note(`No read of one ${resource} could be told from the list of ${resource}s.`);
    sayFacts(resource, facts[resource], drafts);
  }
  sayNoGroup(payloads, drafts);
  for (const list of ['countries', 'timeZones'] as const) sayReference(list, listed[list], drafts);
  sayLimits(known.device, facts.device, drafts);
  const location = sayLocation(seen, payloads, drafts);
  sayTimes(
    [...pathResources.map((resource) => [resource, facts[resource]] as const), ['location', location]],
    drafts,
  );
  sayIds(known, drafts);
}

function sayStatuses(seen: readonly Seen[], drafts: Drafts): void {
  for (const { id } of guardedOperations) {
    const granted = grantedOf(seen, id);
    const statuses = new Set(granted.map(({ status }) => status));
    const evidence = counted(granted.length, 'replies');
    drafts.say('operations.status', [id], same([...statuses]), evidence);
    if (statuses.size > 1) drafts.note(`${id} succeeds with ${[...statuses].join(' and ')}.`);
  }
  const withBody = seen.filter(
    (one) => isGranted(one) && one.operation !== 'issueToken' && one.json !== undefined,
  );
  const type = same(withBody.map(({ headers }) => headers['content-type'] ?? '')) ?? '';
  if (/^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(type))
    drafts.say('operations.envelope', ['contentType'], type, counted(withBody.length, 'replies'));
}

function sayList(
  list: keyof Payloads['listed'],
  { wrapping, pages }: Listed,
  drafts: Drafts,
  more = {},
): void {
  if (!wrapping) return;
  const { form, at } = wrapping;
  const evidence = counted(pages.length, 'replies');
  drafts.say('operations.envelope', ['lists', list], { form, at, ...more }, evidence);
  const replies = pages.map(({ seen }) => seen);
  // A list that is the whole reply has nothing beside it; in a map its own names are beside its records.
  if (at !== '' || form === 'map') sayConstants(['lists', list, 'constants'], replies, at, {}, drafts, form);
}

/** Fields beside a record that were the same in all replies, as far as their names and values may be kept. */
function sayConstants(
  way: readonly string[],
  replies: readonly Seen[],
  at: string,
  facts: { readonly [fact: string]: Place },
  drafts: Drafts,
  form?: 'array' | 'map',
): void {
  if (replies.length < 2) return;
  const taken = new Set(Object.values(facts).map(({ pointer }) => at + pointer));
  const isOutside = ({ pointer, names }: Place) =>
    at === '' ? form !== 'map' || names.length === 1 : !`${pointer}/`.startsWith(`${at}/`);
  const constants = placesOf(replies.map(({ json }) => json)).flatMap((place) => {
    const { pointer, names, values, seen, of } = place;
    const value = plainValue(values[0]);
    const isUsual = constantNames.has(plainName(names.at(-1) ?? '')) && isOutside(place);
    const isConstant = seen === of && values.every((one) => one === value) && !taken.has(pointer);
    return isUsual && isConstant && value !== undefined ? [[pointer, value] as const] : [];
  });
  const evidence = counted(replies.length, 'replies');
  drafts.sayConstants('operations.envelope', way.slice(0, -1), Object.fromEntries(constants), evidence);
}

function sayFields(
  opening: Parameters<Drafts['say']>[0],
  kinds: { readonly [fact: string]: FactKind },
  facts: { readonly [fact: string]: Place },
  drafts: Drafts,
): void {
  for (const [fact, { pointer, seen, of, values }] of Object.entries(facts)) {
    const evidence = counted(seen, 'records', of);
    drafts.say(opening, ['fields', fact], pointer, evidence);
    if (isText(kinds[fact], values)) drafts.say(opening, ['forms', fact], 'text', evidence);
  }
}

function sayFacts(
  resource: keyof typeof recordFacts,
  facts: { readonly [fact: string]: Place },
  drafts: Drafts,
): void {
  sayFields(`records.${resource}`, recordFacts[resource], facts, drafts);
}

const measures: ReadonlySet<FactKind> = new Set(['number', 'speed', 'course', 'length', 'distance']);

/** Returns whether a fact that is a number is written as text. */
function isText(kind: FactKind | undefined, values: readonly unknown[]): boolean {
  const given = values.filter((value) => value !== null);
  return kind !== undefined && measures.has(kind) && given.length > 0 && given.every(isNumeric);
}

/** Values that stand for no group. */
const noGroup: readonly unknown[] = [0, '', -1, '0'];

/** A group that no group has the id of is none: where all groups are known, and a member of none of them has it. */
function sayNoGroup({ facts, known }: Payloads, drafts: Drafts): void {
  const groups = new Set(known.group.ids.map(String));
  const ids = facts.device.groupId?.values ?? [];
  const [other, ...others] = new Set(ids.filter((id) => id !== null && !groups.has(String(id))));
  const word = others.length === 0 && noGroup.includes(other) ? plainValue(other) : undefined;
  drafts.say('records.device', ['values', 'groupId', 'null'], word, 'no group has this id');
}

/** Countries and time zones: their values alone tell which place is which. */
function sayReference(list: 'countries' | 'timeZones', listed: Listed, drafts: Drafts): void {
  const { wrapping, pages } = listed;
  if (!wrapping) return;
  const resource = list === 'countries' ? 'country' : 'timeZone';
  const identifying = list === 'countries' ? 'code' : 'id';
  const items = pages.flatMap((page) => page.items);
  if (wrapping.isPlain) {
    const isName = items.every(({ value }) => typeof value === 'string');
    if (!isName) return;
    sayList(list, listed, drafts, { value: 'name' });
    // A map from one to the other has no records: their places are asked for, and never used.
    for (const fact of [identifying, 'name'])
      drafts.say(`records.${resource}`, ['fields', fact], `/${fact}`, 'a map of names');
    return;
  }
  sayList(list, listed, drafts);
  const places = placesOf(items.map(({ value }) => value)).filter(({ seen, of }) => seen === of);
  const isIdentifying = ({ values }: Place): boolean =>
    values.every((value) => (list === 'countries' ? /^[A-Z]{2}$/.test(String(value)) : isZone(value)));
  const ids = places.filter(isIdentifying);
  const [id] = ids.length === 1 ? ids : [];
  const rest = places.filter((place) => place !== id);
  const { [identifying]: _, ...kinds }: { [fact: string]: FactKind } = recordFacts[resource];
  const others = factsIn(rest, { kinds, names: factNames[resource] });
  sayFacts(resource, { ...(id && { [identifying]: id }), ...others }, drafts);
}

function sayLimits({ records }: Known, facts: { readonly [fact: string]: Place }, drafts: Drafts): void {
  const taken = new Set(Object.values(facts).map(({ pointer }) => pointer));
  const places = placesOf(records).filter(({ pointer }) => !taken.has(pointer));
  const found = factsIn(places, { kinds: limitFacts, names: limitNames });
  sayFields('limits.names', limitFacts, found, drafts);
}

/** The place of a location in its reply is told by the way in which other replies are wrapped. */
function sayLocation(seen: readonly Seen[], { known }: Payloads, drafts: Drafts): { [fact: string]: Place } {
  const replies = grantedOf(seen, 'lastLocation').filter(({ json }) => isFields(json));
  const ways = new Set(replies.map(({ json }) => locationIn(json, known)));
  const [at] = ways;
  if (replies.length === 0 || ways.size !== 1 || at === undefined) return {};
  const records = replies.map(({ json }) => follow(json, splitPointer(at)));
  const isAsked = (values: readonly unknown[]) =>
    values.length === replies.length && values.every((value, index) => String(value) === replies[index]?.id);
  const found = factsIn(placesOf(records), {
    kinds: recordFacts.location,
    names: factNames.location,
    checks: { deviceId: isAsked },
  });
  const facts = { ...found, ...positionIn(records, drafts) };
  if (facts.latitude === undefined || facts.longitude === undefined) return {};
  drafts.say('operations.envelope', ['records', 'location', 'at'], at, counted(replies.length, 'replies'));
  sayConstants(['records', 'location', 'constants'], replies, at, facts, drafts);
  sayFacts('location', facts, drafts);
  return facts;
}

/** Where the reply of a location is wrapped as that of a device is: at the same place, or at the one object beside the same fields. */
function locationIn(json: unknown, { device }: Payloads['known']): string | undefined {
  if (!device.at) return undefined;
  const way = splitPointer(device.at.pointer);
  if (isFields(follow(json, way))) return device.at.pointer;
  const above = follow(json, way.slice(0, -1));
  if (!isFields(above)) return undefined;
  const objects = Object.entries(above).filter(([, value]) => isFields(value));
  const [only] = objects;
  return objects.length === 1 && only
    ? nodesOf(json).find(({ value }) => value === only[1])?.pointer
    : undefined;
}

const position = /^(position|coord(s|inates?)|spot|point|geo|location|lnglat|latlng)$/;

/** A position as a list: which is which shows where a value can be but one of the two. */
function positionIn(records: readonly unknown[], drafts: Drafts): { [fact: string]: Place } {
  const places = placesOf(records).filter(
    ({ names, values }) =>
      position.test(plainName(names.at(-1) ?? '')) &&
      values.every(
        (value) => Array.isArray(value) && value.length >= 2 && areOfKind('number', value.slice(0, 2)),
      ),
  );
  const [place] = places;
  if (places.length !== 1 || !place) return {};
  const values = place.values.filter(Array.isArray);
  const isBeyond = (index: number) => values.some((value) => Math.abs(Number(value[index])) > 90);
  const isGeoJson =
    plainName(place.names.at(-1) ?? '') === 'coordinates' &&
    records.every((record) => follow(record, [...place.names.slice(0, -1), 'type']) === 'Point');
  const longitude = isGeoJson || isBeyond(0) ? 0 : isBeyond(1) ? 1 : undefined;
  if (longitude === undefined || (isBeyond(0) && isBeyond(1))) {
    drafts.note(
      `${place.pointer} of a location has latitude and longitude, and nothing shows which comes first.`,
    );
    return {};
  }
  const at = (index: number): Place => ({
    ...place,
    pointer: `${place.pointer}/${index}`,
    values: values.map((value) => value[index]),
  });
  return { longitude: at(longitude), latitude: at(1 - longitude) };
}

/** The form of most times; facts in another form have it for themselves. */
function sayTimes(
  records: readonly (readonly [keyof typeof recordFacts, { readonly [fact: string]: Place }])[],
  drafts: Drafts,
): void {
  const seen = records.flatMap(([resource, facts]) => {
    const kinds: { readonly [fact: string]: FactKind } = recordFacts[resource];
    return namesOf(kinds).flatMap((fact) => {
      const given = kinds[fact] === 'time' ? (facts[fact]?.values ?? []) : [];
      const forms = given.filter((value) => value !== null).map((value) => timeFormOf(value) ?? null);
      return forms.length === 0 ? [] : [{ resource, fact, form: same(forms) }];
    });
  });
  const all = seen.flatMap(({ form }) => form ?? []);
  if (all.length < seen.length) {
    drafts.note('Times of one field come in several forms.');
    return;
  }
  const count = (one: (typeof all)[number]) => all.filter((form) => isDeepEqual(form, one)).length;
  const [most] = all.toSorted((one, other) => count(other) - count(one));
  // A fact that stands alone may be the one that is written otherwise.
  const base = most && count(most) > 1 ? most : undefined;
  drafts.say('records.time', [], base, counted(base ? count(base) : 0, 'times', seen.length));
  for (const { resource, fact, form } of seen)
    if (!isDeepEqual(form, base))
      drafts.say(`records.${resource}`, ['forms', fact], form ?? undefined, 'all its values');
}

function sayIds(known: Payloads['known'], drafts: Drafts): void {
  const ids = mapTable(known, ({ id }) => id?.values ?? []);
  const form = idFormOf(ids);
  const count = Object.values(ids).flat().length;
  if (form) drafts.say('records.id', [], form, counted(count, 'ids'));
  else if (count > 0) drafts.note('Ids are of forms that cannot be told, or too few to tell them.');
}
