/** One activation: whether it is given a new date, and what it was seen to do beside (opening `activation.also`). */
import { DAY } from '../../../kit/durations.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import type { HasExchange } from '../../finding.ts';
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
  context: CaseContext,
  device: AnyId,
  date = givesDate(context) ? farAhead(context) : undefined,
): Promise<Attempt> {
  return context.controls.activate(device, date);
}

/** Whether the profile says what else an activation does: otherwise nothing beside it is judged. */
export function isSaidWhatElse({ profile }: Pick<CaseContext, 'profile'>): boolean {
  return profile.openings['activation.also'] !== undefined;
}

/** Whether the date that was given with an activation is read after it. One with a time of day may be that of another zone. */
export async function observeDate(context: CaseContext, device: AnyId, date: string): Promise<void> {
  const isRead = (read: Expiry) =>
    read?.expirationDate === undefined ||
    Math.abs(Date.parse(read.expirationDate ?? '') - Date.parse(date)) <= DAY;
  const read = await context.eventually(() => readExpiry(context, device), isRead);
  if (read && !isRead(read))
    context.observe('activation.also', 'another date is read than was given with it', read);
}

/** The control of a profile that has a place for a date is given one; that of a simulator where it needs it. */
export function givesDate(context: CaseContext): boolean {
  const needed = dates(context).needed || context.profile.openings['activation.also'] === 'needs-date';
  return takesDate(context) && (needed || !context.controls.simulator);
}

export function takesDate(context: CaseContext): boolean {
  return context.controls.takes('activate', 'expirationDate');
}

/** A date that is ahead whatever the time zone, and at whatever hour. */
export function farAhead(context: CaseContext): string {
  return dateIn(context.clock.now(), FAR_AHEAD).date;
}

/** Messages of a day that a device which is activated may send. */
export const SENDS = 1;

/**
 * The settings of a device before it is activated, where they can be read; one of the run's own has limits then, and a
 * date that is ahead, where that does not end its expired state.
 */
export async function readyToCompare(context: CaseContext, device: AnyId) {
  const {
    'activation.also': also,
    'expired.leaves-by': leaves,
    'limits.range': range,
  } = context.profile.openings;
  const mayBeAhead = leaves === 'activation' && also === 'nothing';
  const ahead = mayBeAhead && { expires: true, expirationDate: farAhead(context) };
  if (context.controls.isMade(device))
    await keepWatch(context, [device], {
      ...(range && range.min <= SENDS && { dailyEmail: SENDS }),
      ...ahead,
    });
  return readExpiry(context, device);
}

/** The expiry of a device, where it can be read. */
export async function readExpiry(context: CaseContext, device: AnyId) {
  return canRead(context, 'expires', 'expirationDate') ? readLimits(context, device) : undefined;
}

/** Where the profile says that an activation needs a date: one without, to see that it does. */
export async function attemptWithoutDate(context: CaseContext, device: AnyId): Promise<Attempt | undefined> {
  if (context.profile.openings['activation.also'] !== 'needs-date') return undefined;
  return context.controls.activate(device).catch(unlessUnreached);
}

type Expiry = Awaited<ReturnType<typeof readExpiry>>;

/** What an activation did to the expiry of its device, or that it needed a date. `alone`: one without a date, before it. */
export async function observeActivation(
  context: CaseContext,
  device: AnyId,
  before: Expiry,
  alone: Attempt | undefined,
): Promise<void> {
  const needed = alone?.activated === false || dates(context).needed;
  if (needed) return context.observe('activation.also', 'needs-date', ...(alone ? [alone] : []));
  if (givesDate(context) && !alone) return;
  const after = await context.eventually(
    () => readExpiry(context, device),
    (read) => lostBy(before, read) === undefined,
  );
  if (!before || !after) return;
  const lost = lostBy(before, after);
  if (lost !== undefined)
    return context.observe('activation.also', `another ${lost} is read after it`, before, after);
  if (!before.expires || !before.expirationDate) return;
  context.observe('activation.also', effectOn(before.expirationDate, after), before, after);
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
