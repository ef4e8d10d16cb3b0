/**
 * The moments of a cron expression in a time zone. What matches is said by node-cron, whose matcher is a pure
 * function of the moment; it is asked at those minutes alone that the fields of the expression allow.
 *
 * Where clocks go forward, a time that is left out does not come; where they go back, it comes twice.
 */

import { createTask, type ParsedFields, parse } from 'node-cron';
import { DAY, HOUR, MINUTE, SECOND } from '../../contracts/kit/durations.ts';

interface Matcher {
  fields: ParsedFields;
  match(date: Date): boolean;
  /** The same of the day alone, where its fields have words (last day, second Monday). */
  matchDay: ((date: Date) => boolean) | undefined;
  /** The last find: nothing comes after `after` before `next`, or until `until` where there is none. */
  known: { after: number; until: number; next: number | undefined } | undefined;
}

/** How much is looked at: searches that share one, such as all of a story, end together. */
export interface CronSearch {
  /** The tries left; a search that finds none left gives up. */
  looks: number;
}

/** A moment that node-cron is asked about takes so many times as long as one whose parts are only read. */
const MATCH_LOOKS = 20;
/** Offsets of time zones from UTC are whole quarters of an hour: within one, local minutes simply count on. */
const QUARTER = 15 * MINUTE;
/** No zone has changed its offset by more, not even over the date line. */
const MOST_SHIFTED = 26 * HOUR;

/**
 * The first moment of a cron expression after `after`, up to and including `until`; `undefined` also where nothing of the
 * search is left. Throws an Error of node-cron for what is not an expression.
 */
export function nextCronTime(
  expression: string,
  timeZone: string,
  after: number,
  until: number,
  search: CronSearch = { looks: Number.POSITIVE_INFINITY },
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
  const next = firstAfter(matcher, timeZone, after, until, search);
  if (search.looks > 0) matcher.known = { after, until, next };
  return next;
}

function firstAfter(
  matcher: Matcher,
  timeZone: string,
  after: number,
  until: number,
  search: CronSearch,
): number | undefined {
  const { fields } = matcher;
  let quarter = Math.floor(after / QUARTER) * QUARTER;
  /** The day that was asked about last. */
  let asked: { day: number; matches: boolean } | undefined;
  while (quarter <= until && search.looks > 0) {
    search.looks--;
    const local = localParts(quarter, timeZone);
    if (!allowsDay(fields, local)) {
      quarter += Math.max(restOfDay(local), untilAllowed(fields, local, until - quarter, search));
      continue;
    }
    if (matcher.matchDay && local.day !== asked?.day) {
      search.looks -= MATCH_LOOKS;
      asked = { day: local.day, matches: matcher.matchDay(new Date(quarter)) };
    }
    if (asked?.matches === false) {
      quarter += restOfDay(local);
      continue;
    }
    if (fields.hour.includes(local.hour)) {
      const found = inQuarter(matcher, quarter, local, after, until, search);
      if (found !== undefined) return found;
      quarter += QUARTER;
    } else quarter += untilHour(fields, local);
  }
  return undefined;
}

/** The first moment within a quarter of an hour whose day and hour match. */
function inQuarter(
  { fields, match }: Matcher,
  quarter: number,
  local: LocalParts,
  after: number,
  until: number,
  search: CronSearch,
): number | undefined {
  for (let minute = 0; minute < 15; minute++) {
    if (!fields.minute.includes(local.minute + minute)) continue;
    for (const second of fields.second) {
      const at = quarter + minute * MINUTE + second * SECOND;
      if (at <= after || at > until) continue;
      search.looks -= MATCH_LOOKS;
      if (match(new Date(at))) return at;
    }
  }
  return undefined;
}

/** How long to the next day that the fields allow, at least, be the clocks shifted meanwhile. */
function untilAllowed(fields: ParsedFields, from: LocalParts, most: number, search: CronSearch): number {
  const last = most + MOST_SHIFTED;
  let days = 1;
  while (days * DAY <= last && !allowsDay(fields, dayAfter(from, days))) days++;
  // Reading the parts of a moment takes as long as counting some hundred days.
  search.looks -= Math.floor(days / 100);
  return Math.floor((days * DAY - (from.hour + 1) * HOUR - MOST_SHIFTED) / QUARTER) * QUARTER;
}

function dayAfter({ year, month, day }: LocalParts, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() };
}

function allowsDay(fields: ParsedFields, { month, day, weekday }: Day): boolean {
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

interface Day {
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
}

interface LocalParts extends Day {
  year: number;
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
      year: 'numeric',
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
    year: Number(parts.year),
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
      match: matching(expression, timeZone),
      known: undefined,
      matchDay: hasWords ? matching(`* * ${ofDay}`, timeZone) : undefined,
    };
    if (matchers.size === KEPT) matchers.clear();
    matchers.set(key, matcher);
  }
  return matcher;
}

function matching(expression: string, timezone: string): Matcher['match'] {
  // The task is never started: it is its matcher that is wanted.
  const task = createTask(expression, nothing, { timezone });
  void task.destroy();
  return (date) => task.match(date);
}
