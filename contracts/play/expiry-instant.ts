/** When on its date a device expires, by what the profile says of it (opening `expiry.instant`). */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { addDays, fromString, toPlainDateTime, toZonedDateTime } from 'temporal-polyfill/fns/PlainDate';
import { toZonedDateTime as momentOf } from 'temporal-polyfill/fns/PlainDateTime';
import { fromString as plainTimeFrom } from 'temporal-polyfill/fns/PlainTime';
import type { EpochMs } from '../profile/facts.ts';
import type { Openings } from '../specification/openings/index.ts';

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
  const day = fromString(date, getBasic);
  if (at === 'start') return toZonedDateTime(day, timeZone).epochMilliseconds;
  if (at === 'end') return toZonedDateTime(addDays(day, 1), timeZone).epochMilliseconds;
  try {
    const local = toPlainDateTime(day, plainTimeFrom(at));
    return momentOf(local, timeZone, { disambiguation: 'reject' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}
