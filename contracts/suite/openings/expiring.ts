/**
 * A device of the run's own expires, is asked to do what it did before, leaves the expired state, and is activated: what
 * else than the rules say is seen of that, where the profile pins it.
 */
import { DAY } from '../../kit/durations.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { CaseContext } from '../case-context.ts';
import type { LimitsRead } from '../controls/api.ts';
import { isInRange, takesDate } from '../controls/limits.ts';
import { type HasExchange, Unreached } from '../finding.ts';
import { dateIn, farAhead, LONG_PAST } from '../reading/dates.ts';
import { canRead, readLimits } from '../reading/device.ts';
import { type LicenceState, showsState, stateOf, stateOnce } from '../reading/licence-state.ts';
import { ownDevice } from '../session/own-devices.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { whatItMay } from './expired-may.ts';
import { exchangesOf, type ObservationDrafts } from './observer.ts';

type Told = 'expiry.limits' | 'expired.may' | 'expired.leaves-by' | 'activation.also';

/** Where it cannot go on, what was seen until then holds. @throws Unreached */
export async function expiring(context: CaseContext, seen: ObservationDrafts): Promise<void> {
  if (!showsState(context)) throw new Unreached('the record of a device does not show whether it is expired');
  if (!context.controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  const tell = (opening: Told, observed: string, pinned: string | undefined, ...shown: HasExchange[]) => {
    seen[opening] = { observed, pinned, holds: observed === pinned, exchanges: exchangesOf(...shown) };
  };
  const { openings } = context.profile;
  const device = await deviceInUse(context);
  await expire(context, device, LONG_PAST);
  const may = await whatItMay(context, device);
  if (may) tell('expired.may', may.observed, may.pinned, ...may.answers);
  if (openings['expiry.limits'] && context.controls.has('send')) {
    const sending = await context.controls.send(device, 'email', 1);
    const observed = sending.sent > 0 ? 'limits-lift' : 'sends-nothing';
    tell('expiry.limits', observed, openings['expiry.limits'], sending);
  }
  if (openings['expired.leaves-by']) {
    const { left, shown } = await waysOut(context, device);
    tell('expired.leaves-by', left, openings['expired.leaves-by'], ...shown);
  }
  if (openings['activation.also'] && context.controls.has('activate')) {
    const activated = await besideActivating(context, device);
    if (activated) tell('activation.also', activated.does, openings['activation.also'], ...activated.shown);
  }
}

/** A device that counts as a used licence, without limits and expiry. */
export async function deviceInUse(context: CaseContext): Promise<AnyId> {
  const device = (await ownDevice(context)).id;
  const { controls } = context;
  const settle = () =>
    controls.setLimits(device, { expires: false, dailyEmail: null }).catch(unlessUnreached);
  await settle();
  if ((await stateOf(context, device)).state === 'used') return device;
  await leaveLicence(context);
  await controls.activate(device, takesDate(context) ? farAhead(context.clock.now()) : undefined);
  await settle();
  if ((await stateOnce(context, device, 'used')).state === 'used') return device;
  // Histories may have left no licence: one that is made now has its own.
  const made = await context.make.device();
  if ((await stateOnce(context, made, 'used')).state === 'used') return made;
  throw new Unreached('no device of the run counts as a used licence');
}

/** @param days so long ago its date was reached: the same date again may change nothing */
/** A refused activation says something only where there is a licence for it. */
async function leaveLicence({ controls }: CaseContext): Promise<void> {
  if (!controls.has('readLicences') || !controls.has('setLicences')) return;
  const { used, available } = await controls.readLicences();
  if (used !== undefined && available === 0) await controls.setLicences(used + 1);
}

async function expire(context: CaseContext, device: AnyId, days: number): Promise<void> {
  const { date: expirationDate } = dateIn(context.clock.now(), days);
  await context.controls.setLimits(device, { expires: true, expirationDate });
  if ((await stateOnce(context, device, 'expired')).state !== 'expired')
    throw new Unreached('the device did not expire');
}

type Way = { readonly state: LicenceState | undefined } & HasExchange;

/** Which of moving its date ahead and switching Expires off ends the expired state. It is expired again afterwards. */
async function waysOut(context: CaseContext, device: AnyId): Promise<{ left: string; shown: Way[] }> {
  const { controls, clock } = context;
  await controls.setLimits(device, { expires: true, expirationDate: farAhead(clock.now()) });
  const moved = await stateOf(context, device);
  if (moved.state === 'used') await expire(context, device, LONG_PAST - 1);
  await controls.setLimits(device, { expires: false });
  const off = await stateOf(context, device);
  if (off.state === 'used') await expire(context, device, LONG_PAST - 2);
  const [byDate, byOff] = [moved.state === 'used', off.state === 'used'];
  const left =
    byDate && byOff ? 'either' : byDate ? 'date-ahead' : byOff ? 'switching-off' : ('activation' as const);
  return { left, shown: [moved, off] };
}

/** A limit by which it is seen whether an activation takes limits away. */
const LIMIT = 7;

/** The effect of an activation on the expiry of its device, where that can be read; or that it needs a date. */
async function besideActivating(
  context: CaseContext,
  device: AnyId,
): Promise<{ does: string; shown: HasExchange[] } | undefined> {
  const { controls, profile, clock } = context;
  const pinned = profile.openings['activation.also'];
  if (!canRead(context, 'expires', 'expirationDate')) return undefined;
  const isAhead = pinned === 'nothing' && profile.openings['expired.leaves-by'] === 'activation';
  await controls.setLimits(device, {
    expires: true,
    expirationDate: isAhead ? farAhead(clock.now()) : dateIn(clock.now(), LONG_PAST - 3).date,
    ...(isInRange(context, LIMIT) && { dailyEmail: LIMIT }),
  });
  const before = await readLimits(context, device);
  await leaveLicence(context);
  const alone = await controls.activate(device);
  if (!alone.activated && takesDate(context)) {
    const date = farAhead(clock.now());
    const dated = await controls.activate(device, date);
    if (!dated.activated) return undefined;
    const after = await readLimits(context, device);
    const isRead =
      typeof after.expirationDate !== 'string' ||
      Math.abs(Date.parse(after.expirationDate) - Date.parse(date)) <= DAY;
    const does = isRead ? 'needs-date' : 'another date is read than was given with it';
    return { does, shown: [alone, dated, after] };
  }
  if (!alone.activated) return undefined;
  const after = await context.eventually(
    () => readLimits(context, device),
    (read) => lostBy(before, read) === undefined,
  );
  const lost = lostBy(before, after);
  if (lost !== undefined) return { does: `another ${lost} is read after it`, shown: [before, after] };
  if (!before.expires || !before.expirationDate) return undefined;
  return { does: effectOn(before.expirationDate, after), shown: [before, after] };
}

/** The limit that was read before and is not read again. */
function lostBy(before: LimitsRead, after: LimitsRead): string | undefined {
  return (['dailyEmail', 'dailySms'] as const).find((limit) => before[limit] !== after[limit]);
}

function effectOn(date: string, { expires, expirationDate }: LimitsRead): string {
  if (expires === false) return 'switches-expiry-off';
  return expirationDate && expirationDate > date ? 'moves-date' : 'nothing';
}
