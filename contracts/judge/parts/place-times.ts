/**
 * The own times of locations, as far as a deployment shows them. How it writes them is seen at locations that nothing is
 * known of: only where it writes these alike can one be of another time than the one that was sent.
 */
import { HOUR, MINUTE, SECOND } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { SingleEvent } from '../event.ts';

/** The newest location that was posted from a place. */
interface Post {
  readonly time: EpochMs;
  readonly past?: 'ordinary' | 'known' | undefined;
  readonly again: boolean;
  /** Tells whether it certainly became the last. */
  readonly isCertain: boolean;
}

export interface Times {
  readonly posts: { readonly [place: string]: Post };
  /** How far the times that were shown last lay from those that were sent: one for each location. */
  readonly off: readonly number[];
  /** The time that was shown last. */
  readonly shown?: EpochMs;
}

export const NO_TIMES: Times = { posts: {}, off: [] };

/** So much a store cuts off a time. */
const CUT_OFF = 2 * SECOND;
/** Some keep no more than the minute. */
const ROUNDED = MINUTE + CUT_OFF;
/** Zones are apart by so much, or a multiple of it; and the times of one zone by so much at most. */
const ZONE_STEP = 15 * MINUTE;
const ZONES = 26 * HOUR;
const SUMMER = 2 * HOUR;

type Located = Extract<SingleEvent, { kind: 'located' }>;
type Last = Extract<SingleEvent, { kind: 'last' }>;

export function timesAfterPost(
  times: Times,
  { place, time, past, again = false }: Located,
  isCertain: boolean,
): Times {
  if (time === undefined) return times;
  return { ...times, posts: { ...times.posts, [place]: { time, past, again, isCertain } } };
}

export function timesAfterLook(times: Times, { place = '', time }: Last): Times {
  const post = times.posts[place];
  if (time === undefined || !post) return times;
  const isUsual = post.past !== 'known' && !post.again && times.shown !== time;
  return { ...times, shown: time, off: isUsual ? [...times.off, time - post.time].slice(-2) : times.off };
}

/** Returns whether a location is shown with another time than the one that was sent with it. */
export function isOfAnotherTime({ posts, off, shown }: Times, { place = '', time }: Last): boolean {
  const post = posts[place];
  const [one, other] = off;
  if (time === undefined || !post?.isCertain || one === undefined || other === undefined) return false;
  if (Math.abs(one - other) > CUT_OFF || Math.abs(other) > ZONES) return false;
  const apart = Math.abs(time - post.time - other);
  if (apart <= ROUNDED) return false;
  // As before, though it stayed there for some minutes since.
  if (post.again) return time === shown;
  if (post.past !== 'known') return false;
  const rest = apart % ZONE_STEP;
  const isSummer = apart <= SUMMER + ROUNDED && Math.min(rest, ZONE_STEP - rest) <= ROUNDED;
  return !isSummer;
}
