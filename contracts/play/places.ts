/** Places that devices report from, and moments: how positions are read and compared, the roads of a run, and moments of the past. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { sampledPlace } from '../deployment/probing/posts.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import { dayEndAfter } from '../deployment/reading/dates.ts';
import { DAY } from '../kit/durations.ts';
import type { AnyId, EpochMs, Facts } from '../profile/facts.ts';
import { type ReportTime, reportTimes } from '../specification/dangers/reports.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** The last location of a device; no place where the answer shows none. */
interface Located {
  answer: Answer;
  facts: Facts<'location', AnyId>;
  place: Place | undefined;
}

/** Stores round, and convert units on the way: some ten metres. */
const SAME_PLACE = 1e-4;
/** So near to a pole no longitude shows anything. */
const POLAR = 90 - SAME_PLACE;

export async function lastLocation(deployment: Deployment, id: AnyId): Promise<Located> {
  const answer = await deployment.call('lastLocation', { id });
  const { facts } = deployment.lens.reply('location').read(contentOf(answer));
  const { latitude, longitude } = facts;
  const known = typeof latitude === 'number' && typeof longitude === 'number';
  return { answer, facts, place: known ? { latitude, longitude } : undefined };
}

export function isAt(one: Place | undefined, other: Place | undefined): boolean {
  if (!one || !other || !isOnEarth(one) || !isOnEarth(other)) return false;
  if (Math.abs(one.latitude - other.latitude) > SAME_PLACE) return false;
  const apart = Math.abs(one.longitude - other.longitude) % 360;
  return Math.abs(other.latitude) >= POLAR || Math.min(apart, 360 - apart) <= SAME_PLACE;
}

/** Returns whether a place was rounded to two or three decimals: with how many it is kept is open. */
export function isRounded(kept: Place | undefined, { latitude, longitude }: Place): boolean {
  return [100, 1_000].some((parts) => {
    const round = (degrees: number) => Math.round(degrees * parts) / parts;
    return kept?.latitude === round(latitude) && kept.longitude === round(longitude);
  });
}

/** Longitudes count from -180 to 180, or from 0 to 360. */
function isOnEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

/**
 * Half a kilometre and more: far enough to be distinguished, near enough to be driven in half a minute or so. Rounded to
 * two decimals no place is the one before it.
 */
const STEP = 0.006;
/** Roads side by side, in degrees, and not on the roads themselves. */
const APART = 0.02;
const BETWEEN = 0.4;
/** So many roads lie a degree apart in a row. */
const ROADS = 60;

/** The starts of the first two roads; one of each is drawn. */
const starts: readonly (readonly Place[])[] = [
  // South over the equator, west of Greenwich: the latitude is 0 at the second place.
  [-90.966, -155.2, -60.672, -0.5].map((longitude) => ({ latitude: 2 * STEP, longitude })),
  // Far from the other one: in the south and east, where no longitude is a latitude, on Greenwich, or near a pole.
  [
    { latitude: -33.868, longitude: 151.209 },
    { latitude: -36.848, longitude: 174.763 },
    { latitude: -6.175, longitude: 106.827 },
    { latitude: 5.65, longitude: 0 },
    { latitude: 82.501, longitude: 62.348 },
  ],
];

/** The road of a device of which no other client posts locations: where the profile has a sample, near its place. */
export function roadOf({ profile, chance }: Deployment, number: number): Place {
  if (profile.samples?.location?.latitude !== undefined) return besides(sampledPlace(profile), number);
  const drawn = starts[number - 1];
  if (drawn) return chance.pick(`road ${number}`, drawn);
  return { latitude: 48 - Math.floor(number / ROADS), longitude: 12 + (number % ROADS) };
}

/** The road of a device that was somewhere before, or may be there only. */
export function besides({ latitude, longitude }: Place, number: number): Place {
  return { latitude, longitude: rounded(longitude + APART * (number + BETWEEN)) };
}

/** So many steps along a road: south, as far as that goes. */
export function along({ latitude, longitude }: Place, steps: number): Place {
  return { latitude: rounded(latitude + (latitude > -89 ? -STEP : STEP) * steps), longitude };
}

/** Beside a road. */
export function aside({ latitude, longitude }: Place, steps: number): Place {
  return { latitude, longitude: rounded(longitude + STEP * steps) };
}

/** Without the dust of sums: 0 is 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

/** A moment of the past; reports of some are known to be kept otherwise than they were sent (`dangers/reports.ts`). */
interface PastMoment {
  readonly time: EpochMs;
  /** Shows whether reports of that age are taken, and how the deployment writes their times. */
  readonly isOrdinary: boolean;
}

/** Moments that nothing is known of come before the others, so many days apart. */
const DAYS_APART = 9.3 * DAY;
const ORDINARY = 2;

/** So many there are. */
export const MOMENTS = ORDINARY + reportTimes.length;

/** All of them in their order, before `until`: the end of a month may be that of a year. */
export function pastMoments(deployment: Deployment, until: EpochMs): PastMoment[] {
  const year = new Date(until).getUTCFullYear();
  const anchors: { [O in ReportTime['of']]: EpochMs } = {
    'leap day': lastLeapDay(year, until),
    year: Date.UTC(year, 0),
    month: Date.UTC(year, new Date(until).getUTCMonth()),
    day: dayEndAfter(deployment, until - DAY) ?? Math.floor(until / DAY) * DAY,
  };
  const first = Math.min(...Object.values(anchors));
  const times = [
    ...reportTimes.map(({ of, after }) => anchors[of] + after),
    ...Array.from({ length: ORDINARY }, (_, place) => first - DAYS_APART * (place + 1)),
  ];
  return [...new Set(times)]
    .filter((time) => time < until)
    .sort((one, other) => one - other)
    .map((time, place) => ({ time, isOrdinary: place < ORDINARY }));
}

/** The last 29 February before that moment. */
function lastLeapDay(year: number, until: EpochMs): EpochMs {
  for (let one = year; ; one--) {
    const day = Date.UTC(one, 1, 29);
    if (new Date(day).getUTCMonth() === 1 && day + DAY < until) return day;
  }
}
