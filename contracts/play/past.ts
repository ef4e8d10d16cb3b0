/** Moments of the past at which reports are known to be kept otherwise than they were sent (`dangers/reports.ts`). */

import type { Deployment } from '../deployment/deployment.ts';
import { dayEndAfter } from '../deployment/reading/dates.ts';
import { DAY } from '../kit/durations.ts';
import type { EpochMs } from '../profile/facts.ts';
import { type ReportTime, reportTimes } from '../specification/dangers/reports.ts';

export interface PastMoment {
  readonly time: EpochMs;
  /** Shows whether reports of that age are taken, and how the deployment writes their times. */
  readonly isOrdinary: boolean;
}

/** Moments that nothing is known of come before the others, so many days apart. */
const APART = 9.3 * DAY;
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
    ...Array.from({ length: ORDINARY }, (_, place) => first - APART * (place + 1)),
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
