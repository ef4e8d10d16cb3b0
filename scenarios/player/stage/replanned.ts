/** The rest of a plan of reports, driven otherwise from a moment on: faster, towed away, or not to its end. */

import type { PlannedReports } from '../../../simulator/fleet/locations/itinerary.ts';
import type { EpochMs, LocationReport } from '../../../simulator/fleet/types.ts';
import { distanceBetween } from '../../motion/geodesy.ts';

export interface Otherwise {
  from: EpochMs;
  /** From here on it is driven as it was planned, but sooner. */
  until: EpochMs;
  /** km/h, by those that were planned; the same for what is not to be changed. */
  speedOf: (planned: number) => number;
}

const KMH = 3.6;
const HOUR_PER_KM = 3_600;

/** The same way in other times. A stop whose speed is changed is left out. */
export function drivenOtherwise(
  { reports, next }: Pick<PlannedReports, 'reports' | 'next'>,
  { from, until, speedOf }: Otherwise,
): LocationReport[] {
  let at = from;
  return reports.slice(next).map((report, index) => {
    const before = reports[next + index - 1];
    const begun = before?.deviceTime ?? from;
    const whole = Math.max(1, report.deviceTime - begun);
    const left = report.deviceTime - Math.max(begun, Math.min(from, report.deviceTime));
    const metres = before === undefined ? 0 : (distanceBetween(before, report) * left) / whole;
    const planned = left > 0 ? (metres / left) * 1000 * KMH : 0;
    const speed = at < until ? speedOf(planned) : planned;
    at += speed === planned ? left : metres < 1 ? 1 : (metres * HOUR_PER_KM) / speed;
    const deviceTime = Math.round(at);
    return speed === planned ? { ...report, deviceTime } : { ...report, deviceTime, speed };
  });
}

/** The reports before a moment; then the vehicle is parked for good where it is. */
export function parkedAt(reports: readonly LocationReport[], moment: EpochMs): LocationReport[] {
  const driven = reports.filter(({ deviceTime }) => deviceTime < moment);
  const last = driven.at(-1) ?? reports[0];
  return last === undefined ? [] : [...driven, { ...last, deviceTime: moment, speed: 0, ignition: false }];
}
