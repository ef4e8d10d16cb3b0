/**
 * The moments of a cron expression in a time zone, by the fields that node-cron reads in it; days with words (the last
 * one, the second Monday) are matched by node-cron itself.
 *
 * When clocks go forward, a time that is left out does not come; where they go back, it comes twice.
 */

import { createTask, type ParsedFields, parse } from 'node-cron';
import { HOUR, MINUTE, SECOND } from '../../contracts/kit/durations.ts';

interface Matcher {
  fields: ParsedFields;
  /** Absent where no field of the day has words. */
  matchDay: ((date: Date) => boolean) | undefined;
  /** The last find: nothing comes after `after` before `next`, or until `until` where there is none. */
  known: { after: number; until: number; next: number | undefined } | undefined;
}

/** Offsets of time zones from UTC are whole quarters of an hour: within one, local minutes simply count on. */
const QUARTER = 15 * MINUTE;

/**
 * The first moment of a cron expression after `after`, up to and including `until`. Throws an Error of node-cron for what
 * is not an expression.
 */
export function nextCronTime(
  expression: string,
  timeZone: string,
  after: number,
  until: number,
): number | undefined {
  const matcher = matcherOf(expression, timeZone);
  // Entries that say the same ask the same, and what comes rarely is long looked for.
  const { known } = matcher;
  if (
    known &&
    after >= known.after &&
    (known.next === undefined ? until <= known.until : after < known.next)
  ) {
    return known.next !== undefined && known.next <= until ? known.next : undefined;
  }
  const next = firstAfter(matcher, timeZone, after, until);
  matcher.known = { after, until, next };
  return next;
}

function firstAfter(matcher: Matcher, timeZone: string, after: number, until: number): number | undefined {
  const { fields, matchDay } = matcher;
  /** The day that was asked about last. */
  let asked: { day: number; matches: boolean } | undefined;
  for (let quarter = Math.floor(after / QUARTER) * QUARTER; quarter <= until; ) {
    const local = localParts(quarter, timeZone);
    const isAllowed = allowsDay(fields, local);
    if (isAllowed && matchDay && local.day !== asked?.day)
      asked = { day: local.day, matches: matchDay(new Date(quarter)) };
    if (!isAllowed || asked?.matches === false) quarter += restOfDay(local);
    else if (fields.hour.includes(local.hour)) {
      const found = inQuarter(fields, quarter, local, after);
      if (found !== undefined) return found <= until ? found : undefined;
      quarter += QUARTER;
    } else quarter += untilHour(fields, local);
  }
  return undefined;
}

/** The first moment within a quarter of an hour whose day and hour match. */
function inQuarter(
  fields: ParsedFields,
  quarter: number,
  local: LocalParts,
  after: number,
): number | undefined {
  for (let minute = 0; minute < 15; minute++) {
    if (!fields.minute.includes(local.minute + minute)) continue;
    for (const second of fields.second) {
      const at = quarter + minute * MINUTE + Number(second) * SECOND;
      if (at > after) return at;
    }
  }
  return undefined;
}

function allowsDay(fields: ParsedFields, { month, day, weekday }: LocalParts): boolean {
  return may(fields.month, month) && may(fields.dayOfMonth, day) && may(fields.dayOfWeek, weekday);
}

/** How long to the next hour of the day that may match, or its end, at least. */
function untilHour({ hour: hours }: ParsedFields, local: LocalParts): number {
  const next = hours.find((hour) => Number(hour) > local.hour);
  return next === undefined ? restOfDay(local) : hoursWithin(Number(next) - local.hour);
}

/** Not longer than what is left of a local day, be it some hours shorter than others; at least a quarter. */
function restOfDay({ hour }: LocalParts): number {
  return hoursWithin(24 - hour);
}

/** The clocks may go forward by some hours meanwhile. */
function hoursWithin(hours: number): number {
  return Math.max(QUARTER, (hours - 3) * HOUR);
}

function may(field: readonly (number | string)[], value: number): boolean {
  return field.includes(value) || field.some((each) => typeof each === 'string');
}

interface LocalParts {
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  minute: number;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const formats = new Map<string, Intl.DateTimeFormat>();

function localParts(at: number, timeZone: string): LocalParts {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      weekday: 'short',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    weekday: weekdays.indexOf(parts.weekday ?? ''),
  };
}

const matchers = new Map<string, Matcher>();
/** A server plays the stories of others, so what is kept of them has a bound. */
const KEPT = 200;
const nothing = (): void => undefined;

function matcherOf(expression: string, timeZone: string): Matcher {
  const key = `${timeZone} ${expression}`;
  let matcher = matchers.get(key);
  if (matcher === undefined) {
    const fields = parse(expression);
    const days = [fields.dayOfMonth, fields.month, fields.dayOfWeek];
    const hasWords = days.flat().some((value) => typeof value === 'string');
    const ofDay = expression.trim().split(/\s+/).slice(-3).join(' ');
    matcher = {
      fields,
      known: undefined,
      matchDay: hasWords ? dayMatcher(`* * ${ofDay}`, timeZone) : undefined,
    };
    if (matchers.size === KEPT) matchers.clear();
    matchers.set(key, matcher);
  }
  return matcher;
}

function dayMatcher(expression: string, timezone: string): (date: Date) => boolean {
  // The task is never started: it is its matcher that is wanted.
  const task = createTask(expression, nothing, { timezone });
  void task.destroy();
  return (date) => task.match(date);
}
