/** Whether a device is expired (section 3): by its own record where the profile has the fact, otherwise by the account's counts. */
import type { AnyId } from '../../../profile/facts.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { isHidden, recordIn, recordTells } from '../../reading/device.ts';

export type LicenceState = 'used' | 'expired';

/** Whether the record of a device tells its state. */
export function recordTellsState(kit: Kit): boolean {
  return recordTells(kit, 'licence');
}

/**
 * The state by the record; `undefined` when it is told in a word that the profile does not know. A device that cannot be
 * read is expired where the profile says that such a device cannot be (`expired.may`).
 */
export async function stateOf(
  kit: Kit,
  device: AnyId,
): Promise<{ state: LicenceState | undefined } & HasExchange> {
  const answer = await kit.call('readDevice', { id: device });
  const { licence, exchange } = recordIn(kit.lens, answer, device);
  if (licence === 'used' || licence === 'expired') return { state: licence, exchange };
  const maybeHidden = licence === undefined && kit.profile.openings['expired.may']?.read === false;
  return { state: maybeHidden && (await isHidden(kit, answer)) ? 'expired' : undefined, exchange };
}

export interface Counts extends HasExchange {
  used: number;
  /** `undefined` where the deployment does not tell it. */
  available: number | undefined;
}

/** The used licences, and those that are available. Throws `Unreached` where they cannot be read. */
export async function countLicences(kit: Kit): Promise<Counts> {
  const { used, available, exchange } = await kit.controls.readLicences();
  if (used !== undefined) return { used, available, exchange };
  throw new Unreached('the used licences are not told', 'controls.readLicences');
}

/** The counts once the used ones are so many, or after a while as they are: others may be slow to move. */
export function countsOnce(kit: Kit, used: number): Promise<Counts> {
  return kit.eventually(
    () => countLicences(kit),
    (counts) => counts.used === used,
  );
}
