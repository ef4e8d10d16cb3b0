/** Moments and steps as people write them in code: the words of the control API beside numbers and dates. */
import { DAY, isoDuration, parseSpan } from '../../contracts/kit/durations.ts';
import { checkOptions } from '../../contracts/kit/option-names.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { parseDuration, parseInstant } from './calendar.ts';
import { ClockError } from './errors.ts';
import type { EpochMs } from './timeline.ts';

/** Milliseconds since 1970 UTC, ISO 8601 with `Z` or an offset, or a `Date`. */
export type Moment = EpochMs | string | Date;

/** How far an advance goes: to a moment, or by an ISO 8601 duration such as `PT90M`. */
export type Step = Moment | { readonly to: Moment } | { readonly by: string };

/** Throws `TIME_INVALID`. A number that is no moment is refused where the clock is set to it. */
export function instantOf(moment: Moment): EpochMs {
  if (typeof moment === 'number') return moment;
  if (typeof moment === 'string') return parseInstant(moment);
  const instant = moment instanceof Date ? moment.getTime() : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new ClockError('TIME_INVALID', `${quoted(moment)} is not a valid instant.`, {
    hint: 'Give milliseconds since 1970, a valid Date, or a text such as 2026-01-05T08:00:00Z.',
  });
}

/** The same for a text that may be none: then `undefined`. */
export function instantIn(text: string): EpochMs | undefined {
  try {
    return parseInstant(text);
  } catch (error) {
    if (error instanceof ClockError) return undefined;
    throw error;
  }
}

/** End of a step from a moment. Throws `TIME_INVALID`, `DURATION_INVALID`. */
export function endOf(step: Step, now: EpochMs): EpochMs {
  if (typeof step === 'string' && parseSpan(step) !== undefined) throw isSpan(`${quoted(step)} is`, step);
  if (typeof step === 'number' && step >= 0 && step < Math.min(now, SHORT))
    throw isSpan(`${step} milliseconds are`, isoDuration(step));
  if (typeof step !== 'object' || step === null || step instanceof Date) return instantOf(step);
  const given: { by?: string; to?: Moment } = step;
  checkOptions(given, { by: true, to: true }, 'an advance');
  const { by, to } = given;
  if (by !== undefined && to === undefined) return now + parseDuration(by);
  if (to !== undefined && by === undefined) return instantOf(to);
  throw new ClockError('TIME_INVALID', 'An advance needs either by or to.', {
    hint: "Give { by: 'PT90M' } or { to: '2026-01-06T00:00:00Z' }.",
  });
}

/** No clock of a simulator is set to the first ten years of the count, but many a duration is as short. */
const SHORT = 3_653 * DAY;

function isSpan(what: string, by: string): ClockError {
  return new ClockError('TIME_BACKWARDS', `${what} a duration, and no moment that the clock could go to.`, {
    hint: `To go forward by it, give { by: '${by}' }.`,
  });
}
