/** A device of the run's own that surely counts as a used licence. */

import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import { Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { spareDevices } from '../devices/own.ts';
import { freeLicences } from './actors.ts';
import { countLicences, countsOnce, recordTellsState, stateOf } from './state.ts';

/**
 * By its record, or by the counts: then nobody else of the run may make devices meanwhile. Where no
 * licence is left, those are freed that earlier cases have taken.
 */
export async function usedDevice(kit: Kit): Promise<AnyId> {
  const first = await tryUsed(kit).catch(unlessUnreached);
  if (first !== undefined) return first;
  await freeLicences(kit);
  const second = await tryUsed(kit);
  if (second !== undefined) return second;
  throw new Unreached(
    'a new device does not count as a used licence: none seems to be available',
    'controls.createDevice',
  );
}

async function tryUsed(kit: Kit): Promise<AnyId | undefined> {
  if (recordTellsState(kit)) {
    const device = itemAt(await spareDevices(kit, 1), 0);
    return (await stateOf(kit, device)).state === 'expired' ? undefined : device;
  }
  const before = await countLicences(kit);
  const device = await kit.make.device();
  const after = await countsOnce(kit, before.used + 1);
  return after.used === before.used + 1 ? device : undefined;
}
