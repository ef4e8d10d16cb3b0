/** Reads of an answer what it says of a record: what that holds, whether it is there, and whether a write of it was taken. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { kindOf } from '../deployment/probing/probing.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { contentOf, readsAsRefusal } from '../deployment/reading/answers.ts';
import type { Family, WriteResult } from '../judge/event.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import {
  familyOperations,
  type GuardedOperationId,
  operation as operationOf,
} from '../specification/operations.ts';
import type { AnyFacts } from './contents.ts';

/** A server error, even where refusals have its status: what was asked may have been done, or not. */
export function saysNothing({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 500;
}

export interface Read {
  readonly answer: Answer;
  readonly facts: AnyFacts;
  /** Tells whether it is the record that was asked for. */
  readonly found: boolean;
}

/** A record or a device as it is read by its id. */
export async function readOnce(
  deployment: Deployment,
  resource: Family | 'device',
  id: AnyId,
): Promise<Read> {
  const operation = resource === 'device' ? 'readDevice' : familyOperations[resource].read;
  const answer = await deployment.call(operation, { id });
  const reply = deployment.lens.reply(resource);
  const facts: AnyFacts = reply.read(contentOf(answer)).facts;
  const places: readonly string[] = reply.facts;
  // A record that is read without its id is recognised by its name.
  const isIdless = resource !== 'device' && !places.includes('id') && facts.name !== undefined;
  return { answer, facts, found: isId(facts.id) ? String(facts.id) === String(id) : isIdless };
}

/** Returns whether an answer is that of a group or a user that is not there, or was deleted. */
export async function isMissing(
  deployment: Deployment,
  family: Family,
  { answer, facts }: Read,
  isDeleted: boolean,
): Promise<boolean> {
  if (isId(facts.id)) return true;
  // An answer that shows what a record holds is that of one, whatever shows its id.
  if (typeof facts.name === 'string') return false;
  const { 'errors.status': statuses, 'auth.refusal': refusal } = deployment.profile.openings;
  const absent = [statuses?.['deleted-id'], ...(isDeleted ? [] : [statuses?.['unknown-id']])];
  // A status by which other things are answered, too, says nothing of a record that was not deleted.
  const isAmbiguous = !isDeleted && (answer.status < 400 || answer.status === refusal?.status);
  if (absent.includes(answer.status) && !isAmbiguous && readsAsRefusal(deployment, answer)) return true;
  return saysNone(deployment, familyOperations[family].read, answer);
}

/**
 * Returns whether an answer to a good request for a record or a device says that there is nothing. Where the profile says that the
 * account may call the operation, one that looks like that of an unknown id does, whatever others get.
 */
export async function saysNone(
  deployment: Deployment,
  operation: GuardedOperationId,
  answer: Answer,
): Promise<boolean> {
  if (saysNothing(answer) || (await kindOf(deployment, operation, answer)) !== 'absent') return false;
  const roles = deployment.profile.openings['auth.roles'];
  if (roles && !roles.mayNotCall.includes(operation)) return true;
  return (await probeServed(deployment, operation)).answer.fingerprint !== answer.fingerprint;
}

/** Returns whether a write was taken, by the profile; `undefined` where that does not tell. */
export function takenByProfile(
  deployment: Deployment,
  operation: WriteOperation,
  id: AnyId,
  answer: Answer,
): WriteResult | undefined {
  if (shows(deployment, { operation, answer, id, good: true })) return 'taken';
  return readsAsRefusal(deployment, answer) ? 'refused' : undefined;
}

/**
 * The same by what else the run has learned. Where neither that nor the status of the profile tells whether a body was taken that was
 * answered like a good one, what became of the record is not known any more.
 */
export async function takenBy(
  deployment: Deployment,
  operation: WriteOperation,
  id: AnyId,
  answer: Answer,
): Promise<WriteResult> {
  const told = takenByProfile(deployment, operation, id, answer);
  if (told !== undefined || saysNothing(answer)) return told ?? 'unclear';
  const kind = await kindOf(deployment, operation, answer);
  if (kind !== 'served') return kind === 'unclear' ? 'unclear' : 'refused';
  const isPinned = answer.status === deployment.profile.openings['operations.status']?.[operation];
  return isPinned || operationOf(operation).method === 'DELETE' ? 'taken' : 'unanswered';
}
