/** How lists are paged, and how posts, changes and replacements are written. */
import type { Json } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { plainName } from '../../learning/leaves.ts';
import { queryNames } from '../../learning/names.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { listedBy } from '../../specification/operations.ts';
import type { ResourceName } from '../../specification/records/kinds.ts';
import { type Description, type Look, textOf } from './document.ts';
import { constantsIn, examplesIn, type Facts, jsonOf, type Leaf, leavesOf, timeUnitOf } from './facts.ts';
import type { Body, Described, Parameter, Placed } from './operations.ts';
import { alternativesOf, locate, pointersOf, type Records, successOf } from './records.ts';
import { type Saying, same } from './saying.ts';

export function sayPaging(description: Description, { described }: Placed, saying: Saying): void {
  const lists = Object.keys(listedBy).flatMap((id) =>
    [...described.values()].filter((one) => one.operation.id === id),
  );
  const [first] = lists;
  if (!first) return;
  const found = new Map<string, Parameter>();
  for (const [name, usual] of entriesOf(queryNames)) {
    const parameters = (name === 'group' ? [described.get('listDevices')] : lists).flatMap((one) =>
      (one?.parameters ?? []).filter(
        (parameter) => parameter.in === 'query' && isNamed(parameter, name, usual),
      ),
    );
    const called = same(parameters.map((parameter) => parameter.name));
    const [one] = parameters;
    if (called === undefined || !one) continue;
    found.set(name, one);
    saying.say('operations.query', [name], called, first.where);
  }
  const headers = lists.flatMap((one) =>
    one.responses.filter(({ status }) => status < 300).flatMap((response) => [...response.headers]),
  );
  const isLinked = headers.some(([name]) => name.toLowerCase() === 'link');
  const total = same(headers.filter(([name]) => /total|count/i.test(name)).map(([name]) => name));
  const by = wayOf(found, isLinked, lists);
  if (by === undefined) return;
  const say = (part: keyof Openings['operations.paging'], value: string | number | null | undefined) =>
    saying.say('operations.paging', [part], value, first.where);
  say('by', by);
  say('totalHeader', total ?? null);
  const page = found.get('page') && description.look(found.get('page')?.schema).says;
  const begins = page?.minimum ?? page?.default;
  say('firstPage', by === 'page' ? (begins === 0 || begins === 1 ? begins : undefined) : 1);
  const limit = found.get('limit');
  const { says } = description.look(limit?.schema);
  if (by === 'none') say('size', null);
  else if (typeof says.default === 'number') say('size', says.default);
  else if (/without (it|one)[^.]*\ball\b|\ball\b[^.]*\b(by default|without)/i.test(limit?.description ?? ''))
    say('size', null);
  const [, taken] = /larger number than (\d{1,9}) is taken/.exec(limit?.description ?? '') ?? [];
  say(
    'max',
    typeof says.maximum === 'number' ? says.maximum : taken === undefined ? undefined : Number(taken),
  );
}

/** The words of our own descriptions for parameters, and the names that others use. */
const told: { readonly [name: string]: RegExp } = {
  limit: /^Records on a page/,
  offset: /^Records to leave out/,
  page: /^The number of the page/,
  cursor: /^The cursor of a page/,
  group: /^The id of a group/,
};

function isNamed({ name, description }: Parameter, meaning: string, usual: readonly string[]): boolean {
  if (Object.values(told).some((words) => words.test(description)))
    return told[meaning]?.test(description) ?? false;
  return usual.map(plainName).includes(plainName(name));
}

function wayOf(
  found: ReadonlyMap<string, Parameter>,
  isLinked: boolean,
  lists: readonly Described[],
): Openings['operations.paging']['by'] | undefined {
  const ways = (['offset', 'page', 'cursor'] as const).filter((way) => found.has(way));
  if (ways.length > 1) return undefined;
  const [way] = ways;
  if (way === 'cursor') return isLinked ? 'link' : 'cursor';
  if (way) return way;
  const isPlain = lists.every((one) =>
    one.parameters.every(
      (parameter) =>
        parameter.in !== 'query' ||
        parameter === found.get('group') ||
        parameter.name === found.get('group')?.name,
    ),
  );
  return isPlain && !isLinked ? 'none' : undefined;
}

/** Says how locations and alerts are posted, and gives the facts that their bodies have. */
export function sayPosting(
  description: Description,
  { described }: Placed,
  records: Records,
  saying: Saying,
): { posted: ReadonlyMap<ResourceName, Facts>; times: readonly Look[] } {
  const posted = new Map<ResourceName, Facts>();
  const times: Look[] = [];
  for (const [id, what, resource] of [
    ['postLocations', 'locations', 'location'],
    ['postAlerts', 'alerts', 'alert'],
  ] as const) {
    const one = described.get(id);
    const body = jsonBodyOf(one);
    if (!one || !body) continue;
    const opening = `${what}.purpose` as const;
    const range = rangeIn(description, body);
    if (range && (records.lists.has(what) || successOf(description, one) === undefined)) {
      times.push(...range.looks);
      saying.say(
        opening,
        [],
        {
          does: 'query',
          body: { form: 'bare', at: '', many: false, required: range.required },
          query: range.query,
        },
        one.where,
      );
      continue;
    }
    const found = postingOf(description, body, resource, pointersOf(records.facts.get(resource)));
    if (!found) continue;
    posted.set(resource, found.facts);
    const { required, ...form } = found.body;
    const query = { from: '/from', to: '/to' };
    if (required) saying.say(opening, [], { does: 'record', body: { ...form, required }, query }, one.where);
    else saying.notes.add(`A field that posts of ${what} must have has no example of a good value.`);
  }
  return { posted, times };
}

function jsonBodyOf(one: Described | undefined): Body | undefined {
  return one?.request.find(({ contentType }) => /json/i.test(contentType));
}

/** Two times of a body, the ends of a range. */
function rangeIn(description: Description, body: Body) {
  const leaves = leavesOf(description, body.schema);
  const times = leaves.filter(
    ({ look }) =>
      textOf(look.says.format) === 'date-time' ||
      timeUnitOf(look) !== undefined ||
      /time/i.test(textOf(look.says.description)),
  );
  const others = leaves.filter((leaf) => !times.includes(leaf));
  const required = fixedOf(others);
  const isNamedAs = (leaf: Leaf, names: RegExp) =>
    names.test(leaf.names.at(-1) ?? '') ||
    names.test(textOf(leaf.look.says.description).replace(/ this time.*/, ''));
  const from = times.filter((leaf) => isNamedAs(leaf, /^(from|since|start|begin|after)/i));
  const to = times.filter((leaf) => isNamedAs(leaf, /^(to|until|up to|end|before|till)\b/i));
  if (
    times.length !== 2 ||
    !required ||
    others.some(({ pointer }) => !(pointer in required)) ||
    from.length !== 1 ||
    to.length !== 1
  )
    return undefined;
  return {
    query: { from: from[0]?.pointer ?? '', to: to[0]?.pointer ?? '' },
    required,
    looks: times.map(({ look }) => look),
  };
}

/** The fields that have to be there, each with a value that is good: the only one, or an example. `undefined` where one has none. */
function fixedOf(leaves: readonly Leaf[]): { [pointer: string]: Json } | undefined {
  const fixed = constantsIn(leaves);
  const asked = leaves.filter(({ isRequired, pointer }) => isRequired && !(pointer in fixed));
  const examples = asked.map(({ pointer, look }) => [pointer, jsonOf(examplesIn(look)[0])] as const);
  const good = examples.flatMap(([pointer, value]) =>
    value === undefined ? [] : [[pointer, value] as const],
  );
  return good.length < examples.length ? undefined : { ...Object.fromEntries(good), ...fixed };
}

function postingOf(
  description: Description,
  body: Body,
  resource: ResourceName,
  known: ReadonlySet<string> | undefined,
) {
  const alternatives = alternativesOf(description, body.schema);
  const looks = alternatives.map((schema) => ({ schema, look: description.look(schema) }));
  const array = looks.find(({ look }) => look.items !== undefined && look.row.length === 0);
  const single = looks.find((one) => one !== array);
  if (looks.length > 2) return undefined;
  const record = array ? array.look.items : single?.schema;
  if (array) {
    const located = locate(description, record, resource, known);
    if (located?.at !== '') return undefined;
    const form = single ? ('either' as const) : ('array' as const);
    return {
      facts: located.facts,
      body: { form, at: '', many: true, required: requiredOf(located.leaves, located.facts) },
    };
  }
  const held = holderOf(description, record);
  if (held) {
    const located = locate(description, held.item, resource, known);
    if (located?.at !== '') return undefined;
    return {
      facts: located.facts,
      body: { form: 'wrapper' as const, at: held.at, many: true, required: fixedOf(held.beside) },
    };
  }
  const located = locate(description, record, resource, known);
  if (!located) return undefined;
  const isBare = located.at === '';
  const required = isBare ? requiredOf(located.leaves, located.facts) : fixedOf(located.beside);
  return {
    facts: located.facts,
    body: { form: isBare ? ('bare' as const) : ('wrapper' as const), at: located.at, many: false, required },
  };
}

/** Required fields that are no facts. */
function requiredOf(leaves: readonly Leaf[], facts: Facts) {
  const taken = new Set([...facts.values()].map(({ leaf }) => leaf.pointer));
  return fixedOf(leaves.filter(({ pointer }) => !taken.has(pointer)));
}

/** A list of objects within an object. */
function holderOf(description: Description, schema: unknown) {
  const leaves = leavesOf(description, schema);
  const lists = leaves.filter(
    ({ look }) => look.items !== undefined && description.look(look.items).properties.size > 0,
  );
  const [only] = lists;
  if (!only || lists.length > 1 || only.pointer === '') return undefined;
  return { at: only.pointer, item: only.look.items, beside: leaves.filter((leaf) => leaf !== only) };
}

export function sayChanges(description: Description, { described }: Placed, saying: Saying): void {
  const patches = (['updateGroup', 'updateUser'] as const).flatMap((id) => described.get(id) ?? []);
  const formats = patches.flatMap((one) => patchOf(description, one) ?? []);
  if (patches[0]) saying.say('patch.format', [], same(formats), patches[0].where);
  const puts = (['replaceGroup', 'replaceUser'] as const).flatMap((id) => described.get(id) ?? []);
  if (puts[0])
    saying.say('put.left-out', [], same(puts.map((one) => leftOutOf(description, one))), puts[0].where);
  const bodies = (['createGroup', 'createUser', 'replaceGroup', 'replaceUser'] as const).flatMap(
    (id) => jsonBodyOf(described.get(id))?.schema ?? [],
  );
  const others = same(bodies.map((schema) => othersIn(description, schema)));
  const read = (['readGroup', 'readUser'] as const)
    .map((id) => successOf(description, described.get(id))?.schema)
    .map((schema) => othersIn(description, schema));
  const becomes =
    others === false ? 'refused' : others === true && read.every((one) => one === true) ? 'kept' : undefined;
  // Generators close all objects: that a reply is closed, too, says nothing of requests.
  if (bodies.length === 4 && !read.includes(false))
    saying.say('records.unknown-fields', [], becomes, 'the bodies of groups and users');
}

function patchOf(description: Description, one: Described): Openings['patch.format'] | undefined {
  const [body, ...others] = one.request;
  if (!body || others.length > 0) return undefined;
  const { contentType } = body;
  const look = description.look(body.schema);
  const isList = look.types.has('array') || look.items !== undefined;
  const words = `${one.says} ${textOf(look.says.description)}`;
  if (isList)
    return description.look(look.items).properties.has('op')
      ? { form: 'json-patch', contentType }
      : undefined;
  if (/merge-patch/i.test(contentType) || /merge.?patch|7396/i.test(words))
    return { form: 'merge-patch', contentType };
  return /^application\/json\b/i.test(contentType) ? { form: 'partial', contentType } : undefined;
}

function leftOutOf(description: Description, one: Described): Openings['put.left-out'] | undefined {
  const leaves = leavesOf(description, jsonBodyOf(one)?.schema).filter(
    ({ look }) => look.says.readOnly !== true,
  );
  const asked = leaves.filter(({ isRequired }) => isRequired);
  const optional = leaves.filter((leaf) => !asked.includes(leaf) && !isSecret(leaf));
  const sentence =
    one.says
      .split(/(?<=\.)\s/)
      .find((text) => /left out|leaves out|omitted|missing|absent|not (given|sent)/i.test(text)) ?? '';
  if (/refused|rejected|invalid/i.test(sentence)) return 'refused';
  if (/kept|unchanged|stays?\b|remains?\b|as it was/i.test(sentence)) return 'kept';
  if (/cleared|reset|removed|emptied/i.test(sentence)) return 'cleared';
  return leaves.length > 2 && optional.length === 0 ? 'refused' : undefined;
}

function isSecret({ names, look }: Leaf): boolean {
  return look.says.writeOnly === true || /pass|secret/i.test(names.at(-1) ?? '');
}

/** Returns whether other fields are taken; `undefined` where it is not said. */
function othersIn(description: Description, schema: unknown): boolean | undefined {
  const walk = (one: unknown, depth: number): boolean[] => {
    const { additional, properties, branches } = description.look(one);
    const own = typeof additional === 'boolean' ? [additional] : [];
    const inner =
      depth > 3 ? [] : [...properties.values(), ...branches].flatMap((inside) => walk(inside, depth + 1));
    return [...own, ...inner];
  };
  return same(walk(schema, 0));
}
