/** How lists are paged, and how posts, changes and replacements are written. */
import type { Json } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { plainName } from '../../learning/leaves.ts';
import { queryNames } from '../../learning/names.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { type ListedName, listOperation } from '../../specification/operations.ts';
import type { ResourceName } from '../../specification/records/kinds.ts';
import { type Description, type Look, textOf } from './document.ts';
import { constantsIn, examplesIn, type Facts, jsonOf, type Leaf, leavesOf, timeUnitOf } from './facts.ts';
import type { Body, Described, Parameter, Placed } from './operations.ts';
import { alternativesOf, locate, pointersOf, type Records, successOf } from './records.ts';

type Paging = Openings['operations.paging'];

export function sayPaging(description: Description, { described }: Placed, drafts: Drafts): void {
  const lists = entriesOf<ListedName, string>(listOperation).flatMap(
    ([list]) => described.get(listOperation[list]) ?? [],
  );
  const [first] = lists;
  if (!first) return;
  const found = new Map<string, Parameter>();
  for (const [name, usual] of entriesOf(queryNames)) {
    const parameters = (name === 'group' ? [described.get('listDevices')] : lists).flatMap((one) =>
      (one?.parameters ?? []).filter((each) => each.in === 'query' && isNamed(each, name, usual)),
    );
    const called = same(parameters.map((parameter) => parameter.name));
    if (called === undefined || !parameters[0]) continue;
    found.set(name, parameters[0]);
    drafts.say('operations.query', [name], called, first.where);
  }
  const headers = lists.flatMap((one) =>
    one.responses.filter(({ isSuccess }) => isSuccess).flatMap((response) => [...response.headers.keys()]),
  );
  const by = wayOf(found, headers, lists);
  if (by === undefined) return;
  const say = (part: keyof Paging, value: string | number | null | undefined) =>
    drafts.say('operations.paging', [part], value, first.where);
  const page = description.look(found.get('page')?.schema).says;
  const begins = page.minimum ?? page.default;
  const limit = found.get('limit');
  const { says } = description.look(limit?.schema);
  const told = limit?.description ?? '';
  const isAll = /without (it|one)[^.]*\ball\b|\ball\b[^.]*\b(by default|without)/i.test(told);
  const [, taken] = /larger number than (\d{1,9}) is taken/.exec(told) ?? [];
  say('by', by);
  say('totalHeader', same(headers.filter((name) => /total|count/i.test(name))) ?? null);
  say('firstPage', by !== 'page' ? 1 : begins === 0 || begins === 1 ? begins : undefined);
  if (by !== 'none' && typeof says.default === 'number') say('size', says.default);
  else if (by === 'none' || isAll) say('size', null);
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
  const ours = Object.keys(told).filter((one) => told[one]?.test(description));
  return ours.length > 0 ? ours.includes(meaning) : usual.map(plainName).includes(plainName(name));
}

function wayOf(
  found: ReadonlyMap<string, Parameter>,
  headers: readonly string[],
  lists: readonly Described[],
): Paging['by'] | undefined {
  const [way, ...others] = (['offset', 'page', 'cursor'] as const).filter((one) => found.has(one));
  const isLinked = headers.some((name) => name.toLowerCase() === 'link');
  if (others.length > 0) return undefined;
  if (way) return way === 'cursor' && isLinked ? 'link' : way;
  const group = found.get('group')?.name;
  const isPlain = lists.every((one) =>
    one.parameters.every((parameter) => parameter.in !== 'query' || parameter.name === group),
  );
  return isPlain && !isLinked ? 'none' : undefined;
}

/** Says how locations and alerts are posted, and gives the facts that their bodies have. */
export function sayPosting(
  description: Description,
  { described }: Placed,
  records: Records,
  drafts: Drafts,
): { posted: ReadonlyMap<ResourceName, Facts>; times: readonly Look[] } {
  const posted = new Map<ResourceName, Facts>();
  const times: Look[] = [];
  for (const [id, what, resource] of [
    ['postLocations', 'locations', 'location'],
    ['postAlerts', 'alerts', 'alert'],
  ] as const) {
    const one = described.get(id);
    if (!one?.sent) continue;
    const { sent, where } = one;
    const opening = `${what}.purpose` as const;
    const range = rangeIn(description, sent);
    if (range && (records.lists.has(what) || successOf(description, one) === undefined)) {
      times.push(...range.looks);
      const body = { form: 'bare', at: '', many: false, required: range.required };
      drafts.say(opening, [], { does: 'query', body, query: range.query }, where);
      continue;
    }
    const found = postingOf(description, sent, resource, pointersOf(records.facts.get(resource)));
    if (!found) continue;
    posted.set(resource, found.facts);
    const { required, ...form } = found.body;
    const query = { from: '/from', to: '/to' };
    if (required) drafts.say(opening, [], { does: 'record', body: { ...form, required }, query }, where);
    else drafts.note(`A field that posts of ${what} must have has no example of a good value.`);
  }
  return { posted, times };
}

/** Two times of a body, the ends of a range. */
function rangeIn(description: Description, body: Body) {
  const leaves = leavesOf(description, body.schema);
  const isTime = ({ look }: Leaf) =>
    textOf(look.says.format) === 'date-time' || timeUnitOf(look) !== undefined || /time/i.test(look.told);
  const times = leaves.filter(isTime);
  const others = leaves.filter((leaf) => !times.includes(leaf));
  const required = fixedOf(others);
  const named = (names: RegExp) =>
    times.filter(
      ({ names: own, look }) =>
        names.test(own.at(-1) ?? '') || names.test(look.told.replace(/ this time.*/, '')),
    );
  const [from, ...sooner] = named(/^(from|since|start|begin|after)/i);
  const [to, ...later] = named(/^(to|until|up to|end|before|till)\b/i);
  const isRange = times.length === 2 && from && to && sooner.length + later.length === 0;
  if (!isRange || !required || others.some(({ pointer }) => !(pointer in required))) return undefined;
  return { query: { from: from.pointer, to: to.pointer }, required, looks: times.map(({ look }) => look) };
}

/** The fields that have to be there, each with a value that is good: the only one, or an example. `undefined` where one has none. */
function fixedOf(leaves: readonly Leaf[]): { [pointer: string]: Json } | undefined {
  const fixed = constantsIn(leaves);
  const asked = leaves.filter(({ isRequired, pointer }) => isRequired && !(pointer in fixed));
  const good = asked.flatMap(({ pointer, look }) => {
    const value = jsonOf(examplesIn(look)[0]);
    return value === undefined ? [] : [[pointer, value] as const];
  });
  return good.length < asked.length ? undefined : { ...Object.fromEntries(good), ...fixed };
}

function postingOf(
  description: Description,
  body: Body,
  resource: ResourceName,
  known: ReadonlySet<string> | undefined,
) {
  const looks = alternativesOf(description, body.schema).map((schema) => ({
    schema,
    look: description.look(schema),
  }));
  if (looks.length > 2) return undefined;
  const array = looks.find(({ look }) => look.items !== undefined && look.row.length === 0);
  const single = looks.find((one) => one !== array);
  const holder = array ? undefined : holderOf(description, single?.schema);
  const record = array?.look.items ?? holder?.item ?? single?.schema;
  const located = locate(description, record, resource, known);
  if (!located || ((array || holder) && located.at !== '')) return undefined;
  const { facts, leaves, beside } = located;
  const taken = pointersOf(facts);
  // Required fields that are no facts.
  const more = fixedOf(leaves.filter(({ pointer }) => !taken?.has(pointer)));
  if (array)
    return { facts, body: { form: single ? 'either' : 'array', at: '', many: true, required: more } };
  if (holder)
    return { facts, body: { form: 'wrapper', at: holder.at, many: true, required: fixedOf(holder.beside) } };
  const isBare = located.at === '';
  const required = isBare ? more : fixedOf(beside);
  return { facts, body: { form: isBare ? 'bare' : 'wrapper', at: located.at, many: false, required } };
}

/** A list of objects within an object. */
function holderOf(description: Description, schema: unknown) {
  const leaves = leavesOf(description, schema);
  const [only, ...others] = leaves.filter(
    ({ look }) => look.items !== undefined && description.look(look.items).properties.size > 0,
  );
  if (!only || others.length > 0 || only.pointer === '') return undefined;
  return { at: only.pointer, item: only.look.items, beside: leaves.filter((leaf) => leaf !== only) };
}

export function sayChanges(description: Description, { described }: Placed, drafts: Drafts): void {
  const [patches, puts] = [
    ['updateGroup', 'updateUser'],
    ['replaceGroup', 'replaceUser'],
  ].map((ids) => ids.flatMap((id) => described.get(id as 'updateGroup') ?? [])) as [Described[], Described[]];
  const formats = patches.flatMap((one) => patchOf(description, one) ?? []);
  drafts.say('patch.format', [], same(formats), patches[0]?.where ?? '');
  const fate = same(puts.map((one) => leftOutOf(description, one)));
  drafts.say('put.left-out', [], fate, puts[0]?.where ?? '');
}

function patchOf(
  description: Description,
  { request, says }: Described,
): Openings['patch.format'] | undefined {
  const [body, ...others] = request;
  if (!body || others.length > 0) return undefined;
  const { contentType } = body;
  const { types, items, told: words } = description.look(body.schema);
  if (types.has('array') || items !== undefined)
    return description.look(items).properties.has('op') ? { form: 'json-patch', contentType } : undefined;
  if (/merge-patch/i.test(contentType) || /merge.?patch|7396/i.test(`${says} ${words}`))
    return { form: 'merge-patch', contentType };
  return /^application\/json\b/i.test(contentType) ? { form: 'partial', contentType } : undefined;
}

/** Sentences about what a PUT leaves out. */
const fates = {
  refused: /refused|rejected|invalid/i,
  kept: /kept|unchanged|stays?\b|remains?\b|as it was/i,
  cleared: /cleared|reset|removed|emptied/i,
} as const;

function leftOutOf(description: Description, { says, sent }: Described): keyof typeof fates | undefined {
  const leaves = leavesOf(description, sent?.schema).filter(({ look }) => look.says.readOnly !== true);
  const isSecret = ({ names, look }: Leaf) =>
    look.says.writeOnly === true || /pass|secret/i.test(names.at(-1) ?? '');
  const isEach = leaves.every((leaf) => leaf.isRequired || isSecret(leaf));
  const isAbout = (text: string) => /left out|leaves out|omitted|missing|absent|not (given|sent)/i.test(text);
  const sentence = says.split(/(?<=\.)\s/).find(isAbout) ?? '';
  const [fate] = entriesOf<keyof typeof fates, RegExp>(fates).find(([, words]) => words.test(sentence)) ?? [];
  return fate ?? (leaves.length > 2 && isEach ? 'refused' : undefined);
}
