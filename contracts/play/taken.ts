/** Tells by its answer whether a write was taken, and whether an answer says that a record is not there. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { kindOf } from '../deployment/probing/probing.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import type { Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import type { GuardedOperationId } from '../specification/operations.ts';
import { saysNothing } from './served.ts';

/** Tells whether a write was taken whose answer has a look, by operation and look: the same for a whole run. */
export const knownLooks = perRun(() => new Map<string, Taken>());

/** The look of the answer to a write. */
export function lookOf(operation: WriteOperation, { fingerprint }: Answer): string {
  return `${operation} ${fingerprint}`;
}

/**
 * By what the profile says of the answer, or by what is known of the operation's answers. Where these do not tell, a body
 * that no deployment can take is sent once: where it is answered alike, what became of the record is not known any more.
 */
export async function takenBy(
  deployment: Deployment,
  operation: WriteOperation,
  id: AnyId,
  answer: Answer,
  body?: Json,
): Promise<Taken> {
  if (shows(deployment, { operation, answer, id, good: true })) return 'taken';
  const look = lookOf(operation, answer);
  const known = knownLooks(deployment).get(look);
  if (known !== undefined) return known;
  if (readsAsRefusal(deployment, answer)) return 'refused';
  if (saysNothing(answer)) return 'unclear';
  const kind = await kindOf(deployment, operation, answer);
  if (kind === 'refused' || kind === 'absent') return 'refused';
  if (kind === 'unclear') return 'unclear';
  if (body === undefined) return 'taken';
  const twin = await deployment.call(operation, { id, body: corrupted(body), provoking: true });
  const isAlike = twin.fingerprint === answer.fingerprint;
  knownLooks(deployment).set(look, isAlike ? 'unclear' : 'taken');
  return isAlike ? 'unanswered' : 'taken';
}

/** Every text and number turned into what it cannot be. */
export function corrupted(body: Json): Json {
  if (Array.isArray(body)) return body.map(corrupted);
  if (body === null || typeof body !== 'object') return { corrupted: [body] };
  return Object.fromEntries(Object.entries(body).map(([name, inside]) => [name, corrupted(inside)]));
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
