/** The instant of its date at which a device expires, as far as the profile says it (opening `expiry.instant`). */
import { MINUTE } from '../../../kit/durations.ts';
import { isoUtc } from '../../../kit/times.ts';
import type { AnyId, EpochMs } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import { expiryInstant } from '../../reading/expiry-instant.ts';
import { showsState, stateOf } from '../licences/state.ts';

/** So far from the instant it is certainly not yet, and certainly already. */
const MARGIN = 20 * MINUTE;

/**
 * Looks at a device shortly before and after the instant at which it is to expire by the profile. What was seen is
 * reported by the function that it gives: once the device has expired, since one that never does shows no instant.
 */
export async function watchInstant(
  context: CaseContext,
  device: AnyId,
  date: string,
): Promise<(() => void) | undefined> {
  const pinned = showsState(context) ? context.profile.openings['expiry.instant'] : undefined;
  const instant = pinned && expiryInstant(date, pinned);
  if (instant === undefined || instant.earliest - MARGIN <= context.clock.now()) return undefined;
  const before = await stateAt(context, device, instant.earliest - MARGIN);
  const after = await stateAt(context, device, instant.latest + MARGIN);
  if (before.state === undefined || after.state === undefined) return undefined;
  const holds = before.state === 'used' && after.state === 'expired';
  const words = `${pinned?.at} ${pinned?.timeZone}`;
  const [seen, moment] =
    before.state === 'expired' ? ['before', instant.earliest] : ['after', instant.latest];
  const observed = holds ? words : `${seen} ${isoUtc(moment)}`;
  return () => context.observe('expiry.instant', { observed, pinned: words, holds }, before, after);
}

async function stateAt(context: CaseContext, device: AnyId, moment: EpochMs) {
  await context.clock.reach(moment);
  return stateOf(context, device);
}
