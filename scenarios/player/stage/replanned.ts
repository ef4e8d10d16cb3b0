/** The rest of a plan of reports, driven otherwise from a moment on: faster, towed away, stopped or without a signal. */

import type { PlannedReports } from '../../../simulator/fleet/locations/itinerary.ts';
import type { EpochMs, LocationReport } from '../../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import { distanceBetween } from '../../motion/geodesy.ts';

/** How a vehicle drives its own way: towed, or faster by so many km/h. */
interface Otherwise {
  towed?: boolean;
  above?: number;
}

/** The vehicles as injections act on them. `forMs`: until it drives otherwise again. */
export interface InjectedVehicles {
  drive(device: number, how: Otherwise, forMs: number): void;
  stop(device: number): void;
  loseSignal(device: number, forMs: number, buffered: boolean): void;
}

interface Replanning {
  from: EpochMs;
  /** From here on it is driven as it was planned, but sooner. */
  until: EpochMs;
  /** km/h, by those that were planned; the same for what is not to be changed. */
  speedOf: (planned: number) => number;
}

const KMH = 3.6;
const HOUR_PER_KM = 3_600;

/** The same way in other times. A stop whose speed is changed is left out. */
function drivenOtherwise(
  { reports, next }: Pick<PlannedReports, 'reports' | 'next'>,
  { from, until, speedOf }: Replanning,
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

/** km/h: a recorded drive is towed at no less, and who is slower than the second does not speed. */
const TOWED = 30;
const CREEPING = 5;

/** Vehicles that drive along a recording, as far as that is not over. */
export function recordedVehicles({ fleet: { locations }, timeline }: PluginWorld): InjectedVehicles {
  return {
    drive(device, { above = 0, towed = false }, forMs) {
      const planned = locations.planned(device);
      if (planned === undefined || (above === 0 && !towed)) return;
      const { now } = timeline;
      const speedOf = (speed: number) =>
        towed ? Math.max(speed, TOWED) : speed < CREEPING ? speed : speed + above;
      locations.replan(device, drivenOtherwise(planned, { from: now, until: now + forMs, speedOf }));
    },
    stop(device) {
      const { reports = [], next = 0 } = locations.planned(device) ?? {};
      const last = reports[next - 1] ?? reports[next];
      if (last === undefined) return;
      locations.replan(device, [{ ...last, deviceTime: timeline.now, speed: 0, ignition: false }]);
    },
    loseSignal(device, forMs, buffered) {
      const { now } = timeline;
      if (buffered) locations.hold(device, now + forMs);
      const { reports = [], next = 0 } = locations.planned(device) ?? {};
      if (!buffered) locations.replan(device, reports.slice(next), [now, now + forMs]);
    },
  };
}
