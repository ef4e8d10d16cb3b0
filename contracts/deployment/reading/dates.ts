/**
 * Dates that leave no doubt, and the ends of days. At which instant of its date a device expires, and in which time zone,
 * is open (`expiry.instant`): from the start of the date furthest east to its end furthest west. What
 * is set lies ahead of that by more than a day and a half, and what is looked at behind it as far.
 */
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { addDays, toPlainDateTime } from 'temporal-polyfill/fns/PlainDate';
import { toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime';
import { fromString as plainTimeFrom } from 'temporal-polyfill/fns/PlainTime';
import { toPlainDate } from 'temporal-polyfill/fns/ZonedDateTime';
import { DAY, HOUR } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import { classes } from '../../specification/dangers/classes.ts';

/** A date (YYYY-MM-DD) so many days from now in UTC, and the moment from which on it has certainly been reached. */
export function dateIn(now: EpochMs, days: number): { date: string; reachedBy: EpochMs } {
  const start = (Math.floor(now / DAY) + days) * DAY;
  return { date: new Date(start).toISOString().slice(0, 10), reachedBy: start + 72 * HOUR };
}

/** Behind every doubt, whatever time zone. */
const LONG_PAST = -10;
/** Beyond everything that a run brings about. */
const FAR_AHEAD = 400;

/** A date that is ahead whatever the time zone, and at whatever hour. */
export function farAhead(now: EpochMs): string {
  return dateIn(now, FAR_AHEAD).date;
}

export const mistakenDates = namesOf(classes.dates);

/** The last date of that class that has been reached without doubt. */
export function lastLike(like: keyof typeof classes.dates, now: EpochMs): string | undefined {
  const ahead = dateIn(now, -LONG_PAST).date;
  for (let days = 0; days < LONGEST; days++) {
    const { date } = dateIn(now, LONG_PAST - days);
    if (classes.dates[like](date, ahead)) return date;
  }
  return undefined;
}

/** Days back to the last leap day, at most: no leap year comes in 2100. */
const LONGEST = 8 * 366;

/**
 * The first end of a day after a moment, where the profile states it (openings `day.ends`, `day.time-zone`). `undefined` too where
 * a clock change leaves that time out or brings it twice: then it is not said when the day ends.
 */
export function dayEndAfter(
  { profile }: { profile: Pick<Profile, 'openings'> },
  moment: EpochMs,
): EpochMs | undefined {
  const { 'day.ends': ends, 'day.time-zone': zone } = profile.openings;
  if (ends === undefined || zone === undefined || zone === 'account') return undefined;
  const today = toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(Math.ceil(moment)), zone));
  try {
    const [end, next] = [0, 1].map((days) => {
      const local = toPlainDateTime(addDays(today, days), plainTimeFrom(ends));
      return toZonedDateTime(local, zone, { disambiguation: 'reject' }).epochMilliseconds;
    });
    return end !== undefined && end > moment ? end : next;
  } catch {
    return undefined;
  }
}
