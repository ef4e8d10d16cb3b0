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
  const isKnown =
    known && after >= known.after && (known.next === undefined ? until <= known.until : after < known.next);
  const { next } = isKnown ? known : { next: firstAfter(matcher, timeZone, after, until) };
  if (!isKnown) matcher.known = { after, until, next };
  return next !== undefined && next <= until ? next : undefined;
}

function firstAfter(
  { fields, matchDay }: Matcher,
  timeZone: string,
  after: number,
  until: number,
): number | undefined {
  for (let quarter = Math.floor(after / QUARTER) * QUARTER; quarter <= until; ) {
    const local = localParts(quarter, timeZone);
    if (!allowsDay(fields, local) || matchDay?.(new Date(quarter)) === false) {
      // Not longer than what is left of a local day, be it some hours shorter than others.
      quarter += Math.max(QUARTER, (21 - local.hour) * HOUR);
      continue;
    }
    for (let minute = 0; minute < 15 && fields.hour.includes(local.hour); minute++) {
      if (!fields.minute.includes(local.minute + minute)) continue;
      for (const second of fields.second) {
        const at = quarter + minute * MINUTE + Number(second) * SECOND;
        if (at > after) return at <= until ? at : undefined;
      }
    }
    quarter += QUARTER;
  }
  return undefined;
}

/** Returns whether a day may match: words may mean any. */
function allowsDay(fields: ParsedFields, { month, day, weekday }: LocalParts): boolean {
  const may = (field: readonly (number | string)[], value: number) =>
    field.includes(value) || field.some((each) => typeof each === 'string');
  return may(fields.month, month) && may(fields.dayOfMonth, day) && may(fields.dayOfWeek, weekday);
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
  const numeric = { month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, weekday: 'short', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const { month, day, hour, minute, weekday } = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return {
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    weekday: weekdays.indexOf(weekday ?? ''),
  };
}

const matchers = new Map<string, Matcher>();
/** A server plays the stories of others, so what is kept of them has a bound. */
const KEPT = 200;

function matcherOf(expression: string, timeZone: string): Matcher {
  const key = `${timeZone} ${expression}`;
  let matcher = matchers.get(key);
  if (matcher === undefined) {
    const fields = parse(expression);
    const days = [fields.dayOfMonth, fields.month, fields.dayOfWeek];
    const hasWords = days.flat().some((value) => typeof value === 'string');
    matcher = { fields, known: undefined, matchDay: hasWords ? dayMatcher(expression, timeZone) : undefined };
    if (matchers.size === KEPT) matchers.clear();
    matchers.set(key, matcher);
  }
  return matcher;
}

/** Matches the day of an expression alone, by the matcher of a task that is never started. */
function dayMatcher(expression: string, timezone: string): (date: Date) => boolean {
  const day = expression.trim().split(/\s+/).slice(-3).join(' ');
  const task = createTask(`* * ${day}`, () => undefined, { timezone });
  void task.destroy();
  return (date) => task.match(date);
}
