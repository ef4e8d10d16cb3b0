/** When on its date a device expires, by what the profile says of it (opening `expiry.instant`). */
import { Temporal } from 'temporal-polyfill';
import type { EpochMs } from '../../profile/facts.ts';
import type { Openings } from '../../specification/openings/index.ts';

/**
 * The instant on a date (YYYY-MM-DD). `undefined` in the time zone of the account, which the profile does not state,
 * and where a clock change leaves that time out or brings it twice.
 */
export function expiryInstant(
  date: string,
  { at, timeZone }: Openings['expiry.instant'],
): EpochMs | undefined {
  if (timeZone === 'account') return undefined;
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
