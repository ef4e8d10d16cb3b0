/**
 * A device of the run's own expires, is asked to do what it did before, leaves the expired state, and is activated: what
 * else than the rules say is seen of that, where the profile pins it.
 */

import type { LimitsRead } from '../../deployment/controls/api.ts';
import { takesDate } from '../../deployment/controls/api.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../../deployment/finding.ts';
import { dateIn, farAhead, LONG_PAST } from '../../deployment/reading/dates.ts';
import { canRead, readLimits, showsLicence } from '../../deployment/reading/device.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { DAY } from '../../kit/durations.ts';
import { type LicenceState, stateOf, stateOnce } from '../../play/licence-state.ts';
import { isInRange } from '../../play/limits.ts';
import type { AnyId } from '../../profile/facts.ts';
import { whatItMay } from './expired-may.ts';
import { exchangesOf, type ObservationDrafts } from './observer.ts';

type Told = 'expiry.limits' | 'expired.may' | 'expired.leaves-by' | 'activation.also';

/** Where it cannot go on, what was seen until then holds. @throws Unreached */
export async function expiring(deployment: Deployment, seen: ObservationDrafts): Promise<void> {
  if (!showsLicence(deployment))
    throw new Unreached('the record of a device does not show whether it is expired');
  if (!deployment.controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  const tell = (opening: Told, observed: string, pinned: string | undefined, ...shown: HasExchange[]) => {
    seen[opening] = { observed, pinned, holds: observed === pinned, exchanges: exchangesOf(...shown) };
  };
  const { openings } = deployment.profile;
  const device = await deviceInUse(deployment);
  await expire(deployment, device, LONG_PAST);
  const may = await whatItMay(deployment, device);
  if (may) tell('expired.may', may.observed, may.pinned, ...may.answers);
  if (openings['expiry.limits'] && deployment.controls.has('send')) {
    const sending = await deployment.controls.send(device, 'email', 1);
    const observed = sending.sent > 0 ? 'limits-lift' : 'sends-nothing';
    tell('expiry.limits', observed, openings['expiry.limits'], sending);
  }
  if (openings['expired.leaves-by']) {
    const { left, shown } = await waysOut(deployment, device);
    tell('expired.leaves-by', left, openings['expired.leaves-by'], ...shown);
  }
  if (openings['activation.also'] && deployment.controls.has('activate')) {
    const activated = await besideActivating(deployment, device);
    if (activated) tell('activation.also', activated.does, openings['activation.also'], ...activated.shown);
  }
}

/** A device that counts as a used licence, without limits and expiry. */
export async function deviceInUse(deployment: Deployment): Promise<AnyId> {
  const device = (await deployment.device()).id;
  const { controls } = deployment;
  const settle = () =>
    controls.setLimits(device, { expires: false, dailyEmail: null }).catch(unlessUnreached);
  await settle();
  if ((await stateOf(deployment, device)).state === 'used') return device;
  await leaveLicence(deployment);
  await controls.activate(device, takesDate(deployment) ? farAhead(deployment.clock.now()) : undefined);
  await settle();
  if ((await stateOnce(deployment, device, 'used')).state === 'used') return device;
  // Histories may have left no licence: one that is made now has its own.
  const made = await deployment.make.device();
  if ((await stateOnce(deployment, made, 'used')).state === 'used') return made;
  throw new Unreached('no device of the run counts as a used licence');
}

/** A refused activation says something only where there is a licence for it. */
async function leaveLicence({ controls }: Deployment): Promise<void> {
  if (!controls.has('readLicences') || !controls.has('setLicences')) return;
  const { used, available } = await controls.readLicences();
  if (used !== undefined && available === 0) await controls.setLicences(used + 1);
}

/** @param days so long ago its date was reached: the same date again may change nothing */
async function expire(deployment: Deployment, device: AnyId, days: number): Promise<void> {
  const { date: expirationDate } = dateIn(deployment.clock.now(), days);
  await deployment.controls.setLimits(device, { expires: true, expirationDate });
  if ((await stateOnce(deployment, device, 'expired')).state !== 'expired')
    throw new Unreached('the device did not expire');
}

type Way = { readonly state: LicenceState | undefined } & HasExchange;

/** Observes whether moving its date ahead or switching Expires off ends the expired state. It is expired again afterwards. */
async function waysOut(deployment: Deployment, device: AnyId): Promise<{ left: string; shown: Way[] }> {
  const { controls, clock } = deployment;
  await controls.setLimits(device, { expires: true, expirationDate: farAhead(clock.now()) });
  const moved = await stateOf(deployment, device);
  if (moved.state === 'used') await expire(deployment, device, LONG_PAST - 1);
  await controls.setLimits(device, { expires: false });
  const off = await stateOf(deployment, device);
  if (off.state === 'used') await expire(deployment, device, LONG_PAST - 2);
  const [byDate, byOff] = [moved.state === 'used', off.state === 'used'];
  const left =
    byDate && byOff ? 'either' : byDate ? 'date-ahead' : byOff ? 'switching-off' : ('activation' as const);
  return { left, shown: [moved, off] };
}

/** A limit by which it is seen whether an activation takes limits away. */
const LIMIT = 7;

/** The effect of an activation on the expiry of its device, where that can be read; or that it needs a date. */
async function besideActivating(
  deployment: Deployment,
  device: AnyId,
): Promise<{ does: string; shown: HasExchange[] } | undefined> {
  const { controls, profile, clock } = deployment;
  const pinned = profile.openings['activation.also'];
  if (!canRead(deployment, 'expires', 'expirationDate')) return undefined;
  const isAhead = pinned === 'nothing' && profile.openings['expired.leaves-by'] === 'activation';
  await controls.setLimits(device, {
    expires: true,
    expirationDate: isAhead ? farAhead(clock.now()) : dateIn(clock.now(), LONG_PAST - 3).date,
    ...(isInRange(deployment, LIMIT) && { dailyEmail: LIMIT }),
  });
  const before = await readLimits(deployment, device);
  await leaveLicence(deployment);
  const alone = await controls.activate(device);
  if (!alone.activated && takesDate(deployment)) {
    const date = farAhead(clock.now());
    const dated = await controls.activate(device, date);
    if (!dated.activated) return undefined;
    const after = await readLimits(deployment, device);
    const isRead =
      typeof after.expirationDate !== 'string' ||
      Math.abs(Date.parse(after.expirationDate) - Date.parse(date)) <= DAY;
    const does = isRead ? 'needs-date' : 'another date is read than was given with it';
    return { does, shown: [alone, dated, after] };
  }
  if (!alone.activated) return undefined;
  const after = await deployment.eventually(
    () => readLimits(deployment, device),
    (read) => lostBy(before, read) === undefined,
  );
  const lost = lostBy(before, after);
  if (lost !== undefined) return { does: `another ${lost} is read after it`, shown: [before, after] };
  if (!before.expires || !before.expirationDate) return undefined;
  const does = effectOn(before.expirationDate, after);
  if (does !== 'moves-date') return { does, shown: [before, after] };
  const any = await movesAnyDate(deployment, device);
  if (any === undefined) return undefined;
  return { does: any.moves ? 'moves-any-date' : does, shown: [before, after, ...any.shown] };
}

/** Observes whether an activation moves the date of a device with Expires off as well; `undefined` where such a one cannot be expired. */
async function movesAnyDate(deployment: Deployment, device: AnyId) {
  await expire(deployment, device, LONG_PAST - 4);
  await deployment.controls.setLimits(device, { expires: false });
  if ((await stateOf(deployment, device)).state !== 'expired') return undefined;
  await leaveLicence(deployment);
  const activated = await deployment.controls.activate(device);
  if (!activated.activated) return undefined;
  const after = await readLimits(deployment, device);
  return { moves: after.expires === true, shown: [activated, after] };
}

/** The limit that was read before and is not read again. */
function lostBy(before: LimitsRead, after: LimitsRead): string | undefined {
  return (['dailyEmail', 'dailySms'] as const).find((limit) => before[limit] !== after[limit]);
}

function effectOn(date: string, { expires, expirationDate }: LimitsRead): string {
  if (expires === false) return 'switches-expiry-off';
  return expirationDate && expirationDate > date ? 'moves-date' : 'nothing';
}
