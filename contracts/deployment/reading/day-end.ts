/** When a day ends, by what the profile says of it (openings `day.ends`, `day.time-zone`). */
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { addDays, toPlainDateTime } from 'temporal-polyfill/fns/PlainDate';
import { type Record as PlainDateTime, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';
import { fromString as plainTimeFrom } from 'temporal-polyfill/fns/PlainTime';
import { toPlainDate } from 'temporal-polyfill/fns/ZonedDateTime';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';

/** The first end of a day after that moment, where the profile states it. */
export function dayEndAfter(
  { profile }: { profile: Pick<Profile, 'openings'> },
  moment: EpochMs,
): EpochMs | undefined {
  const { 'day.ends': ends, 'day.time-zone': zone } = profile.openings;
  if (ends === undefined || zone === undefined || zone === 'account') return undefined;
  return nextDayEnd(moment, ends, zone);
}

/**
 * The next moment after `after` at which the clocks of a zone show `dayEnds` (HH:MM). `undefined` where
 * a clock change leaves that time out or brings it twice: then it is not said when the day ends.
 */
export function nextDayEnd(after: EpochMs, dayEnds: string, timeZone: string): EpochMs | undefined {
  const plainTime = plainTimeFrom(dayEnds);
  const today = toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(Math.ceil(after)), timeZone));
  for (const days of [0, 1]) {
    const end = momentOf(toPlainDateTime(addDays(today, days), plainTime), timeZone);
    if (end === undefined || end > after) return end;
  }
  return undefined;
}

function momentOf(local: PlainDateTime, timeZone: string): EpochMs | undefined {
  try {
    return toZonedDateTime(local, timeZone, { disambiguation: 'reject' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}
