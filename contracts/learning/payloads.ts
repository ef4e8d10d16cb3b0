/** Findings about payloads: wrappings, fields of records, ids and times, from replies to reads. */
import { isFields } from '../kit/fields.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import {
  guardedOperations,
  type ListedName,
  type PathResource,
  pathResources,
  readOperation,
} from '../specification/operations.ts';
import { limitFacts, recordFacts } from '../specification/records/index.ts';
import { type FactKind, listResource, numericKinds } from '../specification/records/kinds.ts';
import { isChoice } from './collections.ts';
import { type Facts, factsIn, type Place, placesOf } from './facts.ts';
import { by, counted, type Drafts, same } from './finding.ts';
import { areOfKind, idFormOf, isNumeric, sayTimes, timeFormOf } from './forms.ts';
import { nodesOf, plainName, plainValue } from './leaves.ts';
import { constantNames, factNames, limitNames } from './names.ts';
import { type Known, type Listed, listOf, type Payloads } from './records.ts';
import { grantedOf, isGranted, mediaType, type Seen } from './seen.ts';

export function sayPayloads(seen: readonly Seen[], payloads: Payloads, drafts: Drafts): void {
  const { listed, known, facts } = payloads;
  sayStatuses(seen, drafts);
  for (const resource of pathResources) {
    const list = listOf[resource];
    sayList(list, listed[list], drafts);
    const { at } = known[resource];
    if (at) sayRecord(resource, grantedOf(seen, readOperation[resource]), at, facts[resource], drafts);
    else if (listed[list].pages.length > 0)
      drafts.note(`No read of one ${resource} could be told from the list of ${resource}s.`);
    sayFacts(`records.${resource}`, recordFacts[resource], facts[resource], drafts);
  }
  sayNoGroup(payloads, drafts);
  sayChoices('countries', 'code', listed.countries, drafts);
  sayChoices('timeZones', 'id', listed.timeZones, drafts);
  const taken = new Set(Object.values(facts.device).map(({ pointer }) => pointer));
  const free = placesOf(known.device.records).filter(({ pointer }) => !taken.has(pointer));
  const limits = factsIn(free, { kinds: limitFacts, names: limitNames });
  sayFacts('limits.names', limitFacts, limits, drafts);
  sayTimesOf({ ...facts, location: sayLocation(seen, payloads, drafts) }, drafts);
  const ids = mapTable(known, ({ id }) => id?.values ?? []);
  // Ids of groups and users alone do not tell what those of devices are like.
  const form = ids.device.length > 0 ? idFormOf(ids) : undefined;
  const count = Object.values(ids).flat().length;
  drafts.say('records.id', [], form, counted(count, 'ids'));
  if (!form && count > 0)
    drafts.note(
      ids.device.length > 0
        ? 'Ids are of forms that cannot be told, or too few to tell them.'
        : 'No device showed its id; those of groups and users do not tell what it is like.',
    );
}

function sayStatuses(seen: readonly Seen[], drafts: Drafts): void {
  for (const { id } of guardedOperations) {
    const granted = grantedOf(seen, id);
    const statuses = [...new Set(granted.map(({ status }) => status))];
    drafts.say('operations.status', [id], same(statuses), by(granted));
    if (statuses.length > 1) drafts.note(`${id} succeeds with ${statuses.join(' and ')}.`);
  }
  const withBody = seen.filter(
    (one) => isGranted(one) && one.operation !== 'issueToken' && one.json !== undefined,
  );
  const type = same(withBody.map(({ headers }) => headers['content-type'] ?? '')) ?? '';
  if (mediaType.test(type)) drafts.say('operations.envelope', ['contentType'], type, by(withBody));
}

function sayList(list: ListedName, { wrapping, pages }: Listed, drafts: Drafts, more = {}): void {
  if (!wrapping) return;
  const { form, at } = wrapping;
  const replies = pages.map(({ seen }) => seen);
  drafts.say('operations.envelope', ['lists', list], { form, at, ...more }, by(replies));
  // A list that is the whole reply has nothing beside it; in a map its own names are beside its records.
  if (at !== '' || form === 'map') sayConstants(['lists', list], replies, at, {}, drafts, form);
}

/** Says at which place replies have a record, and what is beside it. */
function sayRecord(
  resource: PathResource | 'location',
  replies: readonly Seen[],
  { pointer, seen }: NonNullable<Known['at']>,
  facts: Facts,
  drafts: Drafts,
): void {
  const shown = { ...by(replies), words: counted(seen, 'replies', replies.length) };
  drafts.say('operations.envelope', ['records', resource, 'at'], pointer, shown);
  sayConstants(['records', resource], replies, pointer, facts, drafts);
}

/** Fields beside a record that were the same in all replies, as far as their names and values may be kept. */
function sayConstants(
  way: readonly string[],
  replies: readonly Seen[],
  at: string,
  facts: Facts,
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
  drafts.sayConstants('operations.envelope', way, Object.fromEntries(constants), by(replies));
}

function sayFacts(
  opening: `records.${keyof typeof recordFacts}` | 'limits.names',
  kinds: { readonly [fact: string]: FactKind },
  facts: Facts,
  drafts: Drafts,
): void {
  for (const [fact, { pointer, seen, of, values }] of Object.entries(facts)) {
    const evidence = counted(seen, 'records', of);
    drafts.say(opening, ['fields', fact], pointer, evidence);
    const given = values.filter((value) => value !== null);
    const isText = numericKinds.has(kinds[fact] ?? 'text') && given.length > 0 && given.every(isNumeric);
    if (isText) drafts.say(opening, ['forms', fact], 'text', evidence);
  }
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
function sayChoices(list: 'countries' | 'timeZones', id: string, listed: Listed, drafts: Drafts): void {
  const { wrapping, items } = listed;
  if (!wrapping) return;
  const resource = listResource[list];
  const values = items.map(({ value }) => value);
  if (wrapping.isPlain && !values.every((value) => typeof value === 'string')) return;
  sayList(list, listed, drafts, wrapping.isPlain ? { value: 'name' } : {});
  // A map from one to the other has no records: their places are asked for, and never used.
  if (wrapping.isPlain)
    for (const fact of [id, 'name'])
      drafts.say(`records.${resource}`, ['fields', fact], `/${fact}`, 'a map of names');
  if (wrapping.isPlain) return;
  const places = placesOf(values).filter(({ seen, of }) => seen === of);
  const [own, ...others] = places.filter((place) => place.values.every((one) => isChoice[list]?.(one)));
  const isOwn = own !== undefined && others.length === 0;
  const { [id]: _, ...kinds }: { [fact: string]: FactKind } = recordFacts[resource];
  const free = places.filter((place) => !isOwn || place !== own);
  const facts = { ...(isOwn && { [id]: own }), ...factsIn(free, { kinds, names: factNames[resource] }) };
  sayFacts(`records.${resource}`, recordFacts[resource], facts, drafts);
}

/** The place of a location in its reply is told by the way in which other replies are wrapped. */
function sayLocation(seen: readonly Seen[], { known }: Payloads, drafts: Drafts): Facts {
  const replies = grantedOf(seen, 'lastLocation').filter(({ json }) => isFields(json));
  const at = same(replies.map(({ json }) => locationIn(json, known.device) ?? null)) ?? undefined;
  if (at === undefined) return {};
  const records = replies.map(({ json }) => follow(json, splitPointer(at)));
  const isAsked = (values: readonly unknown[]) =>
    values.length === replies.length && values.every((value, index) => String(value) === replies[index]?.id);
  const found = factsIn(placesOf(records), {
    kinds: recordFacts.location,
    names: factNames.location,
    checks: { deviceId: isAsked },
  });
  const facts = { ...found, ...positionIn(records) };
  if (facts.latitude === undefined || facts.longitude === undefined) return {};
  sayRecord('location', replies, { pointer: at, seen: replies.length }, facts, drafts);
  sayFacts('records.location', recordFacts.location, facts, drafts);
  return facts;
}

/** Finds the location in a reply that is wrapped like that of a device: at the same place, or in the one object beside the same fields. */
function locationIn(json: unknown, { at }: Known): string | undefined {
  if (!at) return undefined;
  const way = splitPointer(at.pointer);
  if (isFields(follow(json, way))) return at.pointer;
  const above = follow(json, way.slice(0, -1));
  const [only, ...others] = isFields(above) ? Object.values(above).filter(isFields) : [];
  return others.length > 0 ? undefined : nodesOf(json).find(({ value }) => value === only)?.pointer;
}

/** A position as in GeoJSON, `coordinates`: the longitude comes first. */
function positionIn(records: readonly unknown[]): Facts {
  const isPair = (value: unknown) => Array.isArray(value) && areOfKind('number', value.slice(0, 2));
  const [place, ...others] = placesOf(records).filter(
    ({ names, values }) => names.at(-1) === 'coordinates' && values.every(isPair),
  );
  if (!place || others.length > 0) return {};
  const at = (index: number): Place => ({
    ...{ ...place, pointer: `${place.pointer}/${index}` },
    values: place.values.map((value) => follow(value, [String(index)])),
  });
  return { longitude: at(0), latitude: at(1) };
}

function sayTimesOf(records: Payloads['facts'] & { readonly location: Facts }, drafts: Drafts): void {
  const seen = namesOf(records).flatMap((resource) =>
    Object.entries<FactKind>(recordFacts[resource]).flatMap(([fact, kind]) => {
      const given = kind === 'time' ? (records[resource][fact]?.values ?? []) : [];
      const forms = given.filter((value) => value !== null).map((value) => timeFormOf(value) ?? null);
      const form = same(forms) ?? undefined;
      return forms.length === 0 ? [] : [{ opening: `records.${resource}` as const, fact, form }];
    }),
  );
  if (seen.every(({ form }) => form)) sayTimes(seen, drafts);
  else drafts.note('Times of one field come in several forms.');
}
