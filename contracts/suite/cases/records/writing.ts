/** One write of a record: what it is to make of it, how it was answered, and what is read afterwards. */
import type { Json } from '../../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../../profile/facts.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext, Made } from '../../case-context.ts';
import { bodyOf } from '../../session/bodies.ts';
import { wasAccepted } from '../accepted.ts';
import { type AnyFacts, difference, without } from './compare.ts';
import type { Family } from './family.ts';
import { type Read, readUntil } from './reading.ts';

export interface Written {
  id: AnyId;
  wish: AnyFacts;
  before: Read;
  body: Json;
  answer: Answer;
  after: Read;
}

/** A new record of these facts. */
export function create(context: CaseContext, family: Family, facts: AnyFacts): Promise<Made<Family>> {
  return context.make[family](facts as WritableFacts<Family, AnyId>);
}

/** A record as it is known to be. */
type Known = Pick<Read, 'found' | 'facts'>;
type Sent = Pick<Written, 'body' | 'answer'>;

/** PATCH of the facts of `wish` alone. */
export async function update(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Read,
  wish: AnyFacts,
): Promise<Written> {
  const sent = await sendUpdate(context, family, id, before, wish);
  return { id, wish, before, ...sent, after: await readWish(context, family, id, wish) };
}

/** The same, not read back. */
export async function sendUpdate(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Known,
  wish: AnyFacts,
): Promise<Sent> {
  const body = change(context, family, wish, before.found ? before.facts : undefined);
  return { body, answer: await context.call(familyOperations[family].update, { id, body }) };
}

/** PUT of `wish`; `left`: without these facts, whatever the deployment asks for. */
export async function replace(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Read,
  wish: AnyFacts,
  left: readonly string[] = [],
): Promise<Written> {
  const sent = await sendReplace(context, family, id, before, wish, left);
  return { id, wish, before, ...sent, after: await readWish(context, family, id, wish) };
}

/** The same, not read back. */
export async function sendReplace(
  context: CaseContext,
  family: Family,
  id: AnyId,
  before: Known,
  wish: AnyFacts,
  left: readonly string[] = [],
): Promise<Sent> {
  const operation = familyOperations[family].replace;
  const rest = (facts: AnyFacts) => without(facts, new Set(left));
  const content = rest(context.make.content(family, wish, before.facts));
  let body = bodyOf(context.lens, 'body', family, content);
  let answer = await context.call(operation, { id, body });
  for (const facts of otherContents(context, family, content, before)) {
    if ((await wasAccepted(context, operation, { id, answer })) !== 'refused') break;
    body = bodyOf(context.lens, 'body', family, { ...rest(facts), id });
    answer = await context.call(operation, { id, body });
  }
  return { body, answer };
}

/** Content sent beside the id where a PUT is refused: some deployments want that in the body, and some want every field. */
function otherContents(
  { make, profile }: CaseContext,
  family: Family,
  content: AnyFacts,
  before: Known,
): AnyFacts[] {
  const isWhole = profile.openings['put.left-out'] === 'refused' || !before.found;
  return isWhole ? [content] : [content, make.whole(family, content, before.facts)];
}

/** The body of a PATCH; of a record as it is now, where that is known. */
export function change(context: CaseContext, family: Family, wish: AnyFacts, current?: AnyFacts): Json {
  const patch = context.lens.patch(family) as { write(change: AnyFacts, current?: AnyFacts): Json };
  return current ? patch.write(wish, current) : patch.write(wish);
}

/** The body of a PUT; of a record as it is now, where that is known. */
export function replacement(context: CaseContext, family: Family, facts: AnyFacts, current?: AnyFacts): Json {
  return bodyOf(context.lens, 'body', family, context.make.content(family, facts, current));
}

function readWish(context: CaseContext, family: Family, id: AnyId, wish: AnyFacts): Promise<Read> {
  return readUntil(context, family, id, ({ facts }) => difference(family, wish, facts) === undefined);
}
