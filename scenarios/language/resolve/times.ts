/** Times as people write them, by the clocks of the story's zone. */

import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { addDays, toPlainDateTime } from 'temporal-polyfill/fns/PlainDate';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as PlainTime from 'temporal-polyfill/fns/PlainTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { parseInstant } from '../../../simulator/time/calendar.ts';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';
import { durationOf } from './durations.ts';
import type { Following } from './following.ts';

/** The span that times in a file are read against. */
export interface Span {
  start: number;
  end: number;
  timeZone: string;
}

/** Takes the finding that a text is not a valid time. */
type ErrorSink = Pick<Diagnostics, 'wrong'>;

const clockTime = /^(?:day\s+(\d+)[\s,]+)?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)$/;

/** A moment of the story; `undefined`, with a diagnostic, where it is not valid or outside the story. */
export function timeIn(
  span: Span,
  text: string,
  path: Path,
  diagnostics: Diagnostics,
  before?: Following,
): number | undefined {
  const following = before?.momentOf(text);
  if (typeof following === 'object')
    return diagnostics.wrong('TIME_INVALID', path, `${quoted(text)}: ${following.message}`, following.hint);
  const at = following ?? timeOf(span, text, path, diagnostics);
  if (at === undefined) return undefined;
  const moment = `${text} is ${localText(at, span.timeZone)}`;
  if (at < span.start)
    return diagnostics.wrong(
      'TIME_BEFORE_START',
      path,
      `${moment}, before the story begins at ${localText(span.start, span.timeZone)}`,
    );
  if (at > span.end)
    return diagnostics.wrong(
      'TIME_AFTER_END',
      path,
      `${moment}, after the story ends at ${localText(span.end, span.timeZone)}`,
    );
  return at;
}

/** The same, also outside the story. */
export function timeOf(
  { start, end, timeZone }: Span,
  text: string,
  path: Path,
  diagnostics: ErrorSink,
): number | undefined {
  if (text === 'start') return start;
  if (text === 'end') return end;
  const after = durationOf(text);
  if (after !== undefined) return start + after;
  const [, day, hour, minute, second = '0'] = clockTime.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) {
    const time = PlainTime.fromFields({
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
    });
    return onClock(start, timeZone, time, day, text, path, diagnostics);
  }
  return dateTimeOf(text, timeZone, path, diagnostics);
}

/**
 * A time from elsewhere than a file, such as the command line, read by the same rules.
 *
 * @returns the moment, or why the text is none
 */
export function momentOf(span: Span, text: string): number | { message: string; hint?: string } {
  let why: { message: string; hint?: string } = { message: `${quoted(text)} is not a valid time` };
  const diagnostics: ErrorSink = {
    wrong(_code, _path, message, hint) {
      why = { message, ...(hint !== undefined && { hint }) };
      return undefined;
    },
  };
  return timeOf(span, text, [], diagnostics) ?? why;
}

/** A date and time on the clocks of a zone, or with an offset of its own. */
export function dateTimeOf(
  text: string,
  timeZone: string,
  path: Path,
  diagnostics: ErrorSink,
): number | undefined {
  if (instant.test(text)) {
    try {
      return parseInstant(text.replace(' ', 'T').replace(/\s/g, ''));
    } catch {
      // reported below
    }
  } else if (dateTime.test(text)) {
    try {
      return inZone(PlainDateTime.fromString(text.replace(' ', 'T'), getBasic), timeZone, path, diagnostics);
    } catch {
      // reported below
    }
  }
  return diagnostics.wrong(
    'TIME_INVALID',
    path,
    `${quoted(text)} is not a valid time`,
    /^\d+$/.test(text)
      ? 'say of what: 10s, 10m or 10h after the start'
      : 'write 10m (after the start), 08:30, day 2 08:30, or 2026-03-29 08:30',
  );
}

/** A time of day: the first one from the start on, or that of the given day. */
function onClock(
  start: number,
  timeZone: string,
  time: PlainTime.Record,
  day: string | undefined,
  text: string,
  path: Path,
  diagnostics: ErrorSink,
): number | undefined {
  const begun = toZonedDateTimeISO(fromEpochMilliseconds(start), timeZone);
  const date = ZonedDateTime.toPlainDate(begun);
  if (day !== undefined) {
    if (Number(day) < 1 || Number(day) > 4000)
      return diagnostics.wrong(
        'TIME_INVALID',
        path,
        `${quoted(text)} names no day of the story`,
        'the first day is day 1',
      );
    return inZone(toPlainDateTime(addDays(date, Number(day) - 1), time), timeZone, path, diagnostics);
  }
  const today = PlainDateTime.toZonedDateTime(toPlainDateTime(date, time), timeZone).epochMilliseconds;
  const meant = today >= start ? date : addDays(date, 1);
  return inZone(toPlainDateTime(meant, time), timeZone, path, diagnostics);
}

/** The moment of a local time: the first where the clocks show it twice, none where they leave it out. */
function inZone(
  local: PlainDateTime.Record,
  timeZone: string,
  path: Path,
  diagnostics: ErrorSink,
): number | undefined {
  const zoned = PlainDateTime.toZonedDateTime(local, timeZone, { disambiguation: 'compatible' });
  const shown = ZonedDateTime.toPlainDateTime(zoned);
  if (PlainDateTime.equals(shown, local)) return zoned.epochMilliseconds;
  return diagnostics.wrong(
    'TIME_SKIPPED',
    path,
    `${PlainDateTime.toString(local)} does not come in ${timeZone}: the clocks go forward over it`,
    `it would be ${PlainDateTime.toString(shown).replace('T', ' ')}`,
  );
}

/**
 * A moment as the clocks of a zone show it: `2026-03-29 08:30`, with seconds where there are any, and with the name of
 * the zone where they show it twice: `2026-10-25 02:30 CEST`.
 */
export function localText(at: number, timeZone: string): string {
  const local = ZonedDateTime.toPlainDateTime(toZonedDateTimeISO(fromEpochMilliseconds(at), timeZone));
  const smallestUnit = local.millisecond > 0 ? 'millisecond' : local.second > 0 ? 'second' : 'minute';
  return PlainDateTime.toString(local, { smallestUnit }).replace('T', ' ') + zoneMark(at, timeZone);
}

/** ` CEST` or ` CET` at a moment whose local time the clocks show twice; nothing at any other. */
export function zoneMark(at: number, timeZone: string): string {
  const local = ZonedDateTime.toPlainDateTime(toZonedDateTimeISO(fromEpochMilliseconds(at), timeZone));
  const moment = (disambiguation: 'earlier' | 'later') =>
    PlainDateTime.toZonedDateTime(local, timeZone, { disambiguation }).epochMilliseconds;
  if (moment('earlier') === moment('later')) return '';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
}
