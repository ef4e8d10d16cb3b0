/** Places of records, lists and ids in the bodies of a description: wrappings, and the fields of each record. */

import { fieldsOf } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { type Answered, sayAnswers } from '../../learning/answers.ts';
import type { Drafts } from '../../learning/finding.ts';
import { plainName } from '../../learning/leaves.ts';
import { pageNames } from '../../learning/names.ts';
import { familyOperations, listedBy, readBy, writtenBy } from '../../specification/operations.ts';
import { limitFacts, neverAnswered, recordFacts } from '../../specification/records/index.ts';
import { type ListName, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import { type Description, type Look, listOf, textOf } from './document.ts';
import { constantsIn, type Facts, factsOf, isNumberAsText, type Leaf, leavesOf, nodesOf } from './facts.ts';
import type { Body, Described, Placed } from './operations.ts';

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
  /** Tells whether its items are records, and not values of a map. */
  readonly isOfRecords: boolean;
  readonly beside: readonly Leaf[];
}

type Said<T> = T & { readonly where: string };

/** All that a description shows of the records. */
export interface Records {
  readonly facts: ReadonlyMap<ResourceName, Facts>;
  readonly lists: ReadonlyMap<ListName, Said<Listed>>;
  readonly replies: ReadonlyMap<ResourceName, Said<Located>>;
}

interface Success {
  readonly status: number | undefined;
  readonly body: Body | undefined;
  readonly schema: unknown;
  /** Tells whether it has no body for certain. */
  readonly isEmpty: boolean;
}

/** The JSON of a success: without the branches that are refusals. */
export function successOf(description: Description, described: Described | undefined): Success | undefined {
  for (const { status, isSuccess, bodies, isEmpty } of described?.responses ?? []) {
    if (!isSuccess) continue;
    const body = bodies.find(({ contentType }) => /json/i.test(contentType)) ?? bodies[0];
    if (body === undefined) return { status, body, schema: undefined, isEmpty };
    const [only, ...others] = alternativesOf(description, body.schema).filter(
      (branch) => !isRefusal(description, branch),
    );
    if (only !== undefined)
      return {
        status,
        body,
        schema: others.length === 0 ? only : { anyOf: [only, ...others] },
        isEmpty: false,
      };
    if (isEmpty) return { status, body: undefined, schema: undefined, isEmpty };
  }
  return undefined;
}

/** The schemas of which one holds. */
export function alternativesOf(description: Description, schema: unknown): unknown[] {
  const { branches } = description.look(schema);
  return branches.length === 0 ? [schema] : [...branches];
}

/** Returns whether a body says that something failed: `success: false`, or a schema that is called so. */
export function isRefusal(description: Description, schema: unknown): boolean {
  const success = [...description.look(schema).properties].find(([name]) => /^(success|ok)$/i.test(name));
  if (!success) return /[/~]\w*(Refus|Error|Problem|Fail)\w*(\.\w+)?$/.test(textOf(fieldsOf(schema).$ref));
  const { values } = description.look(success[1]);
  return values.length === 1 && values[0]?.value === false;
}

/** The node of a body that holds a record: with most of its facts, or of what is known of it; named nodes and inner ones before others. */
export function locate(
  description: Description,
  schema: unknown,
  resource: ResourceName,
  known?: ReadonlySet<string>,
): Located | undefined {
  const all = leavesOf(description, schema);
  const scored = nodesOf(description, schema).map(({ pointer: at, look }) => {
    const leaves = inside(all, at);
    const facts = factsOf(description, resource, leaves);
    const score = known ? leaves.filter(({ pointer }) => known.has(pointer)).length : facts.size;
    return { at, isNamed: look.isNamed && look.properties.size > 0, leaves, facts, score };
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most);
  const found = best.find(({ isNamed }) => isNamed) ?? best.at(-1);
  if (!found || most === 0) return undefined;
  const { at, facts, leaves } = found;
  if (at !== '')
    return { at, facts, leaves, beside: all.filter(({ pointer }) => !`${pointer}/`.startsWith(`${at}/`)) };
  // The one schema with a name that it is put together from.
  const [named, ...others] = listOf(description.at(schema).allOf).filter((part) => '$ref' in fieldsOf(part));
  const isApart = named !== undefined && others.length === 0;
  return { at, facts, leaves, beside: leaves, ...(isApart && { own: leavesOf(description, named) }) };
}

function inside(leaves: readonly Leaf[], at: string): Leaf[] {
  const depth = at.split('/').length - 1;
  return leaves
    .filter(({ pointer }) => at === '' || pointer.startsWith(`${at}/`))
    .map((leaf) => ({ ...leaf, pointer: leaf.pointer.slice(at.length), names: leaf.names.slice(depth) }));
}

function listIn(description: Description, schema: unknown): Listed | undefined {
  const found = nodesOf(description, schema).flatMap(
    ({ pointer: at, look }): Pick<Listed, 'form' | 'at' | 'item'>[] => {
      const { branches, items, row, additional } = look;
      if (branches.length > 0) return [];
      if (items !== undefined && row.length === 0) return [{ form: 'array', at, item: items }];
      const isMap = additional !== undefined && typeof additional === 'object';
      return isMap ? [{ form: 'map', at, item: additional }] : [];
    },
  );
  const [only, ...others] = found
    .map((one) => ({ ...one, isOfRecords: description.look(one.item).properties.size > 0 }))
    .filter(({ isOfRecords, form }) => form === 'map' || isOfRecords);
  if (!only || others.length > 0) return undefined;
  return { ...only, beside: leavesOf(description, schema).filter(({ pointer }) => pointer !== only.at) };
}

export function readRecords(description: Description, { described }: Placed): Records {
  const lists = new Map<ListName, Said<Listed>>();
  const replies = new Map<ResourceName, Said<Located>>();
  const facts = new Map<ResourceName, Facts>();
  const posts = { postLocations: 'locations', postAlerts: 'alerts' } as const;
  for (const [id, name] of [...entriesOf(listedBy), ...entriesOf(posts)]) {
    const one = described.get(id);
    const schema = successOf(description, one)?.schema;
    if (!one || schema === undefined) continue;
    const { where } = one;
    const isPost = id in posts;
    for (const alternative of isPost ? alternativesOf(description, schema) : [schema]) {
      const located = isPost ? locate(description, alternative, listResource[name]) : undefined;
      const listed = listIn(description, alternative);
      if (located && located.facts.size > 1) replies.set(listResource[name], { ...located, where });
      else if (listed) lists.set(name, { ...listed, where });
    }
  }
  for (const [name, { item, isOfRecords }] of lists) {
    // The values of a map that are no objects are of a fact that the record need not have.
    const found = isOfRecords && factsOf(description, listResource[name], leavesOf(description, item));
    if (found && found.size > 0) facts.set(listResource[name], found);
  }
  for (const [id, resource] of entriesOf(readBy)) {
    const one = described.get(id);
    const schema = successOf(description, one)?.schema;
    const located =
      schema === undefined
        ? undefined
        : locate(description, schema, resource, pointersOf(facts.get(resource)));
    if (one && located) replies.set(resource, { ...located, where: one.where });
  }
  for (const [resource, { facts: own, where, leaves }] of replies) {
    if ((facts.get(resource)?.size ?? 0) <= own.size) facts.set(resource, own);
    // The path of an operation names the id: `/api/devices/{imei}` beside a property `imei`.
    const name = plainName(/\{([^{}]*)\}\.get$/.exec(where)?.[1] ?? '');
    const [leaf, ...others] = leaves.filter(({ names }) => plainName(names.at(-1) ?? '') === name);
    if (!leaf || others.length > 0) continue;
    const rest = [...(facts.get(resource) ?? [])].filter(([, found]) => found.leaf.pointer !== leaf.pointer);
    facts.set(resource, new Map([...rest, ['id', { leaf, words: undefined }]]));
  }
  return { facts, lists, replies };
}

export function pointersOf(facts: Facts | undefined): ReadonlySet<string> | undefined {
  return facts && new Set([...facts.values()].map(({ leaf }) => leaf.pointer));
}

const wrapped: readonly ResourceName[] = ['device', 'location', 'alert', 'group', 'user'];

/** Says the fields of each record, and what is around records and lists in replies. */
export function sayRecords(
  description: Description,
  { facts, lists, replies }: Records,
  posted: ReadonlyMap<ResourceName, Facts>,
  drafts: Drafts,
): void {
  for (const resource of new Set([...posted.keys(), ...facts.keys()])) {
    const own = replies.get(resource);
    const list = [...lists].find(([name]) => listResource[name] === resource)?.[1];
    const where = own?.where ?? list?.where ?? 'the bodies of requests';
    const all = new Map([...(posted.get(resource) ?? []), ...(facts.get(resource) ?? [])]);
    for (const [fact, { leaf, words }] of all) {
      const opening = fact in recordFacts[resource] ? (`records.${resource}` as const) : 'limits.names';
      drafts.say(opening, ['fields', fact], leaf.pointer, where);
      drafts.say(opening, ['values', fact], words, where);
      if (isNumberAsText(resource, fact, leaf.look)) drafts.say(opening, ['forms', fact], 'text', where);
    }
    const ofList = list ? leavesOf(description, list.item) : [];
    const fixed = constantsIn(own?.own ?? (own?.at === '' && list ? ofList : (own?.leaves ?? ofList)));
    drafts.sayConstants(`records.${resource}`, [], fixed, where);
    if (!own || !wrapped.includes(resource)) continue;
    drafts.say('operations.envelope', ['records', resource, 'at'], own.at, where);
    const beside = without(constantsIn(own.beside), own.at === '' ? fixed : {});
    drafts.sayConstants('operations.envelope', ['records', resource], beside, where);
  }
  const device = replies.get('device');
  if (device) {
    const taken = pointersOf(device.facts);
    const fixed = constantsIn(device.leaves);
    const isWhole = device.leaves.every(
      ({ pointer, look }) => taken?.has(pointer) || isChanging(look) || pointer in fixed,
    );
    const hasLimit = [...device.facts.keys()].some((fact) => fact in limitFacts);
    if (isWhole && !hasLimit) drafts.say('limits.names', [], null, device.where);
  }
  for (const [name, listed] of lists) sayList(name, listed, drafts);
}

function without(constants: { [pointer: string]: Json }, others: object): { [pointer: string]: Json } {
  return Object.fromEntries(Object.entries(constants).filter(([pointer]) => !(pointer in others)));
}

function sayList(
  name: ListName,
  { form, at, isOfRecords, beside, where }: Said<Listed>,
  drafts: Drafts,
): void {
  const resource = listResource[name];
  const say = (part: string, value: Json) =>
    drafts.say('operations.envelope', ['lists', name, part], value, where);
  if (form === 'map' && !isOfRecords) {
    if (resource !== 'country' && resource !== 'timeZone') return;
    say('value', 'name');
    say('key', resource === 'country' ? 'code' : 'id');
  }
  say('form', form);
  say('at', at);
  drafts.sayConstants('operations.envelope', ['lists', name], constantsIn(beside), where);
  for (const [part, names] of entriesOf(pageNames)) {
    const found = beside.filter(({ names: own, look }) => {
      const [last = '', above = ''] = own.toReversed().map(plainName);
      const told = { page: 'The number of this page.', pages: 'The number of all pages.' }[part as 'page'];
      return look.told === told || names.includes(last) || names.includes(above + last);
    });
    const told = found.filter(({ look }) => /number of (this|all)/.test(look.told));
    const [only, ...others] = told.length === 1 ? told : found;
    if (!only || others.length > 0) continue;
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
  drafts: Drafts,
): Look | undefined {
  for (const family of ['group', 'user'] as const) {
    const one = described.get(familyOperations[family].create);
    const known = records.facts.get(family);
    const located = one?.sent && locate(description, one.sent.schema, family, pointersOf(known));
    if (!one || !located) continue;
    const { at, facts, leaves, beside } = located;
    drafts.say('operations.envelope', ['bodies', family, 'at'], at, one.where);
    const around = without(constantsIn(beside), at === '' ? constantsIn(leaves) : {});
    drafts.sayConstants('operations.envelope', ['bodies', family], around, one.where);
    for (const [fact, { leaf }] of facts)
      if (!known?.has(fact) && neverAnswered.has(fact))
        drafts.say(`records.${family}`, ['fields', fact], leaf.pointer, one.where);
    const asked = [...facts].filter(([, { leaf }]) => leaf.isRequired).map(([fact]) => fact);
    // A description that asks for nothing may just not say it.
    if (asked.length > 0) drafts.say('records.required', [family], asked, one.where);
  }
  const answers = entriesOf(writtenBy).flatMap(([id, resource]) => {
    const one = described.get(id);
    const success = successOf(description, one);
    // A post that asks for a range answers with what it found.
    if (!one || !success || (resource !== 'group' && resource !== 'user' && !posted.has(resource))) return [];
    const answer = answerOf(description, success, resource, records);
    return answer ? [{ ...answer, operation: id, resource, evidence: one.where }] : [];
  });
  // Creates that are not described may answer otherwise.
  const areAll = (['createGroup', 'createUser'] as const).every((id) =>
    successOf(description, described.get(id)),
  );
  sayAnswers(answers, areAll, drafts);
  return answers.find(({ resource, id }) => resource === 'alert' && id)?.id;
}

/** Returns what a write answers; `undefined` where it is not told, as by a response without a body. */
function answerOf(
  description: Description,
  { schema, isEmpty }: Success,
  resource: ResourceName,
  { facts }: Records,
): (Pick<Answered, 'is' | 'at' | 'constants'> & { readonly id?: Look }) | undefined {
  if (schema === undefined) return isEmpty ? { is: 'nothing' } : undefined;
  const [first] = alternativesOf(description, schema);
  const listed = listIn(description, first);
  const one = listed?.form === 'array' ? listed.item : first;
  const fixedIn = (part: unknown) => constantsIn(leavesOf(description, part));
  const constants = Object.keys(fixedIn(first)).length > 0 ? fixedIn(first) : undefined;
  const fixed = fixedIn(one);
  const [only, ...others] = leavesOf(description, one).filter(
    ({ look, pointer }) => !(pointer in fixed) && !isChanging(look),
  );
  if (!only) return { is: 'nothing', constants };
  const known = pointersOf(facts.get(resource));
  const matched = locate(description, one, resource, known)?.facts.size ?? 0;
  if (matched > 1 || (others.length > 0 && matched === 1 && known?.size === 1)) return { is: 'record' };
  const { types, items } = only.look;
  if (others.length > 0 || types.size === 0 || types.has('object') || types.has('boolean')) return undefined;
  const id = types.has('array') ? description.look(items) : only.look;
  return { is: 'id', at: only.pointer, constants, id };
}

function isChanging({ told }: Look): boolean {
  return /(each|every) (call|request|reply|response)/i.test(told);
}
