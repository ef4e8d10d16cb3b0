/** Whether a free text comes back as it was sent. What a deployment refuses it need not keep. */
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Case, Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { breakOffIn } from '../../transport/failures.ts';
import { wasAccepted } from '../accepted.ts';
import { type AnyFacts, changing, difference } from './compare.ts';
import { type Family, families, unlock } from './family.ts';
import { freshFacts } from './fresh.ts';
import { entryOf, listUntil, pagesOf, type Read, type RecordList, readUntil } from './reading.ts';
import { allTexts, drawTexts } from './texts.ts';
import { create, replace, update } from './writing.ts';

/** The facts of a family in which a text is free. */
const free: { readonly [F in Family]: readonly string[] } = {
  group: ['name', 'description'],
  user: ['name'],
};

/** A text in the place of a fact, and how it is sent. */
interface Trial {
  verb: 'replace' | 'update';
  texts: AnyFacts;
}

/** `refused`: the deployment need not take it. `lost`: what is read has nothing to do with what was sent. */
type Outcome =
  | { was: 'kept'; answer: Answer }
  | { was: 'refused' | 'lost' }
  | { was: 'altered'; finding: Finding };

/** Beside the reads and writes of what is drawn. */
const REQUESTS = 14;

export const keptCases = {
  'groups/kept-as-sent': keptCase('group'),
  'users/kept-as-sent': keptCase('user'),
} satisfies Cases;

function keptCase(family: Family): Case {
  return {
    touches: 'records',
    cost: { requests: REQUESTS, creates: [family] },
    judge: (context) => judgeTexts(context, family),
  };
}

async function judgeTexts(context: CaseContext, family: Family): Promise<Finding> {
  const facts = freshFacts(context, family);
  const texts = drawTexts(context.chance, family === 'group' ? 0 : 1, markOf(context, facts));
  const created = await createWith(context, family, {
    ...facts,
    ...inFree(family, facts, [texts.marked[0], ...texts.alone.slice(0, 1)]),
  });
  const outcomes: Outcome[] = created.outcome ? [created.outcome] : [];
  const { id } = created;
  let before = created.read;
  for (const { verb, texts: sent } of trialsOf(context, family, facts, before.facts, texts)) {
    if (outcomes.some(({ was }) => was === 'altered')) break;
    const written =
      verb === 'update'
        ? await update(context, family, id, before, sent)
        : await replace(context, family, id, before, { ...facts, ...sent });
    const taken = await wasAccepted(
      context,
      verb === 'update' ? updateOf[family] : replaceOf[family],
      written,
    );
    outcomes.push(
      taken === 'taken' ? judgeRead(family, sent, before, written.after, written.answer) : { was: 'refused' },
    );
    before = written.after;
  }
  const altered = outcomes.find(({ was }) => was === 'altered');
  if (altered?.was === 'altered') return altered.finding;
  const kept = outcomes.flatMap((one) => (one.was === 'kept' ? [one.answer] : []));
  if (kept.length === 0)
    return inconclusive('No text that was drawn was taken and read again.', ...unlock[family]);
  const isListed = context.thorough || context.chance.pick('texts in a list', families) === family;
  return (
    (isListed ? await judgeListed(context, family, id, before) : undefined) ??
    pass('The texts that were sent came back as they were.', ...kept)
  );
}

const replaceOf = { group: 'replaceGroup', user: 'replaceUser' } as const;
const updateOf = { group: 'updateGroup', user: 'updateUser' } as const;

/** The run's mark as the name of a fresh record carries it. */
function markOf(context: CaseContext, { name }: AnyFacts): string {
  const found = typeof name === 'string' ? new RegExp(`${context.nonce}[-\\d]*`).exec(name)?.[0] : undefined;
  return found ?? context.nonce;
}

/** Texts in the free facts that the record has, the first in the name. */
function inFree(family: Family, facts: AnyFacts, texts: readonly string[]): AnyFacts {
  const names = free[family].filter((fact) => fact in facts);
  return Object.fromEntries(names.map((name, index) => [name, texts[index % texts.length]]));
}

/** What is written after the create: PUT of the longest text, and PATCH of what is alone where another fact is read with the mark. */
function trialsOf(
  context: CaseContext,
  family: Family,
  facts: AnyFacts,
  readable: AnyFacts,
  { marked, alone }: ReturnType<typeof drawTexts>,
): Trial[] {
  const [, long] = marked;
  const trials: Trial[] = [{ verb: 'replace', texts: inFree(family, facts, [long, ...alone.slice(1, 2)]) }];
  const isMarked = (value: unknown) =>
    typeof value === 'string' && value.toLowerCase().includes(context.nonce);
  const marksElse = Object.keys(facts).some(
    (fact) => !free[family].includes(fact) && isMarked(facts[fact]) && isMarked(readable[fact]),
  );
  const spare = marksElse ? 'name' : free[family].find((fact) => fact !== 'name' && fact in facts);
  if (spare !== undefined && spare in facts) {
    const single = context.thorough
      ? allTexts(markOf(context, facts))
      : spare === 'name'
        ? alone.slice(0, 2)
        : alone.slice(2);
    trials.push(...single.map((text): Trial => ({ verb: 'update', texts: { [spare]: text } })));
  }
  return trials;
}

/** A record with drawn texts; where they are refused, one without. */
async function createWith(
  context: CaseContext,
  family: Family,
  facts: AnyFacts,
): Promise<{ id: AnyId; read: Read; outcome: Outcome | undefined }> {
  const made = await create(context, family, facts).catch((error: unknown) => {
    if (!(error instanceof Unreached) || breakOffIn(error)) throw error;
    return undefined;
  });
  const { id, answer } = made ?? (await context.make[family]());
  const read = await readUntil(context, family, id, ({ found }) => found);
  if (!made) return { id, read, outcome: { was: 'refused' } };
  const sent = Object.fromEntries(
    free[family].filter((fact) => fact in facts).map((fact) => [fact, facts[fact]]),
  );
  return { id, read, outcome: judgeRead(family, sent, undefined, read, answer) };
}

/** What still holds what it held before was not written: that is for other rules. */
function judgeRead(
  family: Family,
  sent: AnyFacts,
  before: Read | undefined,
  after: Read,
  answer: Answer,
): Outcome {
  if (!after.found) return { was: 'lost' };
  const altered = changing(family, sent, after.facts).filter(
    (fact) =>
      before === undefined || changing(family, { [fact]: before.facts[fact] }, after.facts).length > 0,
  );
  if (altered.length === 0)
    return changing(family, sent, after.facts).length === 0
      ? { was: 'kept', answer: after.answer }
      : { was: 'lost' };
  const differs = difference(
    family,
    Object.fromEntries(altered.map((fact) => [fact, sent[fact]])),
    after.facts,
  );
  const observed = [differs, ...after.issues].join('; ');
  return {
    was: 'altered',
    finding: fail(`the ${family} to be read with the texts that were sent`, observed, answer, after.answer),
  };
}

/** The same texts in the list, as far as it shows them. */
async function judgeListed(
  context: CaseContext,
  family: Family,
  id: AnyId,
  read: Read,
): Promise<Finding | undefined> {
  const wanted = (entry: AnyFacts) =>
    Object.fromEntries(free[family].filter((fact) => fact in entry).map((fact) => [fact, read.facts[fact]]));
  const differs = (entry: AnyFacts | undefined) => entry && difference(family, wanted(entry), entry);
  const entryIn = (list: RecordList) => entryOf(list, { id, name: read.facts.name });
  const isThere = (list: RecordList) =>
    entryIn(list) !== undefined || !read.found || !isWholeList(context, list);
  const list = await listUntil(
    context,
    family,
    (seen) => isThere(seen) && differs(entryIn(seen)) === undefined,
  );
  const found = isThere(list) ? differs(entryIn(list)) : `${list.records.length} others`;
  if (found === undefined) return undefined;
  if (!isThere(list)) {
    // A list that lacks a newer record with usual texts as well says nothing of texts.
    const { id: newer } = await create(context, family, freshFacts(context, family));
    const isListed = (seen: RecordList) => entryOf(seen, { id: newer, name: undefined }) !== undefined;
    const again = await listUntil(context, family, isListed);
    if (!isListed(again) || isThere(again)) return undefined;
  }
  return fail(
    `the ${family} to be in the list with the texts that were sent`,
    found,
    read.answer,
    ...pagesOf(context, family, list, id),
  );
}

/** Whether a record that is there cannot but be in it. */
function isWholeList({ profile }: CaseContext, { complete, issues, records }: RecordList): boolean {
  const showsIds = (records as readonly AnyFacts[]).every(({ id }) => id !== undefined && id !== null);
  const isPaged = profile.openings['operations.paging'] !== undefined;
  return isPaged && complete && issues.length === 0 && records.length > 0 && showsIds;
}
