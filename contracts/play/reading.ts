/** A record as it is read by its id. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import type { AnyId, WritableFacts } from '../profile/facts.ts';
import { familyOperations } from '../specification/operations.ts';
import type { AnyFacts } from './comparing.ts';
import type { Family } from './family.ts';

export interface Read {
  answer: Answer;
  facts: AnyFacts;
  /** Places that could not be read. */
  issues: string[];
  /** Tells whether it is the record that was asked for. */
  found: boolean;
}

export async function readOnce(deployment: Deployment, family: Family, id: AnyId): Promise<Read> {
  const answer = await deployment.call(familyOperations[family].read, { id });
  const { facts, issues } = deployment.lens.reply(family).read(contentOf(answer));
  return {
    answer,
    facts,
    issues: issues.map(({ pointer, expected, found }) => `${pointer}: expected ${expected}, found ${found}`),
    found:
      facts.id !== undefined && facts.id !== null
        ? String(facts.id) === String(id)
        : isIdless(deployment, family, facts),
  };
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

/** Where a record is read without its id, its name says that there is one. */
function isIdless(deployment: Deployment, family: Family, facts: WritableFacts<Family, AnyId>): boolean {
  return !deployment.lens.reply(family).facts.includes('id' as never) && facts.name !== undefined;
}
