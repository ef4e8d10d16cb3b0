/** Durations and times as people write them, by the clocks of the story's zone. */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { addDays, toPlainDateTime } from 'temporal-polyfill/fns/PlainDate';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as PlainTime from 'temporal-polyfill/fns/PlainTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { parseSpan } from '../../contracts/kit/durations.ts';
import { didYouMean } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import type { Names } from './names.ts';
import type { Path } from './problems.ts';

/** Milliseconds: three thousand years. No story lasts a hundredth of it, so that longer is as long. */
const LONGEST = 1e14;

/** Milliseconds of `15s`, `10 min`, `1h 30m` or `PT10M`; `undefined` for what is not a duration. */
export function durationOf(text: string): number | undefined {
  const duration = parseSpan(text);
  return duration === undefined ? undefined : Math.min(duration, LONGEST);
}

/** The span that times in a file are read against. */
export interface Span {
  start: number;
  end: number;
  timeZone: string;
}

/** Why a text is no time. */
export interface NoTime {
  code: string;
  message: string;
  hint?: string;
}

/** The moments of the entries so far by their names, the last also as `that`; undefined where one comes again, or by a condition. */
export type Before = Map<string, number | undefined>;

/** A moment of the story; reported where it is not valid or outside the story. @param before entries that it may follow */
export function timeIn(text: string, path: Path, names: Names, before?: Before): number {
  const { start, end, timeZone } = names.clock;
  const at = (before && afterAnother(text, before)) ?? momentOf(names.clock, text);
  if (typeof at === 'object') return names.wrong(at.code, path, at.message, at.hint);
  if (at >= start && at <= end) return at;
  const [is, begins, ends] = [at, start, end].map((moment) => localText(moment, timeZone));
  const [code, why] =
    at < start
      ? ['TIME_BEFORE_START', `before the story begins at ${begins}`]
      : ['TIME_AFTER_END', `after the story ends at ${ends}`];
  return names.wrong(code, path, `${text} is ${is}, ${why}`);
}

/** The moment of `10m after that`, the entry before, or `10m after gate opens`; or why it is not known. */
function afterAnother(text: string, before: Before): number | NoTime | undefined {
  const [, span = '', what = ''] = /^(.*?)\safter\s+(.*)$/s.exec(text) ?? [];
  const after = durationOf(span.trim());
  if (after === undefined || what === '') return undefined;
  const at = before.get(what);
  if (at !== undefined) return at + after;
  const wrong = (message: string, hint: string) => noTime(`${quoted(text)}: ${message}`, hint);
  const which = what === 'that' ? 'the entry before' : quoted(what);
  if (before.has(what)) return wrong(`it is not known when ${which} comes`, 'follow an entry with "at"');
  if (what === 'that') return wrong('there is no entry before it', 'write the time after the start: 10m');
  const hint = didYouMean(what, before.keys());
  return wrong(
    `no entry before it is called ${which}`,
    hint ?? 'write 10m after that, or give an entry before it this name',
  );
}

const clockTime = /^(?:day\s+(\d+)[\s,]+)?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** A time of a file or the command line, also outside the story; or why the text is none. */
export function momentOf(span: Span, text: string): number | NoTime {
  if (text === 'start' || text === 'end') return span[text];
  const after = durationOf(text);
  if (after !== undefined) return span.start + after;
  const [, day, hour, minute, second = '0'] = clockTime.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return dateTimeOf(text, span.timeZone);
  if (day !== undefined && (Number(day) < 1 || Number(day) > 4000))
    return noTime(`${quoted(text)} names no day of the story`, 'the first day is day 1');
  const time = PlainTime.fromFields({ hour: Number(hour), minute: Number(minute), second: Number(second) });
  // The first one from the start on, or that of the given day.
  const date = ZonedDateTime.toPlainDate(zoned(span.start, span.timeZone));
  const today = PlainDateTime.toZonedDateTime(toPlainDateTime(date, time), span.timeZone).epochMilliseconds;
  const later = day === undefined ? Number(today < span.start) : Number(day) - 1;
  return inZone(toPlainDateTime(addDays(date, later), time), span.timeZone);
}

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(?<offset>\s*(Z|[+-]\d\d:?\d\d))?$/;

/** A date and time on the clocks of a zone, or with an offset of its own. */
export function dateTimeOf(text: string, timeZone: string): number | NoTime {
  const form = dateTime.exec(text);
  const iso = text.replace(' ', 'T').replace(/\s/g, '');
  try {
    if (form?.groups?.offset !== undefined) return parseInstant(iso);
    if (form) return inZone(PlainDateTime.fromString(iso, getBasic), timeZone);
  } catch {
    // reported below
  }
  const hint = /^\d+$/.test(text)
    ? 'say of what: 10s, 10m or 10h after the start'
    : 'write 10m (after the start), 08:30, day 2 08:30, or 2026-03-29 08:30';
  return noTime(`${quoted(text)} is not a valid time`, hint);
}

function noTime(message: string, hint: string): NoTime {
  return { code: 'TIME_INVALID', message, hint };
}

/** The moment of a local time: the first where the clocks show it twice, none where they leave it out. */
function inZone(local: PlainDateTime.Record, timeZone: string): number | NoTime {
  const at = PlainDateTime.toZonedDateTime(local, timeZone, { disambiguation: 'compatible' });
  const shown = ZonedDateTime.toPlainDateTime(at);
  if (PlainDateTime.equals(shown, local)) return at.epochMilliseconds;
  return {
    code: 'TIME_SKIPPED',
    message: `${PlainDateTime.toString(local)} does not come in ${timeZone}: the clocks go forward over it`,
    hint: `it would be ${PlainDateTime.toString(shown).replace('T', ' ')}`,
  };
}

function zoned(at: number, timeZone: string): ZonedDateTime.Record {
  return toZonedDateTimeISO(fromEpochMilliseconds(at), timeZone);
}

/**
 * A moment as the clocks of a zone show it: `2026-03-29 08:30`, with seconds where there are any, and with the name of
 * the zone where they show it twice: `2026-10-25 02:30 CEST`.
 */
export function localText(at: number, timeZone: string): string {
  const local = ZonedDateTime.toPlainDateTime(zoned(at, timeZone));
  const smallestUnit = local.millisecond > 0 ? 'millisecond' : local.second > 0 ? 'second' : 'minute';
  return PlainDateTime.toString(local, { smallestUnit }).replace('T', ' ') + zoneMark(at, timeZone);
}

/** ` CEST` or ` CET` at a moment whose local time the clocks show twice; nothing at any other. */
export function zoneMark(at: number, timeZone: string): string {
  const local = ZonedDateTime.toPlainDateTime(zoned(at, timeZone));
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => PlainDateTime.toZonedDateTime(local, timeZone, { disambiguation }).epochMilliseconds,
  );
  if (earlier === later) return '';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
}
