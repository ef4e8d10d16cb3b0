/** How answers to writes look, and whether what looks so was taken. */
import type { Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { corrupted, readsAsRefusal } from '../suite/reading/accepted.ts';
import { perRun } from '../suite/session/per-run.ts';
import { saysNothing } from './served.ts';

/** Whether a write was taken whose answer has a look, by operation and look: the same for a whole run. */
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
  context: CaseContext,
  operation: WriteOperation,
  id: AnyId,
  answer: Answer,
  body?: Json,
): Promise<Taken> {
  if (context.probes.shows({ operation, answer, id, good: true })) return 'taken';
  const look = lookOf(operation, answer);
  const known = knownLooks(context).get(look);
  if (known !== undefined) return known;
  if (readsAsRefusal(context, answer)) return 'refused';
  if (saysNothing(answer)) return 'unclear';
  const kind = await context.fingerprints.kind(operation, answer);
  if (kind === 'refused' || kind === 'absent') return 'refused';
  if (kind === 'unclear') return 'unclear';
  if (body === undefined) return 'taken';
  const twin = await context.call(operation, { id, body: corrupted(body), provoking: true });
  const isAlike = twin.fingerprint === answer.fingerprint;
  knownLooks(context).set(look, isAlike ? 'unclear' : 'taken');
  return isAlike ? 'unanswered' : 'taken';
}
