/** One activation: whether it is given a new date, and what it was seen to do beside (opening `activation.also`). */
import { DAY } from '../../../kit/durations.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { HasExchange } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { dateIn, FAR_AHEAD } from '../expiry/dates.ts';
import { isInRange } from '../limits/settings.ts';
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

/** A limit that an activation leaves as it is. */
const KEPT = { dailyEmail: 7 };

/** The settings of a device before it is activated, where they can be read; one of the run's own has a limit then. */
export async function readyToCompare(kit: Kit, device: AnyId) {
  const { controls } = kit;
  if (controls.isMade(device) && controls.takes('setLimits', 'dailyEmail') && isInRange(kit, KEPT.dailyEmail))
    await controls.setLimits(device, KEPT).catch(unlessUnreached);
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
    (read) => keepsLimit(before, read),
  );
  if (!before?.expires || !before.expirationDate || !after) return;
  if (!keepsLimit(before, after))
    return kit.observe('activation.also', 'another limit is read after it', before, after);
  kit.observe('activation.also', effectOn(before.expirationDate, after), before, after);
}

/** Whether a limit that was read before is read again. */
function keepsLimit(before: Expiry, after: Expiry): boolean {
  const { dailyEmail } = KEPT;
  return before?.dailyEmail !== dailyEmail || after?.dailyEmail === dailyEmail;
}

function effectOn(date: string, { expires, expirationDate }: NonNullable<Expiry>): string {
  if (expires === false) return 'switches-expiry-off';
  return expirationDate && expirationDate > date ? 'moves-date' : 'nothing';
}
