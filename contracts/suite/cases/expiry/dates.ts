/**
 * Dates that leave no doubt. At which instant of its date a device expires, and in which time zone,
 * is open (`expiry.instant`): from the start of the date furthest east to its end furthest west. What
 * is set lies ahead of that by more than a day and a half, and what is looked at behind it as far.
 */
import { DAY, HOUR } from '../../../kit/durations.ts';
import type { EpochMs } from '../../../profile/facts.ts';

/** A date, and the moment from which on it has certainly been reached. */
export interface Deadline {
  /** YYYY-MM-DD. */
  date: string;
  reachedBy: EpochMs;
}

/** A date so many days from now in UTC. */
export function dateIn(now: EpochMs, days: number): Deadline {
  const start = startOfDay(now) + days * DAY;
  return { date: new Date(start).toISOString().slice(0, 10), reachedBy: start + 72 * HOUR };
}

/** The nearest date that lies ahead without doubt. */
export const SOON = 4;
/** Behind every doubt, whatever time zone. */
export const LONG_PAST = -10;
/** Beyond everything that a run brings about. */
export const FAR_AHEAD = 400;

function startOfDay(now: EpochMs): EpochMs {
  return Math.floor(now / DAY) * DAY;
}
