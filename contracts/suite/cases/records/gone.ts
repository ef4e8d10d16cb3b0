/** A record that was deleted: it stays gone, whatever is made, written or deleted after it. */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { fail, suspect } from '../../finding.ts';
import { describeAnswer, formOfAnswer } from '../../reading/describe.ts';
import { wasAccepted } from '../accepted.ts';
import type { Stray } from './coming-back.ts';
import { type AnyFacts, isAnother } from './compare.ts';
import type { Family } from './family.ts';
import type { Beside } from './foreign.ts';
import { readUntil } from './reading.ts';
import { change, replacement } from './writing.ts';

interface Gone {
  id: AnyId;
  /** What the run last wrote of it. */
  sent: AnyFacts;
}

/** Whether it can be read again. `patched`: what it was to be made meanwhile. */
export async function lookAtGone(
  context: CaseContext,
  family: Family,
  { id, sent }: Gone,
  since: string,
  patched: AnyFacts = sent,
): Promise<Stray | undefined> {
  const read = await readUntil(context, family, id, ({ found }) => !found);
  const isOther = isAnother(family, sent, read.facts) && isAnother(family, patched, read.facts);
  if (!read.found || isOther) return undefined;
  const why = `The ${family} ${id} was gone after its DELETE, and was there again after ${since}.`;
  return { rule: 'deleted-is-gone', finding: suspect(why, read.answer) };
}

/** PATCH of it, which brings nothing back. */
export async function updateGone(
  context: CaseContext,
  family: Family,
  { id, sent }: Gone,
  wish: AnyFacts,
): Promise<Stray | undefined> {
  const answer = await context.call(familyOperations[family].update, {
    id,
    body: change(context, family, wish, sent),
  });
  return lookAtGone(context, family, { id, sent }, `a PATCH of it, which got ${formOfAnswer(answer)}`, wish);
}

/** PUT of it: one that is not taken brings nothing back. */
export async function replaceGone(
  context: CaseContext,
  family: Family,
  gone: Gone,
  wish: AnyFacts,
): Promise<Stray | undefined> {
  const { id } = gone;
  const operation = familyOperations[family].replace;
  const answer = await context.call(operation, { id, body: replacement(context, family, wish, gone.sent) });
  if ((await wasAccepted(context, operation, { id, answer })) !== 'refused') return undefined;
  return lookAtGone(context, family, gone, `a PUT of it, which got ${formOfAnswer(answer)}`, wish);
}

/** What became of others when it was deleted once more. */
export function lostWithGone(
  family: Family,
  id: AnyId,
  answer: Answer,
  beside: readonly Beside[],
): Stray | undefined {
  for (const { id: other, differs, after } of beside) {
    const lost = after.found ? differs : describeAnswer(after.answer);
    const expected = `the ${family} ${other} to stay as it was when ${id} is deleted twice`;
    if (lost !== undefined)
      return { rule: 'deleted-spares-others', finding: fail(expected, lost, answer, after.answer) };
  }
  return undefined;
}
