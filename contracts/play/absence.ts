/** Answers that say that a record is not there. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { GuardedOperationId } from '../specification/operations.ts';
import { offeredBy } from './offered.ts';
import { saysNothing } from './served.ts';

/** Returns whether an answer does; one of an operation that is not served, or not to this account, says nothing of a record. */
export async function saysAbsent(
  deployment: Deployment,
  operation: GuardedOperationId,
  answer: Answer,
): Promise<boolean> {
  if (saysNothing(answer)) return false;
  if ((await deployment.probes.kind(operation, answer)) !== 'absent') return false;
  const served = await deployment.probes.served(operation);
  if (served.answer.fingerprint !== answer.fingerprint) return true;
  if (answer.fingerprint === (await deployment.probes.refusal())) return false;
  return (await offeredBy(deployment, served)).served !== 'absent';
}

/**
 * Returns whether an answer to a good request for a record or a device says that there is nothing. Where the profile says that the account may
 * call the operation, one that looks like that of an unknown id does, whatever others get.
 */
export async function saysNone(
  deployment: Deployment,
  operation: GuardedOperationId,
  answer: Answer,
): Promise<boolean> {
  if (await saysAbsent(deployment, operation, answer)) return true;
  const roles = deployment.profile.openings['auth.roles'];
  if (!roles || roles.mayNotCall.includes(operation) || saysNothing(answer)) return false;
  return (await deployment.probes.kind(operation, answer)) === 'absent';
}

/** Returns whether an answer without content is that of an operation that is not served, or not to this account. */
export async function isUnserved(
  deployment: Deployment,
  operation: 'lastLocation',
  answer: Answer,
): Promise<boolean> {
  const kind = await deployment.probes.kind(operation, answer);
  return kind === 'refused' || (kind === 'absent' && !(await saysNone(deployment, operation, answer)));
}
