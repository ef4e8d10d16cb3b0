/** A record as it is read by its id. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import type { Family } from '../judge/event.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import { familyOperations } from '../specification/operations.ts';
import type { AnyFacts } from './contents.ts';

export interface Read {
  answer: Answer;
  facts: AnyFacts;
  /** Tells whether it is the record that was asked for. */
  found: boolean;
}

export async function readOnce(deployment: Deployment, family: Family, id: AnyId): Promise<Read> {
  const answer = await deployment.call(familyOperations[family].read, { id });
  const reply = deployment.lens.reply(family);
  const facts: AnyFacts = reply.read(contentOf(answer)).facts;
  const places: readonly string[] = reply.facts;
  // Where a record is read without its id, its name says that there is one.
  const isIdless = !places.includes('id') && facts.name !== undefined;
  return { answer, facts, found: isId(facts.id) ? String(facts.id) === String(id) : isIdless };
}

/** Reads again for as long as a write may need to become readable. */
export function readUntil(
  deployment: Deployment,
  family: Family,
  id: AnyId,
  done: (read: Read) => boolean,
): Promise<Read> {
  return deployment.eventually(() => readOnce(deployment, family, id), done);
}
