/** One write of a record: what it is to make of it, how it was answered, and what is read afterwards. */
import type { Json } from '../../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext, Made } from '../../case-context.ts';
import { wasAccepted } from '../accepted.ts';
import { type AnyFacts, difference } from './compare.ts';
import type { Family } from './family.ts';
import { type Read, readUntil } from './reading.ts';

export interface Written {
  id: AnyId;
  wish: AnyFacts;
  before: Read;
  body: Json;
  answer: Answer;
  after: Read;
  /** What a PUT left out, and was read as before. */
  kept?: string | undefined;
}

/** A new record of these facts. */
export function create(context: CaseContext, family: Family, facts: AnyFacts): Promise<Made<Family>> {
  return context.make[family](facts as WritableFacts<Family, AnyId>);
}

/** PATCH of the facts of `wish` alone. */
export async function update(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Read,
  wish: AnyFacts,
): Promise<Written> {
  const body = change(context, family, wish, before.found ? before.facts : undefined);
  const answer = await context.call(familyOperations[family].update, { id, body });
  return { id, wish, before, body, answer, after: await readWish(context, family, id, wish) };
}

/** PUT of `wish`. */
export async function replace(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Read,
  wish: AnyFacts,
): Promise<Written> {
  const operation = familyOperations[family].replace;
  let body = replacement(context, family, wish);
  let answer = await context.call(operation, { id, body });
  if ((await wasAccepted(context, operation, { id, answer })) === 'refused') {
    // Some deployments want the id of the path in the body too.
    body = replacement(context, family, { ...wish, id });
    answer = await context.call(operation, { id, body });
  }
  return { id, wish, before, body, answer, after: await readWish(context, family, id, wish) };
}

/** The body of a PATCH; of a record as it is now, where that is known. */
export function change(context: CaseContext, family: Family, wish: AnyFacts, current?: AnyFacts): Json {
  const patch = context.lens.patch(family) as { write(change: AnyFacts, current?: AnyFacts): Json };
  return current ? patch.write(wish, current) : patch.write(wish);
}

/** The body of a PUT. */
export function replacement(context: CaseContext, family: Family, facts: AnyFacts): Json {
  const lens = context.lens.body(family) as { write(facts: AnyFacts): Json };
  return lens.write(facts);
}

function readWish(context: CaseContext, family: Family, id: AnyId, wish: AnyFacts): Promise<Read> {
  return readUntil(context, family, id, ({ facts }) => difference(family, wish, facts) === undefined);
}
