/** Tells whether a deployment took what was written to it, where no status code can be relied upon. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';

/** `refused`: it said no, for whatever cause. `unclear`: its answer is the same whether it took something or not. */
export type Taken = 'taken' | 'refused' | 'unclear';

/**
 * Judges the answer to a good request by what the profile says of it, and then by a twin that differs
 * in one thing: a body that no deployment can take.
 */
export async function wasAccepted(
  deployment: Deployment,
  operation: WriteOperation,
  { id, body, answer }: { id: AnyId; body?: Json | undefined; answer: Answer },
): Promise<Taken> {
  if (deployment.probes.shows({ operation, answer, id, good: true })) return 'taken';
  const kind = await deployment.probes.kind(operation, answer);
  if (kind === 'refused' || kind === 'absent' || readsAsRefusal(deployment, answer)) return 'refused';
  if (kind === 'unclear') return 'unclear';
  if (body === undefined) return 'taken';
  const twin = await deployment.call(operation, { id, body: corrupted(body), provoking: true });
  return twin.fingerprint === answer.fingerprint ? 'unclear' : 'taken';
}

/** Every text and number turned into what it cannot be. */
export function corrupted(body: Json): Json {
  if (Array.isArray(body)) return body.map(corrupted);
  if (body === null || typeof body !== 'object') return { corrupted: [body] };
  return Object.fromEntries(Object.entries(body).map(([name, inside]) => [name, corrupted(inside)]));
}
