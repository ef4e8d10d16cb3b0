/** When on its date a device expires, by what the profile says of it (opening `expiry.instant`). */
import { Temporal } from 'temporal-polyfill';
import type { EpochMs } from '../../profile/facts.ts';
import type { Openings } from '../../specification/openings/index.ts';

/** The zones that are furthest east and west: between them is that of the account, which the profile does not state. */
const FURTHEST = { east: '+14:00', west: '-12:00' };

/**
 * The earliest and the latest instant on a date (YYYY-MM-DD), which differ in the time zone of the account. `undefined`
 * where a clock change leaves that time out or brings it twice.
 */
export function expiryInstant(
  date: string,
  { at, timeZone }: Openings['expiry.instant'],
): { earliest: EpochMs; latest: EpochMs } | undefined {
  const { east, west } = timeZone === 'account' ? FURTHEST : { east: timeZone, west: timeZone };
  const [earliest, latest] = [instantIn(date, at, east), instantIn(date, at, west)];
  return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
}

function instantIn(date: string, at: string, timeZone: string): EpochMs | undefined {
  const day = Temporal.PlainDate.from(date);
  if (at === 'start') return day.toZonedDateTime({ timeZone }).epochMilliseconds;
  if (at === 'end') return day.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds;
  try {
    const local = day.toPlainDateTime(Temporal.PlainTime.from(at));
    return local.toZonedDateTime(timeZone, { disambiguation: 'reject' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}
