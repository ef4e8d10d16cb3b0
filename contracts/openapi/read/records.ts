/** Places of records, lists and ids in the bodies of a description: wrappings, and the fields of each record. */

import { fieldsOf } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';

import { entriesOf } from '../../kit/tables.ts';
import { plainName } from '../../learning/leaves.ts';
import { pageNames } from '../../learning/names.ts';
import { familyOperations, listedBy, readBy, writtenBy } from '../../specification/operations.ts';
import { limitFacts, neverAnswered, recordFacts } from '../../specification/records/index.ts';
import { type ListName, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import { type Description, type Look, listOf, textOf } from './document.ts';
import { constantsIn, type Facts, factsOf, isNumberAsText, type Leaf, leavesOf, nodesOf } from './facts.ts';
import type { Body, Described, Placed } from './operations.ts';
import type { Saying } from './saying.ts';

/** A record in a body. */
export interface Located {
  readonly at: string;
  readonly facts: Facts;
  /** The leaves of the record, and those beside it. */
  readonly leaves: readonly Leaf[];
  readonly beside: readonly Leaf[];
  /** The fields of a record that is spread, where its schema stands apart. */
  readonly own?: readonly Leaf[];
}

interface Listed {
  readonly form: 'array' | 'map';
  readonly at: string;
  readonly item: unknown;
  readonly beside: readonly Leaf[];
  readonly look: Look;
}

/** All that a description shows of the records. */
export interface Records {
  readonly facts: ReadonlyMap<ResourceName, Facts>;
  readonly lists: ReadonlyMap<ListName, { listed: Listed; where: string }>;
  readonly replies: ReadonlyMap<ResourceName, { located: Located; where: string }>;
}

/** The JSON of a success: without the branches that are refusals. */
export function successOf(
  description: Description,
  described: Described | undefined,
): { status: number; body: Body | undefined; schema: unknown } | undefined {
  for (const { status, bodies, says } of described?.responses ?? []) {
    if (status >= 300) continue;
    const body = bodies.find(({ contentType }) => /json/i.test(contentType)) ?? bodies[0];
    if (body === undefined) return { status, body, schema: undefined };
    const branches = alternativesOf(description, body.schema).filter(
      (branch) => !isRefusal(description, branch),
    );
    if (branches.length === 0 && /\bempty\b|(no|without a) (body|content)/i.test(says))
      return { status, body: undefined, schema: undefined };
    if (branches.length === 0) continue;
    return { status, body, schema: branches.length === 1 ? branches[0] : { anyOf: branches } };
  }
  return undefined;
}

/** The schemas of which one holds. */
export function alternativesOf(description: Description, schema: unknown): unknown[] {
  const { branches } = description.look(schema);
  return branches.length === 0 ? [schema] : [...branches];
}

/** Returns whether a body says that something failed: `success: false`, or an `error` that is always there. */
export function isRefusal(description: Description, schema: unknown): boolean {
  const look = description.look(schema);
  const success = [...look.properties].find(([name]) => /^(success|ok)$/i.test(name));
  if (success) {
    const { values } = description.look(success[1]);
    return values.length === 1 && values[0]?.value === false;
  }
  return /^#\/components\/schemas\/\w*(Refus|Error|Problem|Fail)\w*$/.test(textOf(fieldsOf(schema).$ref));
}

/** The node of a body that holds a record: with most of its facts, or of what is known of it; named nodes and inner ones before others. */
export function locate(
  description: Description,
  schema: unknown,
  resource: ResourceName,
  known?: ReadonlySet<string>,
): Located | undefined {
  const all = leavesOf(description, schema);
  const scored = nodesOf(description, schema).map(({ pointer, look }) => {
    const leaves = inside(all, pointer);
    const facts = factsOf(description, resource, leaves);
    const score = known ? leaves.filter((leaf) => known.has(leaf.pointer)).length : facts.size;
    return { pointer, look, leaves, facts, score };
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most);
  const found = best.find(({ look }) => look.isNamed && look.properties.size > 0) ?? best.at(-1);
  if (!found || most === 0) return undefined;
  const { at, facts, leaves } = { ...found, at: found.pointer };
  if (at === '') return { at, facts, leaves, beside: leaves, ...apartIn(description, schema) };
  return { at, facts, leaves, beside: all.filter(({ pointer }) => !`${pointer}/`.startsWith(`${at}/`)) };
}

/** The one schema with a name that a schema is put together from. */
function apartIn(description: Description, schema: unknown): { own?: Leaf[] } {
  const named = listOf(description.at(schema).allOf).filter((part) => '$ref' in fieldsOf(part));
  return named.length === 1 ? { own: leavesOf(description, named[0]) } : {};
}

function inside(leaves: readonly Leaf[], at: string): Leaf[] {
  const depth = at.split('/').length - 1;
  return leaves
    .filter(({ pointer }) => at === '' || pointer.startsWith(`${at}/`))
    .map((leaf) => ({ ...leaf, pointer: leaf.pointer.slice(at.length), names: leaf.names.slice(depth) }));
}

function listIn(description: Description, schema: unknown): Listed | undefined {
  const all = leavesOf(description, schema);
  const found = nodesOf(description, schema).flatMap(({ pointer, look }): Omit<Listed, 'beside'>[] => {
    if (look.branches.length > 0) return [];
    if (look.items !== undefined && look.row.length === 0)
      return [{ form: 'array', at: pointer, item: look.items, look }];
    const isMap = look.additional !== undefined && typeof look.additional === 'object';
    return isMap ? [{ form: 'map', at: pointer, item: look.additional, look }] : [];
  });
  const records = found.filter(
    ({ item, form }) => form === 'map' || description.look(item).properties.size > 0,
  );
  const [only] = records;
  if (!only || records.length > 1) return undefined;
  return { ...only, beside: all.filter(({ pointer }) => pointer !== only.at) };
}

export function readRecords(description: Description, { described }: Placed): Records {
  const lists = new Map<ListName, { listed: Listed; where: string }>();
  for (const [id, name] of entriesOf(listedBy)) {
    const one = described.get(id);
    const success = successOf(description, one);
    const listed = success?.schema === undefined ? undefined : listIn(description, success.schema);
    if (one && listed) lists.set(name, { listed, where: one.where });
  }
  const facts = new Map<ResourceName, Facts>();
  const replies = new Map<ResourceName, { located: Located; where: string }>();
  for (const [id, name] of [
    ['postLocations', 'locations'],
    ['postAlerts', 'alerts'],
  ] as const) {
    const one = described.get(id);
    const schema = successOf(description, one)?.schema;
    if (!one || schema === undefined) continue;
    for (const alternative of alternativesOf(description, schema)) {
      const located = locate(description, alternative, listResource[name]);
      const listed = listIn(description, alternative);
      if (located && located.facts.size > 1) replies.set(listResource[name], { located, where: one.where });
      else if (listed) lists.set(name, { listed, where: one.where });
    }
  }
  for (const [name, { listed }] of lists) {
    // The values of a map that are no objects are of a fact that the record need not have.
    if (description.look(listed.item).properties.size === 0) continue;
    const found = factsOf(description, listResource[name], leavesOf(description, listed.item));
    if (found.size > 0) facts.set(listResource[name], found);
  }
  for (const [id, resource] of entriesOf(readBy)) {
    const one = described.get(id);
    const success = successOf(description, one);
    if (!one || success?.schema === undefined) continue;
    const located = locate(description, success.schema, resource, pointersOf(facts.get(resource)));
    if (!located) continue;
    replies.set(resource, { located, where: one.where });
    const before = facts.get(resource);
    if (!before || before.size <= located.facts.size) facts.set(resource, located.facts);
  }
  for (const [resource, { located }] of replies)
    if (!facts.has(resource) || (facts.get(resource)?.size ?? 0) < located.facts.size)
      facts.set(resource, located.facts);
  for (const [resource, { located, where }] of replies) {
    const leaf = leafOfPath(where, located.leaves);
    const own = [...(facts.get(resource) ?? [])].filter(([, found]) => found.leaf.pointer !== leaf?.pointer);
    if (leaf) facts.set(resource, new Map([...own, ['id', { leaf, words: undefined }]]));
  }
  return { facts, lists, replies };
}

/** The fact that the path of an operation names as the id: `/api/devices/{imei}` beside a property `imei`. */
function leafOfPath(where: string, leaves: readonly Leaf[]): Leaf | undefined {
  const [, name = ''] = /\{([^{}]*)\}\.get$/.exec(where) ?? [];
  const [leaf, ...others] = leaves.filter(({ names }) => plainName(names.at(-1) ?? '') === plainName(name));
  return others.length === 0 ? leaf : undefined;
}

export function pointersOf(facts: Facts | undefined): ReadonlySet<string> | undefined {
  return facts && new Set([...facts.values()].map(({ leaf }) => leaf.pointer));
}

/** Says the fields of each record, and what is around records and lists in replies. */
export function sayRecords(
  description: Description,
  records: Records,
  posted: ReadonlyMap<ResourceName, Facts>,
  saying: Saying,
): void {
  const all = new Map([...posted, ...records.facts]);
  for (const [resource, facts] of all) {
    const own = records.replies.get(resource);
    const list = [...records.lists].find(([name]) => listResource[name] === resource)?.[1];
    const where = own?.where ?? list?.where ?? 'the bodies of requests';
    const merged = new Map([...(posted.get(resource) ?? []), ...facts]);
    for (const [fact, { leaf, words }] of merged) {
      const isLimit = resource === 'device' && fact in limitFacts && !(fact in recordFacts.device);
      const opening = isLimit ? 'limits.names' : (`records.${resource}` as const);
      saying.say(opening, ['fields', fact], leaf.pointer, where);
      if (words) saying.say(opening, ['values', fact], words, where);
      if (isNumberAsText(resource, fact, leaf.look)) saying.say(opening, ['forms', fact], 'text', where);
    }
    const leaves = own ? own.located.leaves : list ? leavesOf(description, list.listed.item) : [];
    const apart =
      own?.located.own ??
      (list && own?.located.at === '' ? leavesOf(description, list.listed.item) : undefined);
    const fixed = constantsIn(apart ?? leaves);
    for (const [pointer, value] of Object.entries(fixed))
      saying.say(`records.${resource}`, ['constants', pointer], value, where);
    if (own && isWrapped(resource)) {
      const way = ['records', resource];
      saying.say('operations.envelope', [...way, 'at'], own.located.at, own.where);
      const beside = Object.entries(constantsIn(own.located.beside)).filter(
        ([pointer]) => own.located.at !== '' || !(pointer in fixed),
      );
      for (const [pointer, value] of beside)
        saying.say('operations.envelope', [...way, 'constants', pointer], value, own.where);
    }
  }
  const device = records.replies.get('device');
  const unknown = device?.located.leaves.filter(
    ({ pointer }) => ![...device.located.facts.values()].some(({ leaf }) => leaf.pointer === pointer),
  );
  const isWhole =
    device &&
    unknown?.every(({ look, pointer }) => isChanging(look) || pointer in constantsIn(device.located.leaves));
  const hasLimit = device && [...device.located.facts.keys()].some((fact) => fact in limitFacts);
  if (device && isWhole && !hasLimit) saying.say('limits.names', [], null, device.where);
  for (const [name, { listed, where }] of records.lists) sayList(description, name, listed, where, saying);
}

function isWrapped(resource: ResourceName): boolean {
  return ['device', 'location', 'alert', 'group', 'user'].includes(resource);
}

function sayList(
  description: Description,
  name: ListName,
  listed: Listed,
  where: string,
  saying: Saying,
): void {
  const resource = listResource[name];
  const way = ['lists', name];
  const say = (part: string, value: Json) => saying.say('operations.envelope', [...way, part], value, where);
  const isPlain = description.look(listed.item).properties.size === 0;
  if (listed.form === 'map' && isPlain) {
    if (resource !== 'country' && resource !== 'timeZone') return;
    say('value', 'name');
    say('key', resource === 'country' ? 'code' : 'id');
  }
  say('form', listed.form);
  say('at', listed.at);
  for (const [pointer, value] of Object.entries(constantsIn(listed.beside)))
    saying.say('operations.envelope', [...way, 'constants', pointer], value, where);
  for (const [part, names] of entriesOf(pageNames)) {
    const found = listed.beside.filter(({ names: own, look }) => {
      const [last = '', above = ''] = own.toReversed().map(plainName);
      const told = textOf(look.says.description);
      const isTold =
        (part === 'page' && told === 'The number of this page.') ||
        (part === 'pages' && told === 'The number of all pages.');
      return isTold || names.includes(last) || names.includes(above + last);
    });
    const told = found.filter(({ look }) => /number of (this|all)/.test(textOf(look.says.description)));
    const [only] = told.length === 1 ? told : found;
    if (!only || (found.length > 1 && told.length !== 1)) continue;
    say(part, only.pointer);
    if (part === 'total' && only.look.types.has('string')) say('totalAsText', true);
  }
}

/** Says where the bodies that make a group or a user have it, and what each write answers. */
export function sayWrites(
  description: Description,
  { described }: Placed,
  records: Records,
  posted: ReadonlyMap<ResourceName, Facts>,
  saying: Saying,
): Look | undefined {
  for (const resource of ['group', 'user'] as const) {
    const one = described.get(familyOperations[resource].create);
    const body = one?.request.find(({ contentType }) => /json/i.test(contentType));
    const located =
      body && locate(description, body.schema, resource, pointersOf(records.facts.get(resource)));
    if (!one || !located) continue;
    saying.say('operations.envelope', ['bodies', resource, 'at'], located.at, one.where);
    const own = constantsIn(located.leaves);
    for (const [pointer, value] of Object.entries(constantsIn(located.beside)))
      if (located.at !== '' || !(pointer in own))
        saying.say('operations.envelope', ['bodies', resource, 'constants', pointer], value, one.where);
    const known = records.facts.get(resource);
    for (const [fact, { leaf }] of located.facts)
      if (!known?.has(fact) && neverAnswered.has(fact))
        saying.say(`records.${resource}`, ['fields', fact], leaf.pointer, one.where);
    const asked = [...located.facts].filter(([, { leaf }]) => leaf.isRequired).map(([fact]) => fact);
    // A description that asks for nothing may just not say it.
    if (asked.length > 0) saying.say('records.required', [resource], asked, one.where);
  }
  let alertId: Look | undefined;
  const silent: Silent[] = [];
  const ids = new Map<string, { at: string; constants: { [pointer: string]: Json }; where: string }>();
  for (const [id, resource] of entriesOf(writtenBy)) {
    const one = described.get(id);
    // A post that asks for a range answers with what it found.
    if (resource !== 'group' && resource !== 'user' && !posted.has(resource)) continue;
    const success = successOf(description, one);
    if (!one || !success) continue;
    const answer = answerOf(description, success.schema, resource, records);
    if (!answer) continue;
    if (answer.kind === 'nothing')
      silent.push({ id, constants: Object.entries(answer.constants), where: one.where });
    else saying.say('operations.envelope', ['answers', id], answer.kind, one.where);
    if (answer.id && resource === 'alert') alertId = answer.id;
    if (answer.kind === 'id')
      ids.set(resource, { at: answer.at, constants: answer.constants, where: one.where });
  }
  sayNothing(silent, saying);
  const places = new Set([...ids.values()].map(({ at, constants }) => JSON.stringify([at, constants])));
  // Creates that are not described may answer otherwise.
  const areAllDescribed = (['createGroup', 'createUser'] as const).every((id) =>
    successOf(description, described.get(id)),
  );
  for (const [resource, { at, constants, where }] of ids) {
    const way = places.size === 1 && areAllDescribed ? ['id'] : ['families', resource, 'id'];
    saying.say('operations.envelope', [...way, 'at'], at, where);
    for (const [pointer, value] of Object.entries(constants))
      saying.say('operations.envelope', [...way, 'constants', pointer], value, where);
  }
  return alertId;
}

/** An answer that says nothing of the record. */
interface Silent {
  readonly id: keyof typeof writtenBy;
  readonly constants: readonly (readonly [pointer: string, value: Json])[];
  readonly where: string;
}

/** Where some of those that say nothing have constants, the others have no body. */
function sayNothing(silent: readonly Silent[], saying: Saying): void {
  const isSaid = silent.some(({ constants }) => constants.length > 0);
  for (const { id, constants, where } of silent) {
    const kind = isSaid && constants.length === 0 ? 'empty' : 'nothing';
    saying.say('operations.envelope', ['answers', id], kind, where);
    for (const [pointer, value] of constants)
      saying.say('operations.envelope', ['nothing', 'constants', pointer], value, where);
  }
}

interface Answer {
  readonly kind: 'record' | 'id' | 'nothing';
  readonly at: string;
  readonly constants: { [pointer: string]: Json };
  readonly id?: Look;
}

function answerOf(
  description: Description,
  schema: unknown,
  resource: ResourceName,
  records: Records,
): Answer | undefined {
  if (schema === undefined) return { kind: 'nothing', at: '', constants: {} };
  const [first] = alternativesOf(description, schema);
  const listed = listIn(description, first);
  const leaves = leavesOf(description, listed && listed.form === 'array' ? listed.item : first);
  const constants = constantsIn(leavesOf(description, first));
  const varying = leaves.filter(
    ({ look, pointer }) => !(pointer in constantsIn(leaves)) && !isChanging(look),
  );
  if (varying.length === 0) return { kind: 'nothing', at: '', constants };
  const known = pointersOf(records.facts.get(resource));
  const record = locate(description, listed?.form === 'array' ? listed.item : first, resource, known);
  const matched = record?.facts.size ?? 0;
  if (matched > 1) return { kind: 'record', at: record?.at ?? '', constants: {} };
  const [only] = varying;
  if (!only || varying.length > 1)
    return matched === 1 && (known?.size ?? 0) === 1
      ? { kind: 'record', at: record?.at ?? '', constants: {} }
      : undefined;
  const isId = only.look.types.size > 0 && !only.look.types.has('object') && !only.look.types.has('boolean');
  const id = only.look.types.has('array') ? description.look(only.look.items) : only.look;
  return isId ? { kind: 'id', at: only.pointer, constants, id } : undefined;
}

export function isChanging({ says }: Look): boolean {
  return /each (call|request|reply|response)|every (call|request|reply|response)/i.test(
    textOf(says.description),
  );
}
