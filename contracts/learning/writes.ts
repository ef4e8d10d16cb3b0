/** Findings about writes of groups and users: bodies, what comes back, and what becomes of what is deleted. */
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import { familyOperations, type WriteOperationId } from '../specification/operations.ts';
import { counted, type Drafts } from './drafts.ts';
import type { Place } from './facts.ts';
import { type Leaf, leavesOf, nodesOf, plainName, plainValue } from './leaves.ts';
import { constantNames } from './names.ts';
import type { Payloads } from './payloads.ts';
import { grantedOf, type Seen } from './seen.ts';

const families = ['group', 'user'] as const;
type Family = (typeof families)[number];
type Facts = { readonly [fact: string]: Place };

/** The answer to a write, with the place of the id where that is all. */
type Answered =
  | { is: 'record' }
  | { is: 'id'; at: string; constants: Constants }
  | { is: 'nothing'; constants: Constants };
type Constants = { [pointer: string]: Json } | undefined;

export function sayWrites(seen: readonly Seen[], { facts, known }: Payloads, drafts: Drafts): void {
  const told = families.map((family) => ({
    family,
    writes: answeredWrites(family, seen, facts[family], known[family].at?.pointer),
  }));
  // Where some answers with nothing in them have constants, the others have no body.
  const isSaid = told
    .flatMap(({ writes }) => writes)
    .some(({ first }) => first.is === 'nothing' && first.constants !== undefined);
  const answers = told.map(({ family, writes }) => {
    sayBodies(family, seen, facts[family], drafts);
    return sayAnswers(family, seen, writes, isSaid, drafts);
  });
  sayShared(answers, drafts);
  sayCounters(
    told.flatMap(({ writes }) => writes),
    drafts,
  );
  sayPatches(seen, facts, drafts);
}

function sayBodies(family: Family, seen: readonly Seen[], facts: Facts, drafts: Drafts): void {
  const { create, replace } = familyOperations[family];
  const writes = [...grantedOf(seen, create), ...grantedOf(seen, replace)].filter(({ sent }) =>
    isFields(sent),
  );
  const ways = writes.map(({ sent }) => bodyIn(sent, facts));
  const [at] = ways;
  if (at === undefined || new Set(ways).size !== 1) return;
  drafts.say('operations.envelope', ['bodies', family, 'at'], at, counted(writes.length, 'bodies'));
}

/** Where a body that was sent has the facts of a record; `undefined` where that is not one place. */
function bodyIn(sent: unknown, facts: Facts): string | undefined {
  const scored = nodesOf(sent).map(({ pointer, value }) => ({
    pointer,
    found: Object.values(facts).filter(({ names }) => follow(value, names) !== undefined).length,
  }));
  const most = Math.max(0, ...scored.map(({ found }) => found));
  const best = scored.filter(({ found }) => found === most);
  return most > 0 && best.length === 1 ? best[0]?.pointer : undefined;
}

interface FamilyAnswers {
  family: Family;
  id: { at: string; constants: Constants } | undefined;
  nothing: Constants | 'unseen';
  located: boolean | undefined;
}

/** A write with the answer that all replies to it gave. */
interface AnsweredWrite {
  readonly operation: WriteOperationId;
  readonly first: Answered;
  readonly replies: readonly Seen[];
}

function answeredWrites(
  family: Family,
  seen: readonly Seen[],
  facts: Facts,
  at: string | undefined,
): AnsweredWrite[] {
  const { create, replace, update, delete: remove } = familyOperations[family];
  return [create, replace, update, remove].flatMap((operation) => {
    const replies = grantedOf(seen, operation);
    const each = replies.map((reply) => answeredBy(reply, facts, at));
    const [first] = each;
    if (!first || each.some((one) => one?.is !== first.is)) return [];
    return [{ operation, first, replies }];
  });
}

function sayAnswers(
  family: Family,
  seen: readonly Seen[],
  writes: readonly AnsweredWrite[],
  isSaid: boolean,
  drafts: Drafts,
): FamilyAnswers {
  const operations = familyOperations[family];
  const answers: FamilyAnswers = { family, id: undefined, nothing: 'unseen', located: undefined };
  const creates = grantedOf(seen, operations.create);
  if (creates.length > 0) {
    const located = new Set(creates.map(({ headers }) => headers.location !== undefined));
    if (located.size === 1) answers.located = located.has(true);
  }
  for (const { operation, first, replies } of writes) {
    const isEmpty = isSaid && first.is === 'nothing' && first.constants === undefined;
    drafts.say(
      'operations.envelope',
      ['answers', operation],
      isEmpty ? 'empty' : first.is,
      counted(replies.length, 'replies'),
    );
    if (first.is === 'id') answers.id = { at: first.at, constants: first.constants };
    if (first.is === 'nothing' && !isEmpty) answers.nothing = first.constants;
  }
  return answers;
}

/** Where the record is as in other replies, its name and id are there too; an id alone is the one value that is no constant. */
function answeredBy(reply: Seen, facts: Facts, at: string | undefined): Answered | undefined {
  const { json, text, id } = reply;
  if (text === '') return { is: 'nothing', constants: undefined };
  if (json === undefined) return undefined;
  const record = at === undefined ? undefined : follow(json, splitPointer(at));
  if (isFields(record) && facts.name && follow(record, facts.name.names) !== undefined)
    return { is: 'record' };
  const leaves = leavesOf(json);
  const ids = leaves.filter(({ value }) => id !== undefined && String(value) === id);
  const constants = constantsOf(leaves.filter((leaf) => !ids.includes(leaf)));
  if (constants === 'other') return undefined;
  if (ids.length === 1 && ids[0]) return { is: 'id', at: ids[0].pointer, constants };
  return ids.length === 0 ? { is: 'nothing', constants: constants ?? {} } : undefined;
}

/** Values beside that say how it went; numbers under other names may count, and texts say more than that. */
function constantsOf(leaves: readonly Leaf[]): Constants | 'other' {
  const constants: { [pointer: string]: Json } = {};
  for (const { pointer, names, value } of leaves) {
    const isUsual = constantNames.has(plainName(names.at(-1) ?? ''));
    const kept = plainValue(value);
    if (kept !== undefined && isUsual) constants[pointer] = kept;
    else if (typeof value !== 'number') return 'other';
  }
  return Object.keys(constants).length === 0 ? undefined : constants;
}

/** Numbers beside in answers without a record count or name the call, and differ each time. */
function sayCounters(writes: readonly AnsweredWrite[], drafts: Drafts): void {
  const short = writes.filter(({ first }) => first.is !== 'record');
  const counters = short.flatMap(({ replies }) =>
    replies.flatMap(({ json, id }) =>
      leavesOf(json).flatMap((leaf) => (isCounter(leaf) && String(leaf.value) !== id ? [leaf.pointer] : [])),
    ),
  );
  if (counters.length > 0)
    drafts.say('records.volatile', [], [...new Set(counters)], counted(short.length, 'writes'));
}

function isCounter({ names, value }: Leaf): boolean {
  return typeof value === 'number' && !constantNames.has(plainName(names.at(-1) ?? ''));
}

/** Facts that the answers to writes of a family share, each as the profile has it. */
const shared: { readonly [name: string]: (answers: FamilyAnswers) => Json | undefined } = {
  id: ({ id }) => id && { at: id.at, ...(id.constants && { constants: id.constants }) },
  nothing: ({ nothing }) => (nothing === 'unseen' ? undefined : { ...(nothing && { constants: nothing }) }),
  locationHeader: ({ located }) => located,
};

/** Answers that groups and users have in common stand once, the others for each. */
function sayShared(answers: readonly FamilyAnswers[], drafts: Drafts): void {
  for (const [name, writtenFor] of Object.entries(shared)) {
    const given = answers.flatMap((one) => {
      const written = writtenFor(one);
      return written === undefined ? [] : [{ family: one.family, written }];
    });
    const [first] = given;
    const isShared =
      given.length === families.length &&
      new Set(given.map(({ written }) => JSON.stringify(written))).size === 1;
    for (const { family, written } of first && isShared ? [first] : given)
      drafts.say(
        'operations.envelope',
        isShared ? [name] : ['families', family, name],
        written,
        'replies to writes',
      );
  }
}

function sayPatches(seen: readonly Seen[], facts: Payloads['facts'], drafts: Drafts): void {
  const patches = families.flatMap((family) =>
    grantedOf(seen, familyOperations[family].update).map(({ sent, sentType }) => ({
      form: formOf(sent, sentType),
      sentType,
      facts: facts[family],
    })),
  );
  const ways = new Set(patches.map(({ form, sentType }) => `${form} ${sentType}`));
  const [first] = patches;
  if (!first?.form || first.sentType === undefined || ways.size !== 1) return;
  const evidence = counted(patches.length, 'changes');
  drafts.say('patch.format', ['form'], first.form, evidence);
  drafts.say('patch.format', ['contentType'], first.sentType, evidence);
}

function formOf(
  sent: unknown,
  type: string | undefined,
): 'partial' | 'merge-patch' | 'json-patch' | undefined {
  if (Array.isArray(sent)) return 'json-patch';
  if (!isFields(sent)) return undefined;
  return type?.startsWith('application/merge-patch+json') ? 'merge-patch' : 'partial';
}
