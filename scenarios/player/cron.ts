/**
 * The moments of a cron expression in a time zone. What matches is said by node-cron, whose matcher is a pure
 * function of the moment; it is asked at those minutes alone that the fields of the expression allow.
 *
 * Where clocks go forward, a time that is left out does not come; where they go back, it comes twice.
 */

import { createTask, type ParsedFields, parse } from 'node-cron';
import { MINUTE, SECOND } from '../../contracts/kit/durations.ts';

interface Matcher {
  fields: ParsedFields;
  match(date: Date): boolean;
}

/** Offsets of time zones from UTC are whole quarters of an hour: within one, local minutes simply count on. */
const QUARTER = 15 * MINUTE;

/**
 * The first moment of a cron expression after `after`, up to and including `until`. Throws an Error of
 * node-cron for what is not an expression.
 */
export function nextCronTime(
  expression: string,
  timeZone: string,
  after: number,
  until: number,
): number | undefined {
  const matcher = matcherOf(expression, timeZone);
  const seconds = matcher.fields.second;
  const first = Math.floor(after / QUARTER) * QUARTER;
  let next = first;
  for (let quarter = first; quarter <= until; quarter = next) {
    const local = localParts(quarter, timeZone);
    next = quarter + (allowsDay(matcher.fields, local) ? QUARTER : restOfDay(local));
    if (!allows(matcher.fields, local)) continue;
    for (let minute = 0; minute < 15; minute++) {
      if (!matcher.fields.minute.includes(local.minute + minute)) continue;
      for (const second of seconds) {
        const at = quarter + minute * MINUTE + second * SECOND;
        if (at <= after || at > until) continue;
        if (matcher.match(new Date(at))) return at;
      }
    }
  }
  return undefined;
}

/** Whether something in this quarter of an hour can match. Fields in words (last day, second Monday) may. */
function allows(fields: ParsedFields, local: LocalParts): boolean {
  return may(fields.hour, local.hour) && allowsDay(fields, local);
}

function allowsDay(fields: ParsedFields, { month, day, weekday }: LocalParts): boolean {
  return may(fields.month, month) && may(fields.dayOfMonth, day) && may(fields.dayOfWeek, weekday);
}

/** Not longer than what is left of a local day, be it an hour or two shorter than others; at least a quarter. */
function restOfDay({ hour }: LocalParts): number {
  return Math.max(QUARTER, (21 - hour) * 4 * QUARTER);
}

function may(field: readonly (number | string)[], value: number): boolean {
  return field.includes(value) || field.some((each) => typeof each === 'string');
}

interface LocalParts {
  month: number;
  day: number;
  hour: number;
  minute: number;
  /** 0 is Sunday. */
  weekday: number;
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
    // The task is never started: it is its matcher that is wanted.
    const task = createTask(expression, nothing, { timezone: timeZone });
    matcher = { fields, match: (date) => task.match(date) };
    void task.destroy();
    if (matchers.size === KEPT) matchers.clear();
    matchers.set(key, matcher);
  }
  return matcher;
}
