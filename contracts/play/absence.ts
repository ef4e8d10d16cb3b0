/** Answers that say that a record is not there. */
import type { GuardedOperationId } from '../specification/operations.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { offeredBy } from './offered.ts';
import { saysNothing } from './served.ts';

/** Whether an answer does; one of an operation that is not served, or not to this account, says nothing of a record. */
export async function saysAbsent(
  context: CaseContext,
  operation: GuardedOperationId,
  answer: Answer,
): Promise<boolean> {
  if (saysNothing(answer)) return false;
  if ((await context.fingerprints.kind(operation, answer)) !== 'absent') return false;
  const served = await context.probes.served(operation);
  if (served.answer.fingerprint !== answer.fingerprint) return true;
  if (answer.fingerprint === (await context.fingerprints.refusal())) return false;
  return (await offeredBy(context, served)).served !== 'absent';
}

/**
 * Whether an answer to a good request for a record or a device says that there is nothing. Where the profile says that the account may
 * call the operation, one that looks like that of an unknown id does, whatever others get.
 */
export async function saysNone(
  context: CaseContext,
  operation: GuardedOperationId,
  answer: Answer,
): Promise<boolean> {
  if (await saysAbsent(context, operation, answer)) return true;
  const roles = context.profile.openings['auth.roles'];
  if (!roles || roles.mayNotCall.includes(operation) || saysNothing(answer)) return false;
  return (await context.fingerprints.kind(operation, answer)) === 'absent';
}

/** Whether an answer without content is that of an operation that is not served, or not to this account. */
export async function isUnserved(
  context: CaseContext,
  operation: 'lastLocation',
  answer: Answer,
): Promise<boolean> {
  const kind = await context.fingerprints.kind(operation, answer);
  return kind === 'refused' || (kind === 'absent' && !(await saysNone(context, operation, answer)));
}
