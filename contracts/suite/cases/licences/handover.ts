/**
 * A device that is activated with no licence available, and again once another has released one: lived once in a run,
 * and looked at by three rules (sections 3 and 8).
 */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import { type Finding, pass } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { type Activation, activate, expire, leaveAvailable, type Step, seen, takeExpired } from './acts.ts';
import { attemptWithoutDate, observeActivation, readyToCompare } from './attempt.ts';
import { castOf, takeUsed } from './cast.ts';
import type { Counts } from './state.ts';

export interface Handover {
  device: AnyId;
  /** With no licence available. */
  refused: Activation;
  /** The device that then released one; absent where the account got one more. */
  holder?: AnyId | undefined;
  /** With one available. Absent where the first was not refused, or took something. */
  back?: WatchedActivation;
}

export type WatchedActivation = Pick<Activation, keyof Step | 'insisted' | 'bySettings'>;

export function handoverOf(kit: Kit): Promise<Handover> {
  return kit.shared('a licence changes hands', async () => {
    const device = itemAt(await takeExpired(kit, 1), 0);
    const none = await leaveAvailable(kit, 0, [device]);
    const refused = await activate(kit, device, false, none);
    if (refused.active || taken(refused) !== 0) return { device, refused };
    // The same device, once there is a licence: then it was the want of one.
    const { holder, counts } = await freeOne(kit, device, refused.after);
    return { device, refused, holder, back: await activateWatched(kit, device, counts) };
  });
}

/**
 * What the handover shows of a rule; `undefined` where that is not that it holds: then it is judged by itself. Where no
 * control sets the licences, none being available takes too many devices.
 */
export async function handedOver(
  kit: Kit,
  shows: (handover: Handover) => Finding | undefined,
): Promise<Finding | undefined> {
  if (!kit.controls.has('setLicences')) return undefined;
  const handover = await handoverOf(kit).catch(unlessUnreached);
  return handover && shows(handover);
}

export function takesOne({ back }: Pick<Handover, 'back'>): Finding | undefined {
  if (!back?.active || back.bySettings || taken(back) !== 1) return undefined;
  return pass('An expired device that was activated takes one licence again.', ...back.evidence);
}

export function servesAnother({
  holder,
  device,
  back,
}: Pick<Handover, 'holder' | 'device' | 'back'>): Finding | undefined {
  if (holder === undefined || !back?.active) return undefined;
  return pass(
    `The licence that the device ${holder} released was taken by the device ${device}.`,
    ...back.evidence,
  );
}

/** Activates a device, and notes what that does to its settings. */
export async function activateWatched(kit: Kit, device: AnyId, before: Counts): Promise<WatchedActivation> {
  const expiry = await readyToCompare(kit, device);
  const alone = await attemptWithoutDate(kit, device);
  const activation = alone?.activated
    ? { ...(await seen(kit, device, before, 'used')), insisted: false, bySettings: false }
    : await activate(kit, device, true, alone ? undefined : before);
  if (activation.active && !activation.insisted)
    await observeActivation(kit, device, expiry, alone);
  return activation;
}

/** One licence more is available, by the expiry of another device or by the control; with the counts after it. */
async function freeOne(
  kit: Kit,
  spared: AnyId,
  counted: Counts,
): Promise<{ holder?: AnyId; counts: Counts }> {
  const idle = castOf(kit)
    .of('used')
    .find(({ id }) => id !== spared)?.id;
  if (idle === undefined && kit.controls.has('setLicences'))
    return { counts: await leaveAvailable(kit, 1, [spared]) };
  const holder = idle ?? itemAt(await takeUsed(kit, 1, { sparing: [spared] }), 0);
  return { holder, counts: (await expire(kit, holder, idle === undefined ? undefined : counted)).after };
}

export function taken({ before, after }: Pick<Step, 'before' | 'after'>): number {
  return after.used - before.used;
}

export function inWords({ active, before, after }: Step): string {
  return `${active ? 'it counts' : 'it is expired'}, with ${after.used} licences used instead of ${before.used}`;
}
