/** One activation: whether it is given a new date, and what it was seen to do beside (opening `activation.also`). */
import { DAY } from '../../../kit/durations.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { HasExchange } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { keepWatch } from '../../watching/lookouts.ts';
import { dateIn, FAR_AHEAD } from '../expiry/dates.ts';
import { perRun } from '../per-run.ts';

/** Whether an activation was seen to be refused for want of a new date. */
export const dates = perRun(() => ({ needed: false }));

export interface Attempt extends HasExchange {
  activated: boolean;
}

/** Activates a device; with a new date where that is asked for, and the control has a place for it. */
export function attemptActivation(
  kit: Kit,
  device: AnyId,
  date = givesDate(kit) ? farAhead(kit) : undefined,
): Promise<Attempt> {
  return kit.controls.activate(device, date);
}

/** Whether the profile says what else an activation does: otherwise nothing beside it is judged. */
export function isSaidWhatElse({ profile }: Pick<Kit, 'profile'>): boolean {
  return profile.openings['activation.also'] !== undefined;
}

/** Whether the date that was given with an activation is read after it. One with a time of day may be that of another zone. */
export async function observeDate(kit: Kit, device: AnyId, date: string): Promise<void> {
  const isRead = (read: Expiry) =>
    read?.expirationDate === undefined ||
    Math.abs(Date.parse(read.expirationDate ?? '') - Date.parse(date)) <= DAY;
  const read = await kit.eventually(() => readExpiry(kit, device), isRead);
  if (read && !isRead(read))
    kit.observe('activation.also', 'another date is read than was given with it', read);
}

/** The control of a profile that has a place for a date is given one; that of a simulator where it needs it. */
export function givesDate(kit: Kit): boolean {
  const needed = dates(kit).needed || kit.profile.openings['activation.also'] === 'needs-date';
  return takesDate(kit) && (needed || !kit.controls.simulator);
}

export function takesDate(kit: Kit): boolean {
  return kit.controls.takes('activate', 'expirationDate');
}

/** A date that is ahead whatever the time zone, and at whatever hour. */
export function farAhead(kit: Kit): string {
  return dateIn(kit.clock.now(), FAR_AHEAD).date;
}

/** Messages of a day that a device which is activated may send. */
export const SENDS = 1;

/**
 * The settings of a device before it is activated, where they can be read; one of the run's own has limits then, and a
 * date that is ahead, where that does not end its expired state.
 */
export async function readyToCompare(kit: Kit, device: AnyId) {
  const {
    'activation.also': also,
    'expired.leaves-by': leaves,
    'limits.range': range,
  } = kit.profile.openings;
  const mayBeAhead = leaves === 'activation' && also === 'nothing';
  const ahead = mayBeAhead && { expires: true, expirationDate: farAhead(kit) };
  if (kit.controls.isMade(device))
    await keepWatch(kit, [device], { ...(range && range.min <= SENDS && { dailyEmail: SENDS }), ...ahead });
  return readExpiry(kit, device);
}

/** The expiry of a device, where it can be read. */
export async function readExpiry(kit: Kit, device: AnyId) {
  return canRead(kit, 'expires', 'expirationDate') ? readLimits(kit, device) : undefined;
}

/** Where the profile says that an activation needs a date: one without, to see that it does. */
export async function attemptWithoutDate(kit: Kit, device: AnyId): Promise<Attempt | undefined> {
  if (kit.profile.openings['activation.also'] !== 'needs-date') return undefined;
  return kit.controls.activate(device).catch(unlessUnreached);
}

type Expiry = Awaited<ReturnType<typeof readExpiry>>;

/** What an activation did to the expiry of its device, or that it needed a date. `alone`: one without a date, before it. */
export async function observeActivation(
  kit: Kit,
  device: AnyId,
  before: Expiry,
  alone: Attempt | undefined,
): Promise<void> {
  const needed = alone?.activated === false || dates(kit).needed;
  if (needed) return kit.observe('activation.also', 'needs-date', ...(alone ? [alone] : []));
  if (givesDate(kit) && !alone) return;
  const after = await kit.eventually(
    () => readExpiry(kit, device),
    (read) => lostBy(before, read) === undefined,
  );
  if (!before || !after) return;
  const lost = lostBy(before, after);
  if (lost !== undefined)
    return kit.observe('activation.also', `another ${lost} is read after it`, before, after);
  if (!before.expires || !before.expirationDate) return;
  kit.observe('activation.also', effectOn(before.expirationDate, after), before, after);
}

const limits = ['dailyEmail', 'dailySms'] as const;

/** The limit that was read before and is not read again. */
function lostBy(before: Expiry, after: Expiry): (typeof limits)[number] | undefined {
  return limits.find((limit) => before?.[limit] !== after?.[limit]);
}

function effectOn(date: string, { expires, expirationDate }: NonNullable<Expiry>): string {
  if (expires === false) return 'switches-expiry-off';
  return expirationDate && expirationDate > date ? 'moves-date' : 'nothing';
}
