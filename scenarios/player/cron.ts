/**
 * The moments of a cron expression in a time zone. When clocks go forward, a time that is left out does not come; where they go
 * back, it comes twice. So the library is asked on clocks that never change, from one change of the zone's to the next.
 */
import { Cron } from 'croner';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import { getTimeZoneTransition, offsetNanoseconds } from 'temporal-polyfill/fns/ZonedDateTime';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { plural } from '../../contracts/kit/phrases.ts';

/** A server plays the stories of others, so what is kept of them has a bound. */
const KEPT = 200;
/** By zone and expression, with the last find: nothing comes after `after` before `next`. */
const known = new Map<string, { cron: Cron; after: number; next: number }>();

/** The first moment of a cron expression after `after`; `undefined` for none. Throws for what is no expression. */
export function nextCronTime(expression: string, timeZone: string, after: number): number | undefined {
  const key = `${timeZone} ${expression}`;
  let found = known.get(key);
  // Entries that say the same ask the same.
  if (!found || after < found.after || after >= found.next) {
    const cron = found?.cron ?? cronOf(expression);
    found = { cron, after, next: firstAfter(cron, timeZone, after) };
    if (known.size === KEPT && !known.has(key)) known.clear();
    known.set(key, found);
  }
  return Number.isFinite(found.next) ? found.next : undefined;
}

/** Why an expression is none of which a moment comes once a story has begun. */
export function whyNoCron(
  expression: string,
  { start, timeZone }: { start: number; timeZone: string },
): string | undefined {
  try {
    return nextCronTime(expression, timeZone, start - 1) === undefined ? 'it names no moment' : undefined;
  } catch (error) {
    return errorFacts(error).message.replace(/^CronPattern: |\.$/g, '');
  }
}

/** A day and a weekday have both to hold. */
function cronOf(expression: string): Cron {
  const fields = expression.trim().split(/\s+/).length;
  if (!expression.startsWith('@') && fields !== 5 && fields !== 6)
    throw new RangeError(`it has ${plural(fields, 'field')} in place of 5 or 6`);
  return new Cron(expression, { domAndDow: true, utcOffset: 0, paused: true });
}

function firstAfter(cron: Cron, timeZone: string, after: number): number {
  for (let from = after + 1; ; ) {
    const zoned = toZonedDateTimeISO(fromEpochMilliseconds(from), timeZone);
    const offset = offsetNanoseconds(zoned) / 1e6;
    const changes = getTimeZoneTransition(zoned, 'next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    const local = cron.nextRun(new Date(from + offset - 1));
    if (local === null) return Number.POSITIVE_INFINITY;
    const at = local.getTime() - offset;
    if (at < changes) return at;
    from = changes;
  }
}
