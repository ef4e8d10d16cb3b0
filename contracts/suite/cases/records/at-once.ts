/** Many writes of one record at the same time, and many reads of one at rest. */
import { exactJsonText } from '../../../kit/exact-json.ts';
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, suspect } from '../../finding.ts';
import { isLookedAt } from '../asides.ts';
import { type AnyFacts, difference } from './compare.ts';
import { type Family, families } from './family.ts';
import { type Read, readOnce, readUntil } from './reading.ts';
import { change, replacement } from './writing.ts';

const AT_ONCE = 10;
/** So many that a fault of one in fifty shows. */
const READS = 150;

type Drawing = Pick<CaseContext, 'thorough' | 'chance'>;

/** What is done many times at once with a family: a run draws a family, and one of the two; a thorough run does all. */
export function isAtOnce(context: Drawing, verb: 'create' | 'replace', family: Family): boolean {
  if (context.thorough) return true;
  const drawn = isLookedAt(context, 'many creates at once') ? 'create' : 'replace';
  return verb === drawn && isDrawn(context, family);
}

function isDrawn({ chance }: Drawing, family: Family): boolean {
  return chance.pick('at once', families) === family;
}

/** Whether a family has a long history: where that is looked at, the one that nothing is done at once with. */
export function isAtLength(context: CaseContext, family: Family): boolean {
  return context.thorough || (!isDrawn(context, family) && isLookedAt(context, 'a long history'));
}

/** What came of many writes at once: the last read, and what a rule was seen to break. */
export interface WrittenAtOnce {
  last: Read;
  broken: { rule: 'replaced' | 'updated-keeps-rest'; finding: Finding } | undefined;
}

/**
 * Puts many contents at once, and patches one text among them: what is there in the end is one of the contents, whole,
 * with its own text or one that was patched.
 */
export async function judgeWritesAtOnce(
  context: CaseContext,
  family: Family,
  id: AnyId,
  fresh: () => AnyFacts,
): Promise<WrittenAtOnce> {
  const { replace, update } = familyOperations[family];
  const before = await readOnce(context, family, id);
  const wishes = Array.from({ length: AT_ONCE }, fresh);
  const puts = wishes.slice(AT_ONCE / 2);
  const names = wishes.slice(0, AT_ONCE / 2).map(({ name }) => name);
  // Those that read before they write come first: what they read is old when they write.
  const patching = names.map((name) => {
    const body = change(context, family, { name }, before.found ? before.facts : undefined);
    return context.call(update, { id, body });
  });
  const putting = puts.map((wish) => {
    const body = replacement(context, family, wish, before.facts);
    return context.call(replace, { id, body });
  });
  const answers = await Promise.all([...patching, ...putting]);
  const taken = answers
    .slice(names.length)
    .filter((answer) => context.probes.shows({ operation: replace, answer, id, good: true }));
  const contents = taken.length === puts.length ? puts : [...puts, before.facts];
  const isOf = (content: AnyFacts, facts: AnyFacts) =>
    [content.name, ...names].some((name) => difference(family, { ...content, name }, facts) === undefined);
  const isOne = ({ facts }: Read) => contents.some((content) => isOf(content, facts));
  const last = await readUntil(context, family, id, isOne);
  if (isOne(last) || !last.found || taken.length === 0) return { broken: undefined, last };
  const found = exactJsonText(
    Object.fromEntries(Object.keys(wishes[0] ?? {}).map((fact) => [fact, last.facts[fact]])),
  );
  // A PATCH that reads the record, and writes back all that it read, is lawful: no rule is about writes at once.
  const finding = suspect(
    `After ${puts.length} contents were put at once into the ${family} ${id} and its name alone was patched, it is none of them: ${found}.`,
    ...answers,
    last.answer,
  );
  const written = Object.fromEntries(Object.keys(puts[0] ?? {}).map((fact) => [fact, before.facts[fact]]));
  return { broken: { rule: isOf(written, last.facts) ? 'updated-keeps-rest' : 'replaced', finding }, last };
}

/** Reads a record at rest again and again. `undefined`: it was the same each time. */
export async function judgeAtRest(
  context: CaseContext,
  family: Family,
  id: AnyId,
  texts: AnyFacts,
): Promise<Finding | undefined> {
  // Until every write has had its time.
  await readUntil(context, family, id, () => false);
  for (let time = 1; time <= READS; time++) {
    const { facts, found, answer } = await readOnce(context, family, id);
    const differs = found ? difference(family, texts, facts) : 'another record, or none';
    if (differs !== undefined)
      return fail(
        `the ${family} ${id} at rest to be read alike each time`,
        `${differs} at read ${time}`,
        answer,
      );
  }
  return undefined;
}
