/** How answers to writes look, and whether what looks so was taken. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import type { Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import { corrupted } from './accepted.ts';
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
  if (deployment.probes.shows({ operation, answer, id, good: true })) return 'taken';
  const look = lookOf(operation, answer);
  const known = knownLooks(deployment).get(look);
  if (known !== undefined) return known;
  if (readsAsRefusal(deployment, answer)) return 'refused';
  if (saysNothing(answer)) return 'unclear';
  const kind = await deployment.probes.kind(operation, answer);
  if (kind === 'refused' || kind === 'absent') return 'refused';
  if (kind === 'unclear') return 'unclear';
  if (body === undefined) return 'taken';
  const twin = await deployment.call(operation, { id, body: corrupted(body), provoking: true });
  const isAlike = twin.fingerprint === answer.fingerprint;
  knownLooks(deployment).set(look, isAlike ? 'unclear' : 'taken');
  return isAlike ? 'unanswered' : 'taken';
}
