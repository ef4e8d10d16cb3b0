/** Times as people write them, by the clocks of the story's zone. */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { addDays, toPlainDateTime } from 'temporal-polyfill/fns/PlainDate';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as PlainTime from 'temporal-polyfill/fns/PlainTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { didYouMean } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { parseInstant } from '../../../simulator/time/calendar.ts';
import type { Path } from '../problems.ts';
import { durationOf } from './durations.ts';
import type { Names } from './names.ts';

/** The span that times in a file are read against. */
export interface Span {
  start: number;
  end: number;
  timeZone: string;
}

/** Takes the finding that a text is not a valid time. */
type ErrorSink = Pick<Names, 'wrong'>;

/** The entries so far, by their moments where these are known. */
export class Following {
  readonly #named = new Map<string, number | undefined>();
  #last: number | undefined;
  #isFirst = true;

  /** An entry comes; `at` is undefined where it comes again, or by a condition. */
  note({ name, chapter }: { name?: string; chapter?: string }, at: number | undefined): void {
    this.#isFirst = false;
    this.#last = at;
    for (const each of [chapter, name]) if (each !== undefined) this.#named.set(each, at);
  }

  /** The moment of `10m after that`, the entry before, or `10m after gate opens`; or why it is not known. */
  momentOf(text: string): number | { message: string; hint: string } | undefined {
    const [, span = '', what = ''] = /^(.*?)\safter\s+(.*)$/s.exec(text) ?? [];
    const after = durationOf(span.trim());
    if (after === undefined || what === '') return undefined;
    const at = what === 'that' ? this.#last : this.#named.get(what);
    if (at !== undefined) return at + after;
    if (what === 'that' && this.#isFirst)
      return { message: 'there is no entry before it', hint: 'write the time after the start: 10m' };
    if (what === 'that' || this.#named.has(what)) {
      const which = what === 'that' ? 'the entry before' : quoted(what);
      return { message: `it is not known when ${which} comes`, hint: 'follow an entry with "at"' };
    }
    const hint = didYouMean(what, this.#named.keys());
    return {
      message: `no entry before it is called ${quoted(what)}`,
      hint: hint ?? 'write 10m after that, or give an entry before it this name',
    };
  }
}

/** A moment of the story; `undefined`, with a finding, where it is not valid or outside the story. */
export function timeIn(text: string, path: Path, names: Names, before?: Following): number | undefined {
  const span = names.clock;
  const following = before?.momentOf(text);
  if (typeof following === 'object')
    return names.wrong('TIME_INVALID', path, `${quoted(text)}: ${following.message}`, following.hint);
  const at = following ?? timeOf(span, text, path, names);
  if (at === undefined || (at >= span.start && at <= span.end)) return at;
  const moment = `${text} is ${localText(at, span.timeZone)}`;
  const [start, end] = [localText(span.start, span.timeZone), localText(span.end, span.timeZone)];
  if (at < span.start)
    return names.wrong('TIME_BEFORE_START', path, `${moment}, before the story begins at ${start}`);
  return names.wrong('TIME_AFTER_END', path, `${moment}, after the story ends at ${end}`);
}

const clockTime = /^(?:day\s+(\d+)[\s,]+)?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** The same, also outside the story. */
export function timeOf(span: Span, text: string, path: Path, names: ErrorSink): number | undefined {
  if (text === 'start' || text === 'end') return span[text];
  const after = durationOf(text);
  if (after !== undefined) return span.start + after;
  const [, day, hour, minute, second = '0'] = clockTime.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return dateTimeOf(text, span.timeZone, path, names);
  const time = PlainTime.fromFields({ hour: Number(hour), minute: Number(minute), second: Number(second) });
  return onClock(span, time, day, text, path, names);
}

/**
 * A time from elsewhere than a file, such as the command line, read by the same rules.
 *
 * @returns the moment, or why the text is none
 */
export function momentOf(span: Span, text: string): number | { message: string; hint?: string } {
  let why: { message: string; hint?: string } = { message: `${quoted(text)} is not a valid time` };
  const wrong: ErrorSink['wrong'] = (_code, _path, message, hint) => {
    why = { message, ...(hint !== undefined && { hint }) };
    return undefined;
  };
  return timeOf(span, text, [], { wrong }) ?? why;
}

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(?<offset>\s*(Z|[+-]\d\d:?\d\d))?$/;

/** A date and time on the clocks of a zone, or with an offset of its own. */
export function dateTimeOf(text: string, timeZone: string, path: Path, names: ErrorSink): number | undefined {
  const form = dateTime.exec(text);
  const iso = text.replace(' ', 'T').replace(/\s/g, '');
  try {
    if (form?.groups?.offset !== undefined) return parseInstant(iso);
    if (form) return inZone(PlainDateTime.fromString(iso, getBasic), timeZone, path, names);
  } catch {
    // reported below
  }
  return names.wrong(
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
  { start, timeZone }: Span,
  time: PlainTime.Record,
  day: string | undefined,
  text: string,
  path: Path,
  names: ErrorSink,
): number | undefined {
  const date = ZonedDateTime.toPlainDate(toZonedDateTimeISO(fromEpochMilliseconds(start), timeZone));
  if (day !== undefined && (Number(day) < 1 || Number(day) > 4000)) {
    const message = `${quoted(text)} names no day of the story`;
    return names.wrong('TIME_INVALID', path, message, 'the first day is day 1');
  }
  const today = PlainDateTime.toZonedDateTime(toPlainDateTime(date, time), timeZone).epochMilliseconds;
  const later = day === undefined ? Number(today < start) : Number(day) - 1;
  return inZone(toPlainDateTime(addDays(date, later), time), timeZone, path, names);
}

/** The moment of a local time: the first where the clocks show it twice, none where they leave it out. */
function inZone(
  local: PlainDateTime.Record,
  timeZone: string,
  path: Path,
  names: ErrorSink,
): number | undefined {
  const zoned = PlainDateTime.toZonedDateTime(local, timeZone, { disambiguation: 'compatible' });
  const shown = ZonedDateTime.toPlainDateTime(zoned);
  if (PlainDateTime.equals(shown, local)) return zoned.epochMilliseconds;
  return names.wrong(
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
