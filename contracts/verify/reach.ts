/**
 * Whether a rule that stayed inconclusive could not be reached, or was left open although everything for it was
 * there: the profile, the controls, the account, and how the run was started.
 */

import type { Session } from '../deployment/session/session.ts';
import { nameIn } from '../kit/tables.ts';
import { isWhole } from '../profile/complete.ts';
import { controlFacts } from '../profile/controls.ts';
import type { ControlName, Profile } from '../profile/profile.ts';
import { openings } from '../specification/openings/index.ts';

/** The means of a run to reach rules. */
export interface Context extends Pick<Session, 'profile' | 'host' | 'controls'> {
  readonly options: Pick<Session['options'], 'readOnly'>;
}

/** For more devices than these no rule asks a profile. */
const ENOUGH = 2;

/** The person who starts a run may always allow more, and so may an account. */
const always: ReadonlySet<string> = new Set(['patience', 'messages', 'account']);

/** Whether nothing that would unlock a rule is missing. A read-only run keeps from itself what records of its own would show. */
export function isLeftOpen(unlock: readonly string[], deployment: Context): boolean {
  return deployment.options.readOnly !== true && !unlock.some((one) => isMissing(one, deployment));
}

function isMissing(unlock: string, deployment: Context): boolean {
  if (always.has(unlock)) return true;
  if (unlock === 'attended') return deployment.host.person === undefined;
  const opening = openings.find(({ id }) => id === unlock);
  if (opening) return !isWhole(opening.id, deployment.profile.openings[opening.id]);
  const [kind, name = ''] = unlock.split('.');
  if (kind === 'controls') {
    const control = nameIn(controlFacts, name);
    return control !== undefined && !isOffered(control, deployment);
  }
  return isUntold(kind, name, deployment.profile);
}

/** A control that only reads is of use as far as the profile says where its facts are. */
function isOffered(name: ControlName, { controls, profile }: Context): boolean {
  if (!controls.has(name)) return false;
  const isReading = name === 'readLimits' || name === 'readLicences';
  if (controls.simulator || !isReading) return true;
  const { reads = {} } = { reads: undefined, ...profile.controls?.[name] };
  return controlFacts[name].returns.every((fact) => Object.hasOwn(reads, fact));
}

function isUntold(kind: string | undefined, name: string, { known = {}, samples = {} }: Profile): boolean {
  if (kind === 'samples') return !Object.hasOwn(samples, name);
  if (kind !== 'known') return false;
  if (name === 'device') return (known.device ?? []).length < ENOUGH;
  return !Object.hasOwn(known, name);
}
