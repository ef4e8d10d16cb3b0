/**
 * Dates that leave no doubt. At which instant of its date a device expires, and in which time zone,
 * is open (`expiry.instant`): from the start of the date furthest east to its end furthest west. What
 * is set lies ahead of that by more than a day and a half, and what is looked at behind it as far.
 */
import type { EpochMs } from '../../../profile/core.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A date, the moment until which it has certainly not been reached, and the one from which on it has. */
export interface Deadline {
  /** YYYY-MM-DD. */
  date: string;
  notBefore: EpochMs;
  reachedBy: EpochMs;
}

/** A date so many days from now in UTC. */
export function dateIn(now: EpochMs, days: number): Deadline {
  const start = Math.floor(now / DAY) * DAY + days * DAY;
  return {
    date: new Date(start).toISOString().slice(0, 10),
    notBefore: start - 24 * HOUR,
    reachedBy: start + 72 * HOUR,
  };
}

/** The nearest date that lies ahead without doubt. */
export const SOON = 4;
/** From one such date to the next whose span of doubt does not touch the first one's. */
export const APART = 6;
/** Behind every doubt, whatever time zone. */
export const LONG_PAST = -10;
/** Beyond everything that a run brings about. */
export const FAR_AHEAD = 400;
