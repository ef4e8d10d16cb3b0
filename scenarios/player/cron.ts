/**
 * The moments of a cron expression in a time zone: days as node-cron matches them, times of day by the fields that it reads.
 *
 * When clocks go forward, a time that is left out does not come; where they go back, it comes twice.
 */
import { createTask, type ParsedFields, parse } from 'node-cron';
import { MINUTE, SECOND } from '../../contracts/kit/durations.ts';
import { dateAt, endOfDate, startOfDate } from '../../simulator/time/calendar.ts';

interface Matcher {
  fields: ParsedFields;
  isDay(start: Date): boolean;
  localTime: Intl.DateTimeFormat;
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

function firstAfter(matcher: Matcher, timeZone: string, after: number, until: number): number | undefined {
  let date = dateAt(after, timeZone);
  let start = startOfDate(date, timeZone);
  while (start <= until) {
    const end = endOfDate(date, timeZone);
    const from = Math.max(start, Math.floor(after / QUARTER) * QUARTER);
    if (matcher.isDay(new Date(start)))
      for (let quarter = from; quarter < end; quarter += QUARTER) {
        const found = timesIn(quarter, matcher).find((at) => at > after);
        if (found !== undefined) return found <= until ? found : undefined;
      }
    start = end;
    date = dateAt(start, timeZone);
  }
  return undefined;
}

/** The moments within a quarter of an hour, in their order: a field lists its values as they were written. */
function timesIn(quarter: number, { fields, localTime }: Matcher): number[] {
  const [hour, minute] = localTime.format(quarter).split(':').map(Number);
  if (!fields.hour.includes(hour ?? 0)) return [];
  const within = fields.minute.map((each) => Number(each) - (minute ?? 0));
  return within
    .filter((minutes) => minutes >= 0 && minutes < 15)
    .flatMap((minutes) => fields.second.map((each) => quarter + minutes * MINUTE + Number(each) * SECOND))
    .toSorted((one, other) => one - other);
}

const matchers = new Map<string, Matcher>();
/** A server plays the stories of others, so what is kept of them has a bound. */
const KEPT = 200;

function matcherOf(expression: string, timezone: string): Matcher {
  const key = `${timezone} ${expression}`;
  const known = matchers.get(key);
  if (known) return known;
  const fields = parse(expression);
  // A task that is never started.
  const task = createTask(`* * ${fields.dayOfMonth} ${fields.month} ${fields.dayOfWeek}`, () => undefined, {
    timezone,
  });
  void task.destroy();
  const shown = { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const localTime = new Intl.DateTimeFormat('en-GB', shown);
  const matcher: Matcher = { fields, isDay: (start) => task.match(start), localTime, known: undefined };
  if (matchers.size === KEPT) matchers.clear();
  matchers.set(key, matcher);
  return matcher;
}
