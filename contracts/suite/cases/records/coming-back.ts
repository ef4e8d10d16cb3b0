/** Whether a record is as the history left it, when it comes back to it: neither lost, nor altered by a step of others, nor now this and now that. */
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { type AnyFacts, changing, difference, ownTexts } from './compare.ts';
import type { Act } from './course.ts';
import type { Family } from './family.ts';
import { type Read, readOnce, readUntil } from './reading.ts';

export type Verb = Act['verb'];
export type StrayRule =
  | 'created-can-be-read'
  | 'replaced'
  | 'updated-keeps-rest'
  | 'replaced-spares-others'
  | 'updated-spares-others'
  | 'deleted-is-gone'
  | 'deleted-spares-others';

/** A record as it was left. */
export interface Left {
  id: AnyId;
  /** What the run last wrote of it, and what was read then. */
  sent: AnyFacts;
  last: Read;
  /** The last act that was about it. */
  by: Verb;
  /** The texts that it had before that. */
  earlier: ReadonlySet<unknown>;
}

/** A record that was not as it had been left. */
export interface Stray {
  rule: StrayRule;
  finding: Finding;
}

export const ownRule = {
  create: 'created-can-be-read',
  replace: 'replaced',
  update: 'updated-keeps-rest',
  delete: 'created-can-be-read',
} as const;
const othersRule = {
  replace: 'replaced-spares-others',
  update: 'updated-spares-others',
  delete: 'deleted-spares-others',
} as const;

/** Reads of a record at rest, once it was seen to change by itself. */
const READS = 6;

/** @param since the acts about other records since then */
export async function comeBack(
  context: CaseContext,
  family: Family,
  { id, sent, last, by, earlier }: Left,
  since: readonly Verb[],
): Promise<{ read: Read; stray: Stray | undefined }> {
  const texts = ownTexts(family, sent, last.facts, context.nonce);
  const lost = ({ found, facts, answer }: Read) =>
    found ? difference(family, texts, facts) : describeAnswer(answer);
  const first = await readOnce(context, family, id);
  if (!last.found || lost(first) === undefined) return { read: first, stray: undefined };
  let read = await readUntil(context, family, id, (seen) => lost(seen) === undefined);
  const isLasting = lost(read) !== undefined;
  // What comes back by itself may only need its time: all of it has passed then.
  if (!isLasting) await readUntil(context, family, id, () => false);
  for (let time = 0; time < READS && lost(read) === undefined; time++)
    read = await readOnce(context, family, id);
  const differs = lost(read);
  if (differs === undefined) return { read, stray: undefined };
  const rule =
    !isLasting || isFromBefore(family, earlier, texts, read) ? ownRule[by] : ruleOfOthers(since, by);
  const after = since.length > 0 ? ` after ${since.join(', ')} of others` : '';
  const expected = `the ${family} ${id} to be read as before${after}`;
  return { read, stray: { rule, finding: fail(expected, differs, last.answer, first.answer, read.answer) } };
}

/** Whether a record shows what it was before its own last change: that is nothing that an act of others brings. */
export function isFromBefore(
  family: Family,
  earlier: ReadonlySet<unknown>,
  texts: AnyFacts,
  { found, facts }: Read,
): boolean {
  const changed = found ? changing(family, texts, facts) : [];
  return changed.length > 0 && changed.every((fact) => earlier.has(facts[fact]));
}

/** A text of an entry of the list that is one from before the last change of the record, in words. */
export function outdatedText(
  family: Family,
  earlier: ReadonlySet<unknown>,
  texts: AnyFacts,
  entry: AnyFacts,
): string | undefined {
  const isShown = (fact: string) =>
    typeof entry[fact] === 'string' && entry[fact] !== '' && earlier.has(entry[fact]);
  const shown = Object.fromEntries(Object.entries(texts).filter(([fact]) => isShown(fact)));
  return difference(family, shown, entry);
}

/** The rule that says that the last of these acts leaves other records alone. */
function ruleOfOthers(since: readonly Verb[], by: Verb): StrayRule {
  const verb = since.findLast((one) => one !== 'create') ?? since[0];
  if (verb === undefined) return ownRule[by];
  return verb === 'create' ? 'created-can-be-read' : othersRule[verb];
}
