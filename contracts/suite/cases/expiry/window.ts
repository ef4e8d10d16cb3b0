/** A date that passes on devices of which each was given an expiry in its own way: which of them are expired then? */
import { DAY } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { keepWatch, otherThanLeft, watched } from '../../watching/lookouts.ts';
import { otherSettings } from '../../watching/strays.ts';
import { makePlain, note, setExpiry, takeUsed, takeUsedUpTo, wereTouched } from '../licences/cast.ts';
import { type Counts, countsIfKnown, notRead, showsState, stateOf } from '../licences/state.ts';
import { dateIn, FAR_AHEAD, SOON } from './dates.ts';
import { observeExpired } from './expired-device.ts';
import { watchInstant } from './instant.ts';

/** A change of the expiry: to the date that passes or the day before it, to one far ahead or the day after it, or Expires off. */
export type Change = 'soon' | 'sooner' | 'far' | 'farther' | 'off';

/** How the device that is due, and one beside it, are given their expiry. */
export interface Roles {
  due: readonly Change[];
  other: readonly Change[];
  /** Whether the one beside it is due, too. */
  bothDue?: boolean;
}

export interface Passed {
  date: string;
  /** Whether the device that was due had expired before its date. */
  early: boolean;
  due: AnyId;
  other: AnyId;
  /** By the counts alone a single expiry is taken to be that of the device that was due. */
  expired: { due: boolean; other: boolean };
  before: Counts | undefined;
  after: Counts | undefined;
  evidence: HasExchange[];
}

/**
 * Lets a date pass on two devices of the cast. Where the one that is due does not expire, and an earlier case
 * had given it an expiry, the same is done with new devices, as long as some can be made.
 */
export async function passDate(context: CaseContext, roles: Roles): Promise<Passed> {
  requireReach(context);
  const [due, other] = await takeUsed(context, 2);
  const devices = [due, other] as [AnyId, AnyId];
  const touched = wereTouched(context, devices);
  const passed = await passOn(context, devices, roles);
  const asDue = passed.expired.due && !passed.early;
  if (asDue || !context.controls.has('createDevice') || !touched) return passed;
  return passOn(context, (await takeUsed(context, 2, { fresh: true })) as [AnyId, AnyId], roles);
}

async function passOn(context: CaseContext, [due, other]: [AnyId, AnyId], roles: Roles): Promise<Passed> {
  const dates = datesOf(context);
  const start = await lookAtCounts(context);
  await give(context, other, roles.other, dates);
  await give(context, due, roles.due, dates);
  const before = await look(context, [due]);
  const early = before.expired?.[0] ?? fewer(start, before) > 0;
  const expected = roles.bothDue ? 2 : 1;
  const isThere = (seen: Looked) => (seen.expired ? expiredOf(seen).due : fewer(before, seen) >= expected);
  const after = await passBy(context, dates.reachedBy, () => look(context, [due, other]), isThere);
  const expired = after.expired ? expiredOf(after) : byCounts(fewer(before, after));
  note(context, due, expired.due ? 'expired' : 'used');
  note(context, other, expired.other ? 'expired' : 'used');
  return {
    ...{ date: dates.soon, early, due, other, expired },
    ...{ before: before.counts, after: after.counts, evidence: [...before.evidence, ...after.evidence] },
  };
}

/** What became of the device that was due, and of its neighbours. */
export interface Expiry {
  date: string;
  early: boolean;
  expired: { due: boolean; others: AnyId[] };
  /** Whether the states of the devices were read, not only the counts. */
  byState: boolean;
  /** Whether the expiry that was set is still in place, as far as it can be read. */
  isSet: boolean;
  /** A setting of a neighbour that is no longer what was set, in words. */
  altered: { observed: string; shown: readonly HasExchange[] } | undefined;
  /** Seen to count again once it had posted a location and an alert. */
  woken: HasExchange | undefined;
  /** Answers with the state of the device that was due, and of one beside it that expired. */
  shown: HasExchange | undefined;
  shownBeside: HasExchange | undefined;
  before: Counts | undefined;
  after: Counts | undefined;
  evidence: HasExchange[];
}

/**
 * A device expires beside others: one that was made before it, and where it can be had, one that was made after
 * it and expires in more than a year. Done once for the rules that look at it.
 */
export function aDeviceExpires(context: CaseContext): Promise<Expiry> {
  return context.shared('a device expires', async () => {
    requireReach(context);
    return expireBeside(context, await neighbours(context));
  });
}

/** Three that are made one after the other, or as many of those that there are. */
async function neighbours(context: CaseContext): Promise<AnyId[]> {
  const made = context.controls.has('createDevice')
    ? await takeUsed(context, 3, { fresh: true }).catch(unlessUnreached)
    : undefined;
  return made ?? takeUsedUpTo(context, 2, 3);
}

async function expireBeside(context: CaseContext, devices: readonly AnyId[]): Promise<Expiry> {
  const [neighbour, due, later] = [itemAt(devices, 0), itemAt(devices, 1), devices[2]];
  const dates = datesOf(context);
  await keepWatch(context, [neighbour]);
  if (later !== undefined) await give(context, later, ['far'], dates, watched(context, later));
  const isPlaced =
    later !== undefined &&
    canRead(context, 'expires', 'expirationDate') &&
    (await isSet(context, later, dates.far));
  await makePlain(context, neighbour);
  const start = await lookAtCounts(context);
  // Put off by a day: one that goes by its first date, or counts a day for each, is seen at the instant.
  await give(context, due, ['sooner', 'soon'], dates);
  const before = await look(context, [due], true);
  const early = before.expired?.[0] ?? fewer(start, before) > 0;
  const reportInstant = early ? undefined : await watchInstant(context, due, dates.soon);
  const isThere = (seen: Looked) => seen.expired?.[0] ?? fewer(before, seen) > 0;
  const order = [due, neighbour, ...(later === undefined ? [] : [later])];
  const after = await passBy(context, dates.reachedBy, () => look(context, order, true), isThere);
  const isDue = isThere(after);
  if (isDue) reportInstant?.();
  const seen = isDue ? await observeExpired(context, due) : undefined;
  const isSaid = context.profile.openings['expired.leaves-by'] !== undefined;
  const woken = isSaid && seen?.licence === 'used' ? seen : undefined;
  const others = order.slice(1).filter((_, index) => after.expired?.[index + 1]);
  const stray = await otherThanLeft(context, [neighbour]);
  for (const id of order)
    note(context, id, others.includes(id) || (id === due && isDue && !woken) ? 'expired' : 'used');
  return {
    ...{ date: dates.soon, early, expired: { due: isDue, others }, byState: after.expired !== undefined },
    woken,
    shown: (early ? before : after).states[0],
    shownBeside: others[0] === undefined ? undefined : after.states[order.indexOf(others[0])],
    isSet: isDue || (await isSet(context, due, dates.soon)),
    altered:
      (later !== undefined && isPlaced ? await alteredOf(context, later, dates.far) : undefined) ??
      (stray && { observed: stray.reason, shown: stray.shown }),
    ...{ before: before.counts, after: after.counts, evidence: [...before.evidence, ...after.evidence] },
  };
}

/** Whether the expiry that was set is still in place, as far as it can be read. */
export async function isSet(context: CaseContext, device: AnyId, date: string): Promise<boolean> {
  if (!canRead(context, 'expires', 'expirationDate')) return true;
  const { expires, expirationDate } = await readLimits(context, device);
  return expires !== false && (expirationDate === undefined || expirationDate === date);
}

async function alteredOf(context: CaseContext, id: AnyId, set: string): Promise<Expiry['altered']> {
  const read = await readLimits(context, id);
  const isOther =
    read.expires === false || (read.expirationDate !== undefined && read.expirationDate !== set);
  const own = context.controls.own().find((device) => String(device.id) === String(id));
  const [stray] = own ? otherSettings(context, own, read) : [];
  if (!isOther && !stray) return undefined;
  const expiry = read.expires === false ? 'Expires off' : `${read.expirationDate}`;
  return {
    observed: stray?.reason ?? `${expiry} on the device ${id}, for which ${set} was set`,
    shown: [read],
  };
}

type Dates = Record<Exclude<Change, 'off'>, string> & { reachedBy: number };

function datesOf(context: CaseContext): Dates {
  const inDays = (days: number) => dateIn(context.clock.now(), days);
  const { date: soon, reachedBy } = inDays(SOON);
  const { date: sooner } = inDays(SOON - 1);
  const { date: far } = inDays(FAR_AHEAD);
  return { soon, sooner, far, farther: inDays(FAR_AHEAD + 1).date, reachedBy };
}

/** @param more what else is set of it with each change */
async function give(
  context: CaseContext,
  device: AnyId,
  changes: readonly Change[],
  dates: Dates,
  more: LimitsChange = {},
): Promise<void> {
  for (const change of changes) {
    const expiry = change === 'off' ? { expires: false } : { expires: true, expirationDate: dates[change] };
    const settings: LimitsChange = { ...more, ...expiry };
    if ((await setExpiry(context, device, settings)) === 'done') continue;
    const words = change === 'off' ? 'switch Expires off' : `set an expiry on ${settings.expirationDate}`;
    throw new Unreached(`the deployment refused to ${words}`, 'controls.setLimits');
  }
}

/** The states of devices where they can be read, and the counts where those are wanted. */
interface Looked {
  expired: boolean[] | undefined;
  counts: Counts | undefined;
  /** Answers with the state of each. */
  states: readonly HasExchange[];
  evidence: HasExchange[];
}

/** By the counts alone: these, before anything is set. */
async function lookAtCounts(context: CaseContext): Promise<Pick<Looked, 'counts'>> {
  return { counts: showsState(context) ? undefined : await countsIfKnown(context) };
}

/** @param counting whether the counts are wanted beside the states, too */
async function look(context: CaseContext, devices: readonly AnyId[], counting = false): Promise<Looked> {
  const counts = counting || !showsState(context) ? await countsIfKnown(context) : undefined;
  const counted = counts ? [counts] : [];
  if (!showsState(context)) {
    if (counts) return { expired: undefined, counts, states: [], evidence: counted };
    throw new Unreached(
      'nothing shows whether a device is expired',
      'records.device',
      'controls.readLicences',
    );
  }
  const states = await Promise.all(devices.map((device) => stateOf(context, device)));
  const hidden = devices.find((_, index) => states[index]?.isHidden);
  if (hidden !== undefined) throw notRead(context, hidden);
  if (states.some(({ state }) => state === undefined))
    throw new Unreached('the record of a device does not show whether it is expired', 'records.device');
  return {
    expired: states.map(({ state }) => state === 'expired'),
    counts,
    states,
    evidence: [...counted, ...states],
  };
}

/** Time passes until the date is reached without doubt, and by a day more: some look for what is due once a day. */
async function passBy(
  context: CaseContext,
  reachedBy: number,
  read: () => Promise<Looked>,
  isThere: (seen: Looked) => boolean,
): Promise<Looked> {
  await context.clock.reach(reachedBy);
  const first = await context.eventually(read, isThere);
  if (isThere(first)) return first;
  await context.clock.reach(reachedBy + DAY);
  return context.eventually(read, isThere);
}

function expiredOf({ expired = [] }: Looked) {
  return { due: expired[0] === true, other: expired[1] === true };
}

function byCounts(count: number) {
  if (count >= 0 && count <= 2) return { due: count > 0, other: count === 2 };
  throw new Unreached('the used licences were changed by others meanwhile', 'records.device');
}

function fewer(before: Pick<Looked, 'counts'>, after: Pick<Looked, 'counts'>): number {
  return (before.counts?.used ?? 0) - (after.counts?.used ?? 0);
}

/** Before anything is made and set. */
function requireReach(context: CaseContext): void {
  if (context.clock.canReach(datesOf(context).reachedBy)) return;
  const reason = 'the date of an expiry lies days ahead, and time cannot be brought forward';
  throw context.clock.outOfReach(reason, 'controls.advance');
}
