/** Fields that the body of a PUT leaves out (opening `put.left-out`): observed, and held against no deployment. */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Taken, wasAccepted } from '../accepted.ts';
import { perRun } from '../per-run.ts';
import { type AnyFacts, difference, without } from './compare.ts';
import type { Family } from './family.ts';
import { type Read, readUntil } from './reading.ts';
import { replace, type Written } from './writing.ts';

/** Texts that a record need not have. */
export const LEFT_OUT: { readonly [F in Family]: readonly string[] } = {
  group: ['description'],
  user: ['phone'],
};

/** A PUT without some of what a whole one holds. */
export interface PutInPart {
  written: Written;
  taken: Taken;
  left: readonly string[];
}

/** PUT without the texts that a record need not have; `undefined` where there is none. */
export async function putInPart(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Read,
  wish: AnyFacts,
): Promise<PutInPart | undefined> {
  const required: readonly string[] = context.profile.openings['records.required']?.[family] ?? [];
  const left = LEFT_OUT[family].filter((fact) => fact in wish && !required.includes(fact));
  if (left.length === 0) return undefined;
  const written = await replace(context, family, id, before, without(wish, new Set(left)), left);
  const { body, answer } = written;
  const taken = await wasAccepted(context, familyOperations[family].replace, { id, body, answer });
  if (taken !== 'taken' || difference(family, written.wish, written.after.facts) !== undefined)
    return { written, taken, left };
  const became = ({ facts }: Read) => becameOf(family, left, before.facts, facts);
  const pinned = context.profile.openings['put.left-out'];
  const isAsPinned = (read: Read) => pinned === undefined || (became(read) ?? pinned) === pinned;
  const after = isAsPinned(written.after) ? written.after : await readUntil(context, family, id, isAsPinned);
  const seen = became(after);
  if (seen !== undefined) note(context, family, seen, before.answer, answer, after.answer);
  return { written: { ...written, after }, taken, left };
}

/** A PUT that was refused in part, and taken whole. */
export function observeRefusedPart(
  context: CaseContext,
  family: Family,
  { taken, written: { answer } }: PutInPart,
  whole: Written,
): void {
  const isWhole = whole.after.found && difference(family, whole.wish, whole.after.facts) === undefined;
  if (taken === 'refused' && isWhole) note(context, family, 'refused', answer, whole.answer);
}

/** The fate of texts that were there before, in the words of the opening where it has one; `undefined`: none was. */
function becameOf(
  family: Family,
  left: readonly string[],
  before: AnyFacts,
  after: AnyFacts,
): string | undefined {
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const fact = left.find((name) => isText(before[name]));
  if (fact === undefined) return undefined;
  if (difference(family, { [fact]: before[fact] }, after) === undefined) return 'kept';
  return isText(after[fact]) ? 'another text in its place' : 'cleared';
}

/** By family: one may do otherwise than the other. */
const seenOf = perRun(() => new Map<Family, string>());

function note(context: CaseContext, family: Family, what: string, ...answers: readonly Answer[]): void {
  const seen = seenOf(context).set(family, what);
  const all = [...new Set(seen.values())];
  const each = [...seen].sort().map(([name, became]) => `${became} of ${name}s`);
  const observed = all.length === 1 ? what : each.join(', ');
  const pinned = context.profile.openings['put.left-out'];
  context.observe(
    'put.left-out',
    pinned === undefined ? observed : { observed, pinned, holds: observed === pinned },
    ...answers,
  );
}
