/** How records are written: the bodies of requests that make, post and change them, and what these answer. */
import type { Json } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { type Answered, sayAnswers } from '../../learning/answers.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { familyOperations, writtenBy } from '../../specification/operations.ts';
import { neverAnswered } from '../../specification/records/index.ts';
import type { ResourceName } from '../../specification/records/kinds.ts';
import { constantsIn, type Facts, jsonOf, type Leaf, leavesOf, pointersOf, timeUnitOf } from './facts.ts';
import { examplesIn, type Look, textOf } from './look.ts';
import type { Described, Placed, Success } from './operations.ts';
import { listIn, locate, type Records } from './records.ts';

type Posted = ReadonlyMap<ResourceName, Facts>;
const families = ['group', 'user'] as const;

/** Says where the bodies that make a group or a user have it, and what each write answers. */
export function sayWrites({ described }: Placed, records: Records, posted: Posted, drafts: Drafts): void {
  for (const family of families) {
    const { sent, where = '' } = described.get(familyOperations[family].create) ?? {};
    const known = records.facts.get(family);
    const located = sent && locate(sent, family, known);
    if (!located) continue;
    const { at, facts, beside } = located;
    drafts.say('operations.envelope', ['bodies', family, 'at'], at, where);
    drafts.sayConstants('operations.envelope', ['bodies', family], constantsIn(beside), where);
    for (const [fact, { pointer }] of facts)
      if (!known?.has(fact) && neverAnswered.has(fact))
        drafts.say(`records.${family}`, ['fields', fact], pointer, where);
    const asked = [...facts].filter(([, { isRequired }]) => isRequired).map(([fact]) => fact);
    // A description that asks for nothing may just not say it.
    if (asked.length > 0) drafts.say('records.required', [family], asked, where);
  }
  const answers = entriesOf(writtenBy).flatMap(([operation, resource]) => {
    const { success, where: evidence = '' } = described.get(operation) ?? {};
    // A post that asks for a range answers with what it found.
    const isWrite = resource === 'group' || resource === 'user' || posted.has(resource);
    const answer = isWrite && success && answerOf(success, resource, records);
    return answer ? [{ ...answer, operation, evidence }] : [];
  });
  const made = families.flatMap((family) => {
    const operation = familyOperations[family].create;
    const { success } = described.get(operation) ?? {};
    const isLocated = (success?.headers ?? []).some((name) => /^location$/i.test(name));
    return success ? [{ operation, isLocated }] : [];
  });
  const located = made
    .filter(({ isLocated }) => isLocated)
    .map(({ operation }) => ({ operation, value: true }));
  // Creates that are not described may answer otherwise.
  sayAnswers(answers, made.length === families.length, located, drafts);
}

/** Returns what a write answers; `undefined` where it is not told, as by a response without a body. */
function answerOf(
  { looks: [first], isEmpty }: Success,
  resource: ResourceName,
  { facts }: Records,
): Pick<Answered, 'is' | 'at' | 'constants'> | undefined {
  if (first === undefined) return isEmpty ? { is: 'nothing' } : undefined;
  const leaves = leavesOf(first);
  const fixed = constantsIn(leaves);
  const constants = Object.keys(fixed).length > 0 ? fixed : undefined;
  const [only, ...others] = leaves.filter(({ pointer }) => !(pointer in fixed));
  if (!only) return { is: 'nothing', constants };
  const known = facts.get(resource);
  const matched = locate(first, resource, known)?.facts.size ?? 0;
  if (matched > 1 || (others.length > 0 && matched === 1 && known?.size === 1)) return { is: 'record' };
  const isId = ['string', 'integer', 'number'].some((type) => only.look.types.has(type));
  return others.length === 0 && isId ? { is: 'id', at: only.pointer, constants } : undefined;
}

/** Says how locations and alerts are posted, and gives the facts that their bodies have, and the times of ranges. */
export function sayPosting(
  { described }: Placed,
  records: Records,
  drafts: Drafts,
): { posted: Posted; times: readonly Look[] } {
  const posted = new Map<ResourceName, Facts>();
  const times: Look[] = [];
  for (const [id, what, resource] of [
    ['postLocations', 'locations', 'location'],
    ['postAlerts', 'alerts', 'alert'],
  ] as const) {
    const { sent, where = '', success } = described.get(id) ?? {};
    if (!sent) continue;
    const opening = `${what}.purpose` as const;
    const range = rangeIn(sent);
    if (range && (records.lists.has(what) || success === undefined)) {
      times.push(...range.looks);
      const body = { form: 'bare', at: '', many: false, required: range.required };
      drafts.say(opening, [], { does: 'query', body, query: range.query }, where);
      continue;
    }
    const found = postingOf(sent, resource, records.facts.get(resource));
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
function rangeIn(body: Look) {
  const isTime = ({ look }: Leaf) =>
    textOf(look.says.format) === 'date-time' || timeUnitOf(look) !== undefined || /time/i.test(look.told);
  const leaves = leavesOf(body);
  const times = leaves.filter(isTime);
  const others = leaves.filter((leaf) => !isTime(leaf));
  const required = fixedOf(others);
  const named = (words: RegExp) => times.filter(({ names }) => words.test(names.at(-1) ?? ''));
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

/** The record of a post, alone or in a list; a body that may be either says neither. */
function postingOf(body: Look, resource: ResourceName, known: Facts | undefined) {
  const found = listIn(body);
  const list = found?.form === 'array' ? found : undefined;
  const located = locate(list?.item ?? body, resource, known);
  if (!located || (list && located.at !== '')) return undefined;
  const { facts, leaves } = located;
  const { at, beside } = list ?? located;
  if (resource === 'location' && !(facts.has('latitude') && facts.has('longitude'))) return undefined;
  // Required fields that are no facts: beside the record, or in it.
  const taken = pointersOf(facts);
  const free = at === '' ? leaves.filter(({ pointer }) => !taken.has(pointer)) : beside;
  const form = at !== '' ? 'wrapper' : list ? 'array' : 'bare';
  return { facts, body: { form, at, many: list !== undefined, required: fixedOf(free) } };
}

export function sayChanges({ described }: Placed, drafts: Drafts): void {
  const patches = families.flatMap((family) => described.get(familyOperations[family].update) ?? []);
  const puts = families.flatMap((family) => described.get(familyOperations[family].replace) ?? []);
  drafts.say('patch.format', [], same(patches.flatMap((one) => patchOf(one) ?? [])), patches[0]?.where ?? '');
  drafts.say('put.left-out', [], same(puts.map(leftOutOf)), puts[0]?.where ?? '');
}

function patchOf({ request: [body, ...others], says }: Described): Openings['patch.format'] | undefined {
  if (!body || others.length > 0) return undefined;
  const { contentType, look } = body;
  const items = look.items();
  if (look.types.has('array') || items)
    return items?.properties().has('op') ? { form: 'json-patch', contentType } : undefined;
  if (/merge-patch/i.test(contentType) || /merge.?patch|7396/i.test(`${says} ${look.told}`))
    return { form: 'merge-patch', contentType };
  return /^application\/json\b/i.test(contentType) ? { form: 'partial', contentType } : undefined;
}

/** A body of a PUT in which all but a secret has to be there is refused without it. */
function leftOutOf({ sent }: Described): Openings['put.left-out'] | undefined {
  const leaves = leavesOf(sent);
  const isSecret = ({ names }: Leaf) => /pass|secret/i.test(names.at(-1) ?? '');
  const isEach = leaves.length > 2 && leaves.every((leaf) => leaf.isRequired || isSecret(leaf));
  return isEach ? 'refused' : undefined;
}
