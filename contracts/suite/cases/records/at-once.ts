/** Many writes of one record at the same time, and many reads of one at rest. */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import { type Finding, fail } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { type AnyFacts, difference } from './compare.ts';
import type { Family } from './family.ts';
import { type Read, readOnce, readUntil } from './reading.ts';
import { replacement } from './writing.ts';

const AT_ONCE = 10;
/** So many that a fault of one in fifty shows. */
const READS = 150;
const families: readonly Family[] = ['group', 'user'];

/** What is done many times at once with a family: a run draws one of four, a thorough one does all. */
export function isAtOnce(kit: Kit, verb: 'create' | 'replace', family: Family): boolean {
  const all = families.flatMap((one) => [`create ${one}`, `replace ${one}`]);
  return kit.thorough || kit.chance.pick('at once', all) === `${verb} ${family}`;
}

/** Puts many contents at once: what is there in the end is one of them, whole. `undefined`: no violation. */
export async function judgePutsAtOnce(
  kit: Kit,
  family: Family,
  id: AnyId,
  fresh: () => AnyFacts,
): Promise<{ finding: Finding | undefined; last: Read }> {
  const operation = familyOperations[family].replace;
  const before = await readOnce(kit, family, id);
  const wishes = Array.from({ length: AT_ONCE }, fresh);
  const answers = await Promise.all(
    wishes.map((wish) => kit.call(operation, { id, body: replacement(kit, family, wish) })),
  );
  const taken = answers.filter((answer) => kit.probes.shows({ operation, answer, id, good: true }));
  const lawful = taken.length === AT_ONCE ? wishes : [...wishes, before.facts];
  const isOne = ({ facts }: Read) => lawful.some((wish) => difference(family, wish, facts) === undefined);
  const last = await readUntil(kit, family, id, isOne);
  if (isOne(last) || !last.found || taken.length === 0) return { finding: undefined, last };
  const expected = `one of the ${AT_ONCE} contents that were put at once into the ${family} ${id}`;
  const found = JSON.stringify(
    Object.fromEntries(Object.keys(wishes[0] ?? {}).map((fact) => [fact, last.facts[fact]])),
  );
  return { finding: fail(expected, found, ...taken, last.answer), last };
}

/** Reads a record at rest again and again. `undefined`: it was the same each time. */
export async function judgeAtRest(
  kit: Kit,
  family: Family,
  id: AnyId,
  texts: AnyFacts,
): Promise<Finding | undefined> {
  // Until every write has had its time.
  await readUntil(kit, family, id, () => false);
  for (let time = 1; time <= READS; time++) {
    const { facts, found, answer } = await readOnce(kit, family, id);
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
