/** Findings about writes of groups and users: bodies, what comes back, and how changes are put. */
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { follow } from '../profile/pointer.ts';
import { familyOperations } from '../specification/operations.ts';
import { type Answered, sayAnswers } from './answers.ts';
import { type Facts, firstByRank } from './facts.ts';
import { by, type Constants, counted, type Drafts, same } from './finding.ts';
import { type Leaf, leavesOf, nodesOf, plainName, plainValue } from './leaves.ts';
import { constantNames } from './names.ts';
import type { Payloads } from './records.ts';
import { grantedOf, type Seen } from './seen.ts';

const families = ['group', 'user'] as const;
/** The answer to a write, by one reply. */
type Shown = Pick<Answered, 'is' | 'at' | 'constants'>;

export function sayWrites(seen: readonly Seen[], { facts, known }: Payloads, drafts: Drafts): void {
  const writes = families.flatMap((family) =>
    (['create', 'replace', 'update', 'delete'] as const).map((verb) => {
      const operation = familyOperations[family][verb];
      const replies = grantedOf(seen, operation);
      const each = replies.map((reply) => answerOf(reply, facts[family], known[family].at?.pointer));
      return { family, verb, operation, replies, shown: same(each.map((one) => one?.is)) && each[0] };
    }),
  );
  const repliesTo = (...verbs: readonly string[]) => writes.filter(({ verb }) => verbs.includes(verb));
  const creates = repliesTo('create');
  const told = writes.flatMap(({ operation, replies, shown }): Answered[] =>
    shown ? [{ ...shown, operation, evidence: counted(replies.length, 'replies') }] : [],
  );
  const located = creates.flatMap(({ operation, replies }) => {
    const value = same(replies.map(({ headers }) => headers.location !== undefined));
    return value === undefined ? [] : [{ operation, value }];
  });
  const isEach = creates.every(({ replies }) => replies.length > 0);
  sayAnswers(told, isEach, located, drafts);
  const silent = told.filter(({ is }) => is === 'nothing');
  if (silent[0] && silent.every(({ constants }) => constants === undefined))
    drafts.say('operations.envelope', ['nothing'], {}, silent[0].evidence);
  for (const family of families) {
    const own = repliesTo('create', 'replace').filter((one) => one.family === family);
    const bodies = own.flatMap(({ replies }) => replies).filter(({ sent }) => isFields(sent));
    const at = same(bodies.map(({ sent }) => bodyIn(sent, facts[family]) ?? null)) ?? undefined;
    drafts.say('operations.envelope', ['bodies', family, 'at'], at, by(bodies, 'bodies'));
  }
  // Numbers beside in answers without a record count or name the call, and differ each time.
  const short = writes.flatMap(({ shown, replies }) => (shown && shown.is !== 'record' ? replies : []));
  const counters = short.flatMap(({ json, id }) =>
    leavesOf(json).filter(
      (leaf) => typeof leaf.value === 'number' && !isUsual(leaf) && String(leaf.value) !== id,
    ),
  );
  const places = [...new Set(counters.map(({ pointer }) => pointer))];
  if (places.length > 0) drafts.say('records.volatile', [], places, by(short, 'writes'));
  const patches = repliesTo('update').flatMap(({ replies }) => replies);
  drafts.say('patch.format', [], same(patches.map(formOf)) ?? undefined, by(patches, 'changes'));
}

/** Returns the place of a record's facts in a body that was sent; `undefined` unless there is exactly one. */
function bodyIn(sent: unknown, facts: Facts): string | undefined {
  const countIn = (value: unknown) =>
    Object.values(facts).filter(({ names }) => follow(value, names) !== undefined).length;
  return firstByRank(nodesOf(sent), ({ value }) => -countIn(value) || undefined)?.place.pointer;
}

/** Reads the answer to a write: a record with its name and id as in other replies, or an id alone, the one value that is no constant. */
function answerOf({ json, text, id }: Seen, facts: Facts, at: string | undefined): Shown | undefined {
  if (text === '') return { is: 'nothing' };
  if (json === undefined) return undefined;
  const record = at === undefined ? undefined : follow(json, splitPointer(at));
  if (isFields(record) && facts.name && follow(record, facts.name.names) !== undefined)
    return { is: 'record' };
  const leaves = leavesOf(json);
  const [own, ...others] = leaves.filter(({ value }) => id !== undefined && String(value) === id);
  const constants = constantsIn(leaves.filter((leaf) => leaf !== own));
  if (constants === undefined || others.length > 0) return undefined;
  if (!own) return { is: 'nothing', constants };
  return { is: 'id', at: own.pointer, ...(Object.keys(constants).length > 0 && { constants }) };
}

/** Values beside that say how it went; numbers under other names may count, and texts say more than that. */
function constantsIn(leaves: readonly Leaf[]): Constants | undefined {
  const constants: { [pointer: string]: Json } = {};
  for (const leaf of leaves) {
    const value = plainValue(leaf.value);
    if (value !== undefined && isUsual(leaf)) constants[leaf.pointer] = value;
    else if (typeof leaf.value !== 'number') return undefined;
  }
  return constants;
}

function isUsual({ names }: Leaf): boolean {
  return constantNames.has(plainName(names.at(-1) ?? ''));
}

function formOf({ sent, sentType }: Seen): Json {
  const contentType = sentType ?? null;
  const isMerge = contentType?.startsWith('application/merge-patch+json');
  if (isFields(sent)) return { form: isMerge ? 'merge-patch' : 'partial', contentType };
  return Array.isArray(sent) ? { form: 'json-patch', contentType } : null;
}
