/**
 * The story's time on the deployment's clock. Every time of the story is moved by the same span, so that
 * intervals, and with them speeds and distances, stay as they are.
 */

import { DAY } from '../../contracts/kit/durations.ts';

/**
 * For a deployment in real time: what is played last happens when it is sent, and nothing is ever in the
 * deployment's future, however fast it is played.
 *
 * @param story the moments that are played, ms since 1970 UTC
 * @param now the deployment's time at the beginning
 * @param speed simulated seconds per real second
 */
export function movedToReal(
  story: { start: number; end: number },
  now: number,
  speed: number | 'max',
): number {
  const lasts = speed === 'max' ? 0 : (story.end - story.start) / speed;
  return Math.round(now + lasts - story.end);
}

/**
 * For a deployment whose clock can be brought forward: to the story's own times where these are still to come,
 * otherwise by whole days, so that every hour of the day stays what it is.
 */
export function movedToClock(start: number, now: number): number {
  return start >= now ? 0 : Math.ceil((now - start) / DAY) * DAY;
}

/** A calendar date moved by the days that are nearest to a span. */
export function movedDate(date: string, moved: number): string {
  const days = Math.round(moved / DAY);
  return days === 0
    ? date
    : new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
