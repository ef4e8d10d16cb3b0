/** What the names of the operations promise of the life of a record (sections 1 and 4.2), judged step by step. */

import { namesOf } from '../../../kit/tables.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { Case, Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { describeAnswer, formOfAnswer } from '../../reading/describe.ts';
import { breakOffIn, unlessUnreached } from '../../transport/failures.ts';
import { wasAccepted } from '../accepted.ts';
import { judgeBeside, notDone, notReadBefore } from './beside.ts';
import { type AnyFacts, changing, difference, tellingFacts, without } from './compare.ts';
import { sharedHistory } from './course.ts';
import { type Family, unlock } from './family.ts';
import { fieldwiseOf } from './fieldwise.ts';
import { historyOf } from './history.ts';
import { backNextDay } from './next-day.ts';
import { pagesOf, type Read, type RecordList, volatileFacts } from './reading.ts';
import type { Changed, History, Step } from './steps.ts';

/** Judges a family by the steps of its history. */
type LifeRule = (context: CaseContext, family: Family) => Promise<Finding>;

const rules = {
  'created-can-be-read': rule(
    ({ created }) => created,
    async ({ does, made, read }, context, family) => {
      if (!read.found)
        return unread(
          context,
          family,
          read,
          `the ${family} ${made.id} that was created (${does}) to be read by its id`,
        );
      const differs = difference(family, made.sent, read.facts);
      if (differs !== undefined)
        return fail(
          `the ${family} ${made.id} (${does}) to hold what was sent`,
          differs,
          made.answer,
          read.answer,
        );
      return pass(
        `The ${family}s that were created can be read and hold what was sent.`,
        made.answer,
        read.answer,
      );
    },
    ({ atRest }) => atRest,
  ),

  'created-is-listed': rule(
    ({ created }) => created,
    ({ does, made, listing }, context, family) => {
      if (!listing) return undefined;
      const { list, entry } = listing;
      if (entry && isAnother(family, entry, made.sent))
        return inconclusive('Another record has its id in the list.', ...unlock[family]);
      if (entry) return pass(`What was created is in the list.`, made.answer, ...list.pages);
      return (
        unseen(context, list) ??
        fail(
          `the ${family} ${made.id} that was created (${does}) in the list`,
          `${list.records.length} others`,
          made.answer,
          ...list.pages,
        )
      );
    },
  ),

  replaced: rule(
    ({ replaced }) => replaced,
    async (step, context, family) => {
      const { does, wish, answer, after, again } = step;
      const differs = difference(family, wish, after.facts) ?? difference(family, wish, again.facts);
      if (after.found && differs === undefined)
        return (
          outdatedInList(context, family, step) ??
          pass('After a PUT the new content is read.', answer, after.answer)
        );
      return (
        (await notWritten(context, family, 'replace', step)) ??
        fail(`the new content to be read after a ${does}`, differs ?? 'no record', answer, again.answer)
      );
    },
    atOnce('replaced'),
  ),

  'updated-keeps-rest': rule(
    ({ updated }) => updated,
    async (step, context, family) => {
      const { id, does, wish, before, answer, again } = step;
      const evidence = [before.answer, answer, again.answer];
      const unchanged = difference(family, wish, again.facts);
      if (unchanged !== undefined) {
        return (
          (await notWritten(context, family, 'update', step)) ??
          fail(`a ${does} to change it`, unchanged, ...evidence)
        );
      }
      const rest = Object.fromEntries(Object.entries(before.facts).filter(([fact]) => !(fact in wish)));
      let lost = difference(family, rest, again.facts);
      if (lost !== undefined)
        lost = difference(family, without(rest, await volatileFacts(context, family, id)), again.facts);
      if (lost !== undefined) return fail(`a ${does} to leave the other fields`, lost, ...evidence);
      if (tellingFacts(rest).length === 0)
        return inconclusive('No field but the changed one could be read.', ...unlock[family]);
      const format = context.profile.openings['patch.format'];
      if (format) {
        const pinned = `${format.form} as ${format.contentType}`;
        context.observe('patch.format', { observed: `${pinned} is taken`, pinned, holds: true }, answer);
      }
      return pass('A PATCH of one field changed that and left the others.', ...evidence);
    },
    atOnce('updated-keeps-rest'),
  ),

  'deleted-is-gone': rule(
    ({ deleted }) => deleted,
    async (step, context, family) => {
      const { id, does, before, answer, after, listing } = step;
      if (!before.found) return notReadBefore(family);
      const pages = listing ? pagesOf(context, family, listing.list, id) : [];
      const evidence = [
        before.answer,
        answer,
        ...(after.found ? [...pages, after.answer] : [after.answer, ...pages]),
      ];
      if (after.found || listing?.entry) {
        if ((await wasAccepted(context, familyOperations[family].delete, { id, answer })) !== 'taken')
          return notDone(context, family, 'delete', answer);
        const where = [...(after.found ? ['read'] : []), ...(listing?.entry ? ['listed'] : [])].join(' and ');
        return fail(`the ${family} ${id} to be gone after its ${does}`, `it is still ${where}`, ...evidence);
      }
      const verdict = pass(`After its DELETE the ${family} is neither read nor listed.`, ...evidence);
      return listing ? (unseen(context, listing.list) ?? verdict) : verdict;
    },
  ),

  'replaced-spares-others': rule(
    ({ replaced }) => replaced,
    (step, context, family) => judgeBeside(context, family, 'replace', step),
  ),
  'updated-spares-others': rule(
    ({ updated }) => updated,
    (step, context, family) => judgeBeside(context, family, 'update', step),
  ),
  'deleted-spares-others': rule(
    ({ deleted }) => deleted,
    (step, context, family) => judgeBeside(context, family, 'delete', step),
  ),
};

export const lifeCases = {
  'groups/created-can-be-read': lifeCase('group', 'created-can-be-read'),
  'groups/created-is-listed': lifeCase('group', 'created-is-listed'),
  'groups/replaced': lifeCase('group', 'replaced'),
  'groups/updated-keeps-rest': lifeCase('group', 'updated-keeps-rest'),
  'groups/deleted-is-gone': goneCase('group'),
  'groups/deleted-spares-others': lifeCase('group', 'deleted-spares-others'),
  'groups/replaced-spares-others': lifeCase('group', 'replaced-spares-others'),
  'groups/updated-spares-others': lifeCase('group', 'updated-spares-others'),
  'users/created-can-be-read': lifeCase('user', 'created-can-be-read'),
  'users/created-is-listed': lifeCase('user', 'created-is-listed'),
  'users/replaced': lifeCase('user', 'replaced'),
  'users/updated-keeps-rest': lifeCase('user', 'updated-keeps-rest'),
  'users/deleted-is-gone': goneCase('user'),
  'users/deleted-spares-others': lifeCase('user', 'deleted-spares-others'),
  'users/replaced-spares-others': lifeCase('user', 'replaced-spares-others'),
  'users/updated-spares-others': lifeCase('user', 'updated-spares-others'),
} satisfies Cases;

/** A case of the history, whichever is judged. */
interface LifeCase extends Case {
  judge(context: CaseContext): Promise<Finding>;
}

function lifeCase(family: Family, name: keyof typeof rules): LifeCase {
  return {
    touches: 'records',
    cost: { requests: 0, shared: [sharedHistory(family)] },
    async judge(context: CaseContext) {
      const { strays } = await historyOf(context, family);
      const stray = strays.find(({ rule }) => rule === name)?.finding;
      if (stray?.verdict === 'fail') return stray;
      const finding = await rules[name](context, family);
      if (finding.verdict === 'fail') return finding;
      const fieldwise = await fieldwiseOf(context, family).catch(unlessUnreached);
      return fieldwise?.find(({ rule }) => rule === name)?.finding ?? stray ?? finding;
    },
  };
}

/** What was deleted is looked for on the next day, too. */
function goneCase(family: Family): Case {
  const { judge } = lifeCase(family, 'deleted-is-gone');
  return {
    touches: 'time',
    cost: { requests: 2, shared: [sharedHistory(family)] },
    async judge(context: CaseContext) {
      const finding = await judge(context);
      return finding.verdict === 'pass' ? ((await backNextDay(context, family)) ?? finding) : finding;
    },
  };
}

/** What many writes at once broke of a rule. */
function atOnce(name: 'replaced' | 'updated-keeps-rest') {
  return ({ atOnce }: History): Step<Finding | undefined> =>
    () => {
      const broken = atOnce();
      return broken?.rule === name ? broken.finding : undefined;
    };
}

/** A rule about one kind of step, of which some say nothing about it. It fails at the first step that breaks it, and passes where one was seen to keep it. */
function rule<T>(
  stepsOf: (history: History) => readonly Step<T>[],
  judge: (
    step: T,
    context: CaseContext,
    family: Family,
  ) => Finding | undefined | Promise<Finding | undefined>,
  last: (history: History) => Step<Finding | undefined> = () => () => undefined,
): LifeRule {
  return async (context, family) => {
    const history = await historyOf(context, family);
    const steps = stepsOf(history);
    const findings: Finding[] = [];
    let untaken: unknown;
    for (const step of steps) {
      try {
        const finding = await judge(step(), context, family);
        if (finding?.verdict === 'fail') return finding;
        if (finding) findings.push(finding);
      } catch (error) {
        if (breakOffIn(error)) throw error;
        untaken ??= error;
      }
    }
    try {
      const broken = last(history)();
      if (broken) return broken;
    } catch (error) {
      if (breakOffIn(error)) throw error;
    }
    const seen = (wanted: Finding['verdict']) => findings.find(({ verdict }) => verdict === wanted);
    const verdict = seen('suspect') ?? seen('pass') ?? findings[0];
    if (verdict) return verdict;
    throw untaken ?? new Unreached(`nothing that was seen of a ${family} bears on this rule`);
  };
}

/** A record that exists was not read. */
async function unread(
  context: CaseContext,
  family: Family,
  { answer, issues, facts }: Read,
  expected: string,
): Promise<Finding> {
  const kind = await context.fingerprints.kind(familyOperations[family].read, answer);
  if (kind === 'absent' || (facts.id !== undefined && facts.id !== null))
    return fail(expected, describeAnswer(answer), answer);
  const why = issues[0] ?? formOfAnswer(answer);
  return inconclusive(
    `The ${family} that was created cannot be recognised: ${why}.`,
    ...unlock[family],
    'operations.envelope',
  );
}

/** Whether an entry has another name than the record that was created. */
function isAnother(family: Family, entry: AnyFacts, { name }: AnyFacts): boolean {
  return typeof entry.name === 'string' && difference(family, { name }, entry) !== undefined;
}

/** A list in which not everything was seen. */
function unseen(context: CaseContext, { complete, issues, records }: RecordList): Finding | undefined {
  if (records.length === 0 && issues[0]) {
    return inconclusive(`The list cannot be read: ${issues[0]}.`, 'operations.envelope');
  }
  if (complete && context.profile.openings['operations.paging'] !== undefined) return undefined;
  return inconclusive('Not all pages of the list were seen.', 'operations.paging', 'operations.query');
}

/** A list that shows a text from before a change which is read by the id. */
function outdatedInList(
  context: CaseContext,
  family: Family,
  { id, does, answer, again, listing }: Changed,
): Finding | undefined {
  if (listing?.outdated === undefined) return undefined;
  const expected = `the ${family} ${id} to be in the list as it is read after a ${does}`;
  const pages = pagesOf(context, family, listing.list, id);
  return fail(expected, listing.outdated, answer, again.answer, ...pages);
}

/** A write without the effect that it should have: was it a write at all? */
async function notWritten(
  context: CaseContext,
  family: Family,
  verb: 'replace' | 'update',
  { id, before, body, answer, wish, again }: Changed,
): Promise<Finding | undefined> {
  if (!before.found) return notReadBefore(family);
  const taken = await wasAccepted(context, familyOperations[family][verb], { id, body, answer });
  const left = changing(family, wish, again.facts);
  if (taken === 'taken' && !(verb === 'update' && left.every(isFormatted))) return undefined;
  if (taken === 'refused' && verb === 'update') observeRefusedPatch(context, wish, answer);
  const why = taken === 'unclear' ? 'is answered alike whether it is taken or not' : 'was not taken';
  if (context.profile.openings['auth.roles']?.mayNotCall.includes(familyOperations[family][verb]))
    return notDone(context, family, verb, answer);
  const format = verb === 'update' ? (['patch.format'] as const) : ([] as const);
  return inconclusive(`The ${verb} ${why}: it got ${formOfAnswer(answer)}.`, ...format, ...unlock[family]);
}

/** A PATCH as the profile has it, of a free text that it has a place for: its format is not as pinned where the body is what is wrong. */
function observeRefusedPatch(context: CaseContext, wish: AnyFacts, answer: Answer): void {
  const { 'patch.format': format, 'errors.status': statuses } = context.profile.openings;
  if (!format || !statuses || Object.keys(wish).some(isFormatted) || Object.values(wish).includes('')) return;
  const causes = namesOf(statuses).filter((cause) => statuses[cause] === answer.status);
  if (causes.length === 0 || !causes.every((cause) => cause === 'invalid' || cause === 'malformed')) return;
  const observed = `a PATCH of ${Object.keys(wish).join(', ')} alone is refused`;
  context.observe(
    'patch.format',
    { observed, pinned: `${format.form} as ${format.contentType}`, holds: false },
    answer,
  );
}

/** An address may be what a user signs in with, and stay as it is: where a PATCH changed all but that, nothing follows. */
function isFormatted(fact: string): boolean {
  return fact === 'email' || fact === 'phone';
}
