/** Places of records and lists in the bodies of a description: wrappings, and the fields of each record. */
import type { Json } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { rankOf } from '../../learning/facts.ts';
import type { Drafts } from '../../learning/finding.ts';
import { plainName } from '../../learning/leaves.ts';
import { pageNames } from '../../learning/names.ts';
import { listedBy, readBy } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { type ListName, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import { constantsIn, type Facts, factsOf, type Leaf, leavesOf, nodesOf, pointersOf } from './facts.ts';
import type { Look } from './look.ts';
import type { Placed } from './operations.ts';

/** A record in a body. */
export interface Located {
  readonly at: string;
  readonly facts: Facts;
  /** The leaves of the record, and those beside it: what is beside one that is spread cannot be told from it. */
  readonly leaves: readonly Leaf[];
  readonly beside: readonly Leaf[];
}

export interface Listed {
  readonly form: 'array' | 'map';
  readonly at: string;
  readonly item: Look;
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

/** The node of a body that holds a record: with most of its facts, or of what is known of it; named nodes and inner ones before others. */
export function locate(look: Look, resource: ResourceName, known?: Facts): Located | undefined {
  const all = leavesOf(look);
  const pointers = known && pointersOf(known);
  const scored = nodesOf(look).map((node) => {
    const leaves = inside(all, node);
    const facts = factsOf(resource, leaves);
    const score = pointers ? leaves.filter(({ pointer }) => pointers.has(pointer)).length : facts.size;
    const isNamed = node.look.name !== '' && node.look.properties().size > 0;
    return { at: node.pointer, isNamed, leaves, facts, score };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most);
  const found = best.find(({ isNamed }) => isNamed) ?? best.at(-1);
  if (!found || most === 0) return undefined;
  const { at, facts, leaves } = found;
  const beside = at === '' ? [] : all.filter(({ pointer }) => !`${pointer}/`.startsWith(`${at}/`));
  return { at, facts, leaves, beside };
}

function inside(leaves: readonly Leaf[], { pointer: at, names }: Leaf): Leaf[] {
  const within = leaves.filter(({ pointer }) => at === '' || pointer.startsWith(`${at}/`));
  return within.map((leaf) => ({
    ...leaf,
    pointer: leaf.pointer.slice(at.length),
    names: leaf.names.slice(names.length),
  }));
}

/** The one list in a body, or map of records. */
export function listIn(look: Look): Listed | undefined {
  const found = nodesOf(look).flatMap(({ pointer: at, look: node }) => {
    const isArray = node.items() !== undefined;
    const item = node.items() ?? node.additional();
    if (!item || node.among.length > 0) return [];
    const isOfRecords = item.properties().size > 0;
    const form = isArray ? ('array' as const) : ('map' as const);
    return isArray && !isOfRecords ? [] : [{ form, at, item, isOfRecords }];
  });
  const [only, ...others] = found;
  if (!only || others.length > 0) return undefined;
  return { ...only, beside: leavesOf(look).filter(({ pointer }) => pointer !== only.at) };
}

/** Posts that ask for a range answer with a list. */
const posts = { postLocations: 'locations', postAlerts: 'alerts' } as const;

export function readRecords({ described }: Placed): Records {
  const lists = new Map<ListName, Said<Listed>>();
  const replies = new Map<ResourceName, Said<Located>>();
  const facts = new Map<ResourceName, Facts>();
  for (const [id, name] of entriesOf({ ...listedBy, ...posts })) {
    const { where = '', success } = described.get(id) ?? {};
    const looks = success?.looks ?? [];
    for (const look of id in posts || looks.length === 1 ? looks : []) {
      const located = id in posts ? locate(look, listResource[name]) : undefined;
      const listed = listIn(look);
      if (located && located.facts.size > 1) replies.set(listResource[name], { ...located, where });
      else if (listed) lists.set(name, { ...listed, where });
    }
  }
  for (const [name, { item, isOfRecords }] of lists) {
    // The values of a map that are no objects are of a fact that the record need not have.
    const found: Facts = isOfRecords ? factsOf(listResource[name], leavesOf(item)) : new Map();
    if (found.size > 0) facts.set(listResource[name], found);
  }
  for (const [id, resource] of entriesOf(readBy)) {
    const { where = '', success } = described.get(id) ?? {};
    const [look, ...others] = success?.looks ?? [];
    const located = look && others.length === 0 ? locate(look, resource, facts.get(resource)) : undefined;
    if (located) replies.set(resource, { ...located, where });
  }
  for (const [resource, { facts: own, where, leaves }] of replies) {
    if ((facts.get(resource)?.size ?? 0) <= own.size) facts.set(resource, own);
    // The path of an operation names the id: `/api/devices/{imei}` beside a property `imei`.
    const name = plainName(/\{([^{}]*)\}\.get$/.exec(where)?.[1] ?? '');
    const [leaf, ...others] = leaves.filter(({ names }) => plainName(names.at(-1) ?? '') === name);
    if (!leaf || others.length > 0) continue;
    const rest = [...(facts.get(resource) ?? [])].filter(([, { pointer }]) => pointer !== leaf.pointer);
    facts.set(resource, new Map([...rest, ['id', leaf]]));
  }
  return { facts, lists, replies };
}

/** The opening that says where a fact is. */
export function openingOf(resource: ResourceName, fact: string): `records.${ResourceName}` | 'limits.names' {
  return fact in recordFacts[resource] ? `records.${resource}` : 'limits.names';
}

/** Says the fields of each record, and what is around records and lists in replies. */
export function sayRecords(
  { facts, lists, replies }: Records,
  posted: ReadonlyMap<ResourceName, Facts>,
  drafts: Drafts,
): void {
  for (const resource of new Set([...posted.keys(), ...facts.keys()])) {
    const own = replies.get(resource);
    const list = [...lists].find(([name]) => listResource[name] === resource)?.[1];
    const where = own?.where ?? list?.where ?? 'the bodies of requests';
    const all = new Map([...(posted.get(resource) ?? []), ...(facts.get(resource) ?? [])]);
    for (const [fact, { pointer }] of all)
      drafts.say(openingOf(resource, fact), ['fields', fact], pointer, where);
    if (!own || resource === 'country' || resource === 'timeZone') continue;
    drafts.say('operations.envelope', ['records', resource, 'at'], own.at, where);
    const beside = constantsIn(own.beside);
    drafts.sayConstants('operations.envelope', ['records', resource], beside, where);
  }
  for (const [name, listed] of lists) sayList(name, listed, drafts);
}

function sayList(
  name: ListName,
  { form, at, isOfRecords, beside, where }: Said<Listed>,
  drafts: Drafts,
): void {
  const say = (part: string, value: Json) =>
    drafts.say('operations.envelope', ['lists', name, part], value, where);
  if (!isOfRecords) {
    if (name !== 'countries' && name !== 'timeZones') return;
    say('value', 'name');
    say('key', name === 'countries' ? 'code' : 'id');
  }
  say('form', form);
  say('at', at);
  drafts.sayConstants('operations.envelope', ['lists', name], constantsIn(beside), where);
  for (const [part, names] of entriesOf(pageNames)) {
    const [only, ...others] = beside.filter((leaf) => rankOf(leaf, names) !== undefined);
    if (!only || others.length > 0) continue;
    say(part, only.pointer);
    if (part === 'total' && only.look.types.has('string')) say('totalAsText', true);
  }
}
