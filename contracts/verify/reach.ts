/**
 * Tells whether a rule that stayed inconclusive could not be reached, or was left open although everything for it was
 * there: the profile, the controls, the account, and how the run was started.
 */

import { isWhole } from '../profile/complete.ts';
import { openings } from '../specification/openings/index.ts';
import type { Circumstances } from './evidence.ts';

/** The person who starts a run may always allow more, and so may an account; no profile gives a deployment a clock. */
const always: ReadonlySet<string> = new Set(['patience', 'max-advance', 'messages', 'account', 'clock']);

/** Returns whether nothing that would unlock a rule is missing. A read-only run keeps from itself what records of its own would show. */
export function isLeftOpen(unlock: readonly string[], circumstances: Circumstances): boolean {
  return !circumstances.readOnly && !unlock.some((one) => isMissing(one, circumstances));
}

function isMissing(unlock: string, { profile, controls, partly, told }: Circumstances): boolean {
  if (always.has(unlock)) return true;
  const opening = openings.find(({ id }) => id === unlock);
  if (opening) return !isWhole(opening.id, profile.openings[opening.id]);
  const [kind, name = ''] = unlock.split('.');
  // A control that only reads is of use as far as the profile says where its facts are.
  if (kind === 'controls') return !controls.some((one) => one === name) || partly.some((one) => one === name);
  return (kind === 'known' || kind === 'samples') && !told.includes(unlock);
}
