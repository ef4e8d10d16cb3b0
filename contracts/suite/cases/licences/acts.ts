/** Devices of the cast that expire and are activated, with the counts before and after each step. */
import { HOUR } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
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
export async function takeExpired(context: CaseContext, count: number): Promise<AnyId[]> {
  const expired = () => castOf(context).of('expired');
  while (expired().length < count) {
    const sparing = expired().map(({ id }) => id);
    const device = itemAt(await takeUsed(context, 1, { sparing }), 0);
    const mayRetry = wereTouched(context, [device]) && context.controls.has('createDevice');
    if (await expire(context, device).catch(mayRetry ? unlessUnreached : rethrown)) continue;
    castOf(context).drop(device);
    await expire(context, itemAt(await takeUsed(context, 1, { fresh: true }), 0));
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
export async function expire(context: CaseContext, device: AnyId, counted?: Counts): Promise<Step> {
  const before = counted ?? (await countLicences(context));
  const past = await setExpiry(context, device, { expires: true, expirationDate: pastDate(context) });
  const byPast = past === 'done' ? await seen(context, device, before, 'expired') : undefined;
  if (byPast?.active === false) return byPast;
  const { date, reachedBy } = dateIn(context.clock.now(), SOON);
  if (!context.clock.canReach(reachedBy)) {
    const reason = 'a device does not expire by a date in the past, and time cannot be brought forward';
    throw context.clock.outOfReach(reason, 'controls.advance');
  }
  await setExpiry(context, device, { expires: true, expirationDate: date });
  await context.clock.reach(reachedBy);
  const byDate = await seen(context, device, before, 'expired');
  if (!byDate.active) return byDate;
  throw new Unreached('no device could be made to expire', 'controls.setLimits');
}

/** An expiry, and the date that was set for it before and had no effect, though it had been reached. */
export interface DatedExpiry extends Step {
  ignored?: string;
}

/** Lets a device expire by a date that was reached; where that does nothing, by another one in the past, if that does it. */
export async function expireOn(
  context: CaseContext,
  device: AnyId,
  counted: Counts,
  date: string,
): Promise<DatedExpiry> {
  const began = context.clock.now();
  if ((await setExpiry(context, device, { expires: true, expirationDate: date })) === 'refused')
    return expire(context, device, counted);
  const byDate = await seen(context, device, counted, 'expired');
  if (!byDate.active) return byDate;
  const byAnother = await expire(context, device, counted);
  const atOnce = !byAnother.active && context.clock.now() - began < SOON_AFTER;
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
  context: CaseContext,
  device: AnyId,
  insist = false,
  counted?: Counts,
  date?: string,
): Promise<Activation> {
  let activation = await activateOnce(context, device, counted, date);
  if (!insist) return activation;
  for (const prepare of otherWays(context, device)) {
    if (isOver(activation)) return activation;
    const insisted = await prepare();
    const changed = insisted ? await seen(context, device, activation.after) : undefined;
    if (changed && isOver(changed)) return { ...changed, granted: false, insisted, bySettings: true };
    activation = { ...(await activateOnce(context, device, (changed ?? activation).after)), insisted };
  }
  if (isOver(activation) || activation.granted || context.profile.openings['activation.also'] !== undefined)
    return activation;
  throw new Unreached(
    'the activation was refused, and may need more than the profile says',
    'activation.also',
  );
}

/** What an activation may need beside a licence. Each gives whether it changed settings of the device. */
function otherWays(context: CaseContext, device: AnyId): (() => Promise<boolean>)[] {
  const withDate = async () => {
    dates(context).needed = true;
    return false;
  };
  const withSettings = (change: LimitsChange) => async () => {
    dates(context).needed = false;
    await setExpiry(context, device, change);
    return true;
  };
  return [
    ...(takesDate(context) && !givesDate(context) ? [withDate] : []),
    withSettings({ expires: false }),
    withSettings({ expires: true, expirationDate: farAhead(context) }),
  ];
}

/** Whether the device is active, or the counts were moved all the same. */
function isOver({ active, before, after }: Step): boolean {
  return active || after.used !== before.used;
}

async function activateOnce(
  context: CaseContext,
  device: AnyId,
  counted?: Counts,
  date?: string,
): Promise<Activation> {
  const before = counted ?? (await countLicences(context));
  const attempt = await attemptActivation(context, device, date);
  const granted = attempt.activated;
  const step = await seen(context, device, before, granted ? 'used' : undefined);
  const evidence = [before, attempt, ...step.evidence];
  return { ...step, granted, insisted: false, bySettings: false, evidence };
}

/** The state of a device and the counts, once it is in a state that it is to be in, or after a while as they are. */
export async function seen(
  context: CaseContext,
  device: AnyId,
  before: Counts,
  wanted?: LicenceState,
): Promise<Step> {
  const was = castOf(context).find(device)?.state ?? 'used';
  const moved = wanted === undefined || wanted === was ? 0 : wanted === 'used' ? 1 : -1;
  const read = !showsState(context)
    ? undefined
    : wanted
      ? await stateOnce(context, device, wanted)
      : await stateOf(context, device);
  const after =
    moved === 0 || read?.state === was
      ? await countLicences(context)
      : await countsOnce(context, before.used + moved);
  const state = read ? read.state : stateByCounts(was, before, after);
  if (state) note(context, device, state);
  if (read && !state) {
    castOf(context).drop(device);
    if (read.isHidden) throw notRead(context, device);
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
export async function leaveAvailable(
  context: CaseContext,
  wanted: number,
  spared: readonly AnyId[],
): Promise<Counts> {
  let counts = await countLicences(context);
  const available = () => availableOf(counts);
  if (available() !== wanted && context.controls.has('setLicences')) {
    counts = await setAvailable(context, wanted, counts);
  }
  if (available() > wanted + MOST_FILLERS) throw tooMany(available());
  for (let filled = 0; available() > wanted && filled < MOST_FILLERS; filled++) {
    await useOne(context, spared);
    counts = await countLicences(context);
  }
  if (available() === wanted) return counts;
  throw new Unreached(
    `the account could not be brought to ${wanted} available licences: it has ${available()}`,
    'controls.setLicences',
  );
}

async function setAvailable(
  context: CaseContext,
  wanted: number,
  { used, available = 0 }: Counts,
): Promise<Counts> {
  castOf(context).total ??= used + available;
  await context.controls.setLicences(used + wanted);
  return context.eventually(
    () => countLicences(context),
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
async function useOne(context: CaseContext, spared: readonly AnyId[]): Promise<void> {
  const idle = castOf(context)
    .of('expired')
    .find(({ id }) => !spared.includes(id));
  if (idle && (await activate(context, idle.id)).active) return;
  await makeMember(context);
}
