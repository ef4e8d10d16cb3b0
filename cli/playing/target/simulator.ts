/**
 * Facts and settings that only a simulator of ours offers, beside the controls that any profile can have: the time zone
 * of its account, and its number of licences.
 */

import type { Client } from '../../../contracts/deployment/client.ts';
import { isTimeZone } from '../../../contracts/kit/times.ts';
import { controlAddress } from '../../../contracts/kit/world-address.ts';
import { defaultProfile } from '../../../contracts/profile/default.ts';
import type { Profile } from '../../../contracts/profile/profile.ts';
import { type Asking, askControl } from '../../verifying/target.ts';

interface Account {
  timeZone: string;
  licences: { total: number };
}

export class SimulatorAccount {
  readonly timeZone: string;
  readonly #licences: number;

  private constructor({ timeZone, licences }: Account) {
    this.timeZone = timeZone;
    this.#licences = licences.total;
  }

  /** `undefined` for a deployment that is not a simulator, or has no account to read. */
  static async of(
    { controls, target }: Pick<Client, 'controls' | 'target'>,
    asking: Asking,
  ): Promise<SimulatorAccount | undefined> {
    if (!controls.simulator) return undefined;
    const address = `${controlAddress(new URL(target))}/account`;
    const answer = await askControl(address, {}, asking).catch(() => undefined);
    return answer?.ok && isAccount(answer.json) ? new SimulatorAccount(answer.json) : undefined;
  }

  /** So many more, or fewer, than there were at the start. */
  licencesFor(more: number): number {
    return Math.max(0, this.#licences + more);
  }
}

function isAccount(given: unknown): given is Account {
  const { timeZone, licences } = (given ?? {}) as { timeZone?: unknown; licences?: { total?: unknown } };
  return typeof timeZone === 'string' && isTimeZone(timeZone) && Number.isSafeInteger(licences?.total);
}

/** The profile with a time zone wherever it leaves one to the account, so that the story's own service does alike. */
export function withZone(profile: Profile, zone: string | undefined): Profile {
  if (zone === undefined) return profile;
  const given = { ...defaultProfile.openings, ...profile.openings };
  const days = given['day.time-zone'];
  const expiry = given['expiry.instant'];
  return {
    ...profile,
    openings: {
      ...profile.openings,
      'day.time-zone': days === 'account' ? zone : days,
      'expiry.instant': { ...expiry, timeZone: expiry.timeZone === 'account' ? zone : expiry.timeZone },
    },
  };
}
