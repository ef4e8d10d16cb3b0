/**
 * Days, dates and durations, by the functions of Temporal, a third of its size as classes. Everything here is pure.
 *
 * When a clock change leaves out a time of day, the day ends as much later as the gap is long
 * (02:30 becomes 03:30); where it brings a time twice, the first one counts. A date begins at its
 * first instant, which is 01:00 where a change leaves out midnight.
 */

import {
  fromEpochMilliseconds,
  fromString as instantFrom,
  toZonedDateTimeISO,
} from 'temporal-polyfill/fns/Instant';
import {
  addDays,
  toString as dateText,
  fromFields,
  type Record as PlainDate,
  toZonedDateTime,
} from 'temporal-polyfill/fns/PlainDate';
import { fromString as plainTimeFrom } from 'temporal-polyfill/fns/PlainTime';
import { toPlainDate } from 'temporal-polyfill/fns/ZonedDateTime';
import { DAY, MINUTE, parseSpan } from '../../contracts/kit/durations.ts';
import { isTimeZone } from '../../contracts/kit/times.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { ClockError } from './errors.ts';
import type { EpochMs } from './timeline.ts';

const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The next moment strictly after `after` at which the clocks of a time zone show `dayEnds` (`HH:MM`).
 * Throws `TIME_INVALID` for another form and `TIME_ZONE_UNKNOWN`.
 */
export function nextDayEnd(after: EpochMs, dayEnds: string, timeZone: string): EpochMs {
  const [, hours, minutes] = timeOfDay.exec(dayEnds) ?? [];
  if (hours === undefined || minutes === undefined) {
    throw new ClockError('TIME_INVALID', `${quoted(dayEnds)} is not a time of day.`, {
      hint: 'Write it as HH:MM, 00:00 to 23:59.',
    });
  }
  const sinceMidnight = (Number(hours) * 60 + Number(minutes)) * MINUTE;
  if (isUtc(timeZone)) return Math.floor((after - sinceMidnight) / DAY) * DAY + DAY + sinceMidnight;

  const plainTime = plainTimeFrom(dayEnds);
  const today = dateIn(timeZone, after);
  // Yesterday too: a gap can push the end of a day past the midnight that follows it.
  for (let days = -1; ; days++) {
    const end = toZonedDateTime(addDays(today, days), { timeZone, plainTime }).epochMilliseconds;
    if (end > after) return end;
  }
}

/** The first instant of a date (`YYYY-MM-DD`). Throws `DATE_INVALID` and `TIME_ZONE_UNKNOWN`. */
export function startOfDate(date: string, timeZone: string): EpochMs {
  return firstInstant(plainDate(date), timeZone);
}

/** The first instant that no longer belongs to a date. Throws as `startOfDate` does. */
export function endOfDate(date: string, timeZone: string): EpochMs {
  return firstInstant(addDays(plainDate(date), 1), timeZone);
}

/** The instant at which a time zone's clocks show a time of day (`HH:MM`) on a date. Throws as `startOfDate` does. */
export function timeOnDate(date: string, time: string, timeZone: string): EpochMs {
  requireTimeZone(timeZone);
  const plainTime = plainTimeFrom(time);
  return toZonedDateTime(plainDate(date), { timeZone, plainTime }).epochMilliseconds;
}

/** A date so many days later. Throws `DATE_INVALID`. */
export function dateAfter(date: string, days: number): string {
  return dateText(addDays(plainDate(date), days));
}

/** The date that a time zone's calendars show at an instant. */
export function dateAt(at: EpochMs, timeZone: string): string {
  return isUtc(timeZone) ? new Date(at).toISOString().slice(0, 10) : dateText(dateIn(timeZone, at));
}

/**
 * Milliseconds of a duration such as `90m` or `1h 30m`, or in ISO 8601, `PT90M` or `P1DT2H`; a day is 24 hours. Months
 * and years have no fixed length: `DURATION_INVALID`, as for anything that is not a duration.
 */
export function parseDuration(text: string): number {
  const duration = typeof text === 'string' ? parseSpan(text) : undefined;
  if (duration !== undefined) return duration;
  throw new ClockError('DURATION_INVALID', `${quoted(text)} is not a duration of a fixed length.`, {
    hint: 'Write 90m or 1h 30m, or an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT90M or P1D.',
  });
}

/** The instant that an ISO 8601 date and time with `Z` or an offset names; else `TIME_INVALID`. */
export function parseInstant(text: string): EpochMs {
  const instant = attempt(() => instantFrom(text));
  if (instant === undefined) {
    throw new ClockError('TIME_INVALID', `${quoted(text)} is not a valid instant.`, {
      hint: 'Write an ISO 8601 date and time with Z or an offset, such as 2026-01-05T08:00:00Z.',
    });
  }
  return instant.epochMilliseconds;
}

/** Returns whether a text is a date of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return dateOf(text) !== undefined;
}

function dateOf(text: string): PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const fields = { year: Number(year), month: Number(month), day: Number(day) };
  return attempt(() => fromFields(fields, { overflow: 'reject' }));
}

function isUtc(timeZone: string): boolean {
  return timeZone === 'UTC' || timeZone === 'Etc/UTC';
}

function plainDate(date: string): PlainDate {
  const read = dateOf(date);
  if (read) return read;
  throw new ClockError('DATE_INVALID', `${quoted(date)} is not a date.`, { hint: 'Write it as YYYY-MM-DD.' });
}

function firstInstant(date: PlainDate, timeZone: string): EpochMs {
  if (isUtc(timeZone)) return toZonedDateTime(date, 'UTC').epochMilliseconds;
  requireTimeZone(timeZone);
  return toZonedDateTime(date, timeZone).epochMilliseconds;
}

function dateIn(timeZone: string, at: EpochMs): PlainDate {
  requireTimeZone(timeZone);
  return toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(at), timeZone));
}

function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  throw new ClockError('TIME_ZONE_UNKNOWN', `${quoted(timeZone)} is not a time zone.`, {
    hint: 'Use a name of the IANA time zone database, such as Europe/Berlin.',
  });
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
