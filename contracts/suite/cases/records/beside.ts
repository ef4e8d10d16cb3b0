/** Whether a write left the records beside its own alone (sections 1 and 4.2). */
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../../finding.ts';
import { describeAnswer, formOfAnswer } from '../../reading/describe.ts';
import { wasAccepted } from '../accepted.ts';
import { tellingFacts } from './compare.ts';
import { type Family, unlock } from './family.ts';
import type { Beside } from './foreign.ts';
import type { Changed, Deleted } from './steps.ts';

const methods = { replace: 'PUT', update: 'PATCH', delete: 'DELETE' } as const;

/** Judges what was seen beside a step; `undefined` where nothing was looked at. */
export async function judgeBeside(
  context: CaseContext,
  family: Family,
  verb: keyof typeof methods,
  { id, does, answer, before, beside, ...step }: Changed | Deleted,
): Promise<Finding | undefined> {
  const method = methods[verb];
  if (beside.length === 0) return undefined;
  if (!before.found) return notReadBefore(family);
  for (const { id: other, isForeign, before: earlier, after, differs } of beside) {
    if (!earlier.found) continue;
    const lost = after.found ? differs : describeAnswer(after.answer);
    if (lost === undefined) continue;
    const expected = `the ${family} ${other} to stay as it was at the ${does} of the ${family} ${id}`;
    if (isForeign) {
      const why = `The ${family} ${other}, which the run did not make, is another after the ${does} of the ${family} ${id}: ${lost}.`;
      return suspect(why, earlier.answer, answer, after.answer);
    }
    return fail(expected, lost, earlier.answer, answer, after.answer);
  }
  // One that shows nothing of its own, or has the same id, would be read alike whatever was written.
  const isApart = (other: Beside) =>
    other.before.found && String(other.id) !== String(id) && tellingFacts(other.before.facts).length > 0;
  if (!beside.every(isApart)) return notReadBefore(family);
  const body = 'body' in step ? step.body : undefined;
  const taken = await wasAccepted(context, familyOperations[family][verb], { id, body, answer });
  const wasDeleted = verb === 'delete' && !step.after.found;
  if (taken !== 'taken' || (verb === 'delete' && !wasDeleted)) return notDone(context, family, verb, answer);
  return pass(
    `The ${family}s beside are unchanged after a ${method}.`,
    answer,
    ...beside.map(({ after }) => after.answer),
  );
}

export function notReadBefore(family: Family): Finding {
  return inconclusive(`A ${family} could not be read before.`, ...unlock[family]);
}

/** What the account may not call by the profile is not reached. */
export function notDone(
  context: CaseContext,
  family: Family,
  verb: keyof typeof methods,
  answer: Answer,
): Finding {
  const mayNot = context.profile.openings['auth.roles']?.mayNotCall ?? [];
  const why = `The ${methods[verb]} was not taken: it got ${formOfAnswer(answer)}.`;
  return mayNot.includes(familyOperations[family][verb]) ? inconclusive(why, 'account') : inconclusive(why);
}
