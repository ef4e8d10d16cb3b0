/** Devices of the cast that expire and are activated, with the counts before and after each step. */
import { HOUR } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { dateIn, SOON } from '../expiry/dates.ts';
import { attemptActivation, dates, farAhead, givesDate, takesDate } from './attempt.ts';
import { castOf, makeMember, note, pastDate, setExpiry, takeUsed, wereTouched } from './cast.ts';
import {
  availableOf,
  type Counts,
  countLicences,
  countsOnce,
  type LicenceState,
  notRead,
  showsState,
  stateOf,
  stateOnce,
} from './state.ts';

/** What a step did to a device and to the counts. */
export interface Step {
  /** Whether it counts as a used licence afterwards. */
  active: boolean;
  before: Counts;
  after: Counts;
  evidence: HasExchange[];
}

/** By how much the used licences were changed. */
export function taken({ before, after }: Pick<Step, 'before' | 'after'>): number {
  return after.used - before.used;
}

export function inWords({ active, before, after }: Step): string {
  return `${active ? 'it counts' : 'it is expired'}, with ${after.used} licences used instead of ${before.used}`;
}

/** So many devices that are expired. */
export async function takeExpired(kit: Kit, count: number): Promise<AnyId[]> {
  const expired = () => castOf(kit).of('expired');
  while (expired().length < count) {
    const sparing = expired().map(({ id }) => id);
    const device = itemAt(await takeUsed(kit, 1, { sparing }), 0);
    const mayRetry = wereTouched(kit, [device]) && kit.controls.has('createDevice');
    if (await expire(kit, device).catch(mayRetry ? unlessUnreached : rethrown)) continue;
    castOf(kit).drop(device);
    await expire(kit, itemAt(await takeUsed(kit, 1, { fresh: true }), 0));
  }
  return expired()
    .slice(0, count)
    .map(({ id }) => id);
}

function rethrown(error: unknown): never {
  throw error;
}

/**
 * Lets a device expire that counts as a used licence: by a date that is long past, or where that does nothing by
 * one that is let pass. Throws `Unreached` where that cannot be brought about.
 *
 * @param counted the counts after the step before it
 */
export async function expire(kit: Kit, device: AnyId, counted?: Counts): Promise<Step> {
  const before = counted ?? (await countLicences(kit));
  const past = await setExpiry(kit, device, { expires: true, expirationDate: pastDate(kit) });
  const byPast = past === 'done' ? await seen(kit, device, before, 'expired') : undefined;
  if (byPast?.active === false) return byPast;
  const { date, reachedBy } = dateIn(kit.clock.now(), SOON);
  if (!kit.clock.canReach(reachedBy)) {
    throw new Unreached(
      'a device does not expire by a date in the past, and time cannot be brought forward',
      'controls.advance',
    );
  }
  await setExpiry(kit, device, { expires: true, expirationDate: date });
  await kit.clock.reach(reachedBy);
  const byDate = await seen(kit, device, before, 'expired');
  if (!byDate.active) return byDate;
  throw new Unreached('no device could be made to expire', 'controls.setLimits');
}

/** An expiry, and the date that was set for it before and had no effect, though it had been reached. */
export interface DatedExpiry extends Step {
  ignored?: string;
}

/** Lets a device expire by a date that was reached; where that does nothing, by another one in the past, if that does it. */
export async function expireOn(kit: Kit, device: AnyId, counted: Counts, date: string): Promise<DatedExpiry> {
  const began = kit.clock.now();
  if ((await setExpiry(kit, device, { expires: true, expirationDate: date })) === 'refused')
    return expire(kit, device, counted);
  const byDate = await seen(kit, device, counted, 'expired');
  if (!byDate.active) return byDate;
  const byAnother = await expire(kit, device, counted);
  const atOnce = !byAnother.active && kit.clock.now() - began < SOON_AFTER;
  return atOnce ? { ...byAnother, ignored: date } : byAnother;
}

/** No date is reached meanwhile. */
const SOON_AFTER = 6 * HOUR;

export interface Activation extends Step {
  /** Whether the deployment said that it activated it. */
  granted: boolean;
  /** Whether settings of the device were changed for it. */
  insisted: boolean;
  /** Whether those settings alone ended the expired state (`expired.leaves-by`). */
  bySettings: boolean;
}

/**
 * Activates a device. A deployment may ask for a new date with it, or hold it expired for as long as its date lies in
 * the past: then it is activated again (`insist`). The counts are read after each of these. Throws `Unreached` where it
 * was refused all the same, and may ask for something else.
 *
 * @param counted the counts after the step before it
 * @param date a new expiration date that is given with the first attempt, where others may have none
 */
export async function activate(
  kit: Kit,
  device: AnyId,
  insist = false,
  counted?: Counts,
  date?: string,
): Promise<Activation> {
  let activation = await activateOnce(kit, device, counted, date);
  if (!insist) return activation;
  for (const prepare of otherWays(kit, device)) {
    if (isOver(activation)) return activation;
    const insisted = await prepare();
    const changed = insisted ? await seen(kit, device, activation.after) : undefined;
    if (changed && isOver(changed)) return { ...changed, granted: false, insisted, bySettings: true };
    activation = { ...(await activateOnce(kit, device, (changed ?? activation).after)), insisted };
  }
  if (isOver(activation) || activation.granted || kit.profile.openings['activation.also'] !== undefined)
    return activation;
  throw new Unreached('the activation was refused, and may need more than is said of it', 'activation.also');
}

/** What an activation may need beside a licence. Each gives whether it changed settings of the device. */
function otherWays(kit: Kit, device: AnyId): (() => Promise<boolean>)[] {
  const withDate = async () => {
    dates(kit).needed = true;
    return false;
  };
  const withSettings = (change: LimitsChange) => async () => {
    dates(kit).needed = false;
    await setExpiry(kit, device, change);
    return true;
  };
  return [
    ...(takesDate(kit) && !givesDate(kit) ? [withDate] : []),
    withSettings({ expires: false }),
    withSettings({ expires: true, expirationDate: farAhead(kit) }),
  ];
}

/** Whether the device is active, or the counts were moved all the same. */
function isOver({ active, before, after }: Step): boolean {
  return active || after.used !== before.used;
}

async function activateOnce(kit: Kit, device: AnyId, counted?: Counts, date?: string): Promise<Activation> {
  const before = counted ?? (await countLicences(kit));
  const attempt = await attemptActivation(kit, device, date);
  const granted = attempt.activated;
  const step = await seen(kit, device, before, granted ? 'used' : undefined);
  const evidence = [before, attempt, ...step.evidence];
  return { ...step, granted, insisted: false, bySettings: false, evidence };
}

/** The state of a device and the counts, once it is in a state that it is to be in, or after a while as they are. */
export async function seen(kit: Kit, device: AnyId, before: Counts, wanted?: LicenceState): Promise<Step> {
  const was = castOf(kit).find(device)?.state ?? 'used';
  const moved = wanted === undefined || wanted === was ? 0 : wanted === 'used' ? 1 : -1;
  const read = !showsState(kit)
    ? undefined
    : wanted
      ? await stateOnce(kit, device, wanted)
      : await stateOf(kit, device);
  const after =
    moved === 0 || read?.state === was
      ? await countLicences(kit)
      : await countsOnce(kit, before.used + moved);
  const state = read ? read.state : stateByCounts(was, before, after);
  if (state) note(kit, device, state);
  if (read && !state) {
    castOf(kit).drop(device);
    if (read.isHidden) throw notRead(kit, device);
    throw new Unreached('the record of a device does not show whether it is expired', 'records.device');
  }
  return { active: state === 'used', before, after, evidence: [after, ...(read ? [read] : [])] };
}

function stateByCounts(was: LicenceState, before: Counts, after: Counts): LicenceState {
  if (after.used === before.used) return was;
  return after.used > before.used ? 'used' : 'expired';
}

/** More devices than this are not made only to use up licences. */
const MOST_FILLERS = 20;

/**
 * Leaves exactly so many licences available, and gives the counts: by the control `setLicences`, which is put back
 * after the case, or by devices of the cast, but for those that are `spared`. Throws `Unreached` where that takes
 * too many.
 */
export async function leaveAvailable(kit: Kit, wanted: number, spared: readonly AnyId[]): Promise<Counts> {
  let counts = await countLicences(kit);
  const available = () => availableOf(counts);
  if (available() !== wanted && kit.controls.has('setLicences')) {
    counts = await setAvailable(kit, wanted, counts);
  }
  if (available() > wanted + MOST_FILLERS) throw tooMany(available());
  for (let filled = 0; available() > wanted && filled < MOST_FILLERS; filled++) {
    await useOne(kit, spared);
    counts = await countLicences(kit);
  }
  if (available() === wanted) return counts;
  throw new Unreached(
    `${wanted} available licences could not be brought about: there are ${available()}`,
    'controls.setLicences',
  );
}

async function setAvailable(kit: Kit, wanted: number, { used, available = 0 }: Counts): Promise<Counts> {
  castOf(kit).total ??= used + available;
  await kit.controls.setLicences(used + wanted);
  return kit.eventually(
    () => countLicences(kit),
    (counts) => counts.available === wanted,
  );
}

function tooMany(available: number): Unreached {
  return new Unreached(
    `${available} licences are available, too many to use them up by devices: that needs the control setLicences, or an account with at most ${MOST_FILLERS} that are free`,
    'controls.setLicences',
  );
}

/** Uses one licence up: by a device that an earlier case left, or else by a new one. */
async function useOne(kit: Kit, spared: readonly AnyId[]): Promise<void> {
  const idle = castOf(kit)
    .of('expired')
    .find(({ id }) => !spared.includes(id));
  if (idle && (await activate(kit, idle.id)).active) return;
  await makeMember(kit);
}
