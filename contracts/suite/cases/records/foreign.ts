/** What is looked at of a record that the run did not make, beside one of its own. */

import { type AnyId, isId } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { CaseContext } from '../../case-context.ts';
import { readPage } from '../../reading/list.ts';
import { type AnyFacts, difference, ownTexts } from './compare.ts';
import type { Family } from './family.ts';
import { type Read, readOnce, readUntil } from './reading.ts';

/** A record beside the one that a step is about. */
export interface Beside {
  id: AnyId;
  /** Not made by the run: others may have changed it meanwhile. */
  isForeign?: true;
  before: Read;
  after: Read;
  /** The first of its texts that the step changed, in words. */
  differs: string | undefined;
}

/** Looks at it again, after an act. */
export interface Foreign {
  look(): Promise<Beside>;
}

/** What the names of all runs begin with, whatever the case in which they are shown. */
const OF_A_RUN = /^roadtest\b/i;

/** The first of the list that no run made, as it is now; `undefined` where there is none. */
export async function foreignRecord(context: CaseContext, family: Family): Promise<Foreign | undefined> {
  const { list } = familyOperations[family];
  const { json } = await context.fingerprints.withToken(list);
  const records: readonly AnyFacts[] = readPage(context.lens, listedBy[list], json).records;
  const own = new Set(context.make.standing(family).map(String));
  const first = records.find(
    ({ id, name }) => typeof name === 'string' && !OF_A_RUN.test(name) && !own.has(String(id)),
  );
  const id = first?.id;
  if (!isId(id)) return undefined;
  const before = await readOnce(context, family, id);
  if (!before.found) return undefined;
  const texts = ownTexts(family, before.facts, before.facts, context.nonce);
  const differs = ({ facts }: Read) => difference(family, texts, facts);
  return {
    async look() {
      const after = await readUntil(context, family, id, (read) => read.found && differs(read) === undefined);
      return { id, isForeign: true, before, after, differs: differs(after) };
    },
  };
}
