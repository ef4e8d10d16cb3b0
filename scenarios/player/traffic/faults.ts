/** The faults that devices have at the moment, and what becomes of their reports. */
import { mix, shareOf } from '../../../contracts/kit/random.ts';
import {
  type DeviceFaults,
  type FaultKind,
  type FaultyReport,
  faultKinds,
  faultRows,
  kindsIn,
} from '../../device-faults/index.ts';
import type { Road, SensorValues } from './road.ts';
import { flags } from './vehicles.ts';

export const FAULT_ENDS = 'traffic-fault';

/** The faults that are named take the place of those of the same kind; without `forMs` they last until they are ended. */
export function setFaults(road: Road, v: number, faults: DeviceFaults, forMs: number | null): void {
  const { timeline } = road.world;
  for (const kind of kindsIn(faults)) {
    endFault(road, v, kind);
    const sequence = forMs === null ? null : timeline.schedule(timeline.now + forMs, FAULT_ENDS, { v, kind });
    const others = road.state.faults[v];
    road.state.faults[v] = { ...others, [kind]: { value: { [kind]: faults[kind] }, first: {}, sequence } };
    road.vehicles.flag(v, flags.faulty, true);
  }
}

export function endFaults(road: Road, v: number): void {
  for (const kind of kindsIn(road.state.faults[v] ?? {})) endFault(road, v, kind);
}

/** Ends a fault, if there is one of this kind, and takes its end off the timeline. */
export function endFault({ state, world, vehicles }: Road, v: number, kind: FaultKind): void {
  const { [kind]: ended, ...others } = state.faults[v] ?? {};
  if (ended === undefined) return;
  if (ended.sequence !== null) world.timeline.cancel(ended.sequence);
  state.faults[v] = others;
  if (kindsIn(others).length > 0) return;
  delete state.faults[v];
  vehicles.flag(v, flags.faulty, false);
}

/** Returns whether it reports nothing. */
export function isMute({ state }: Road, v: number): boolean {
  return state.faults[v]?.position?.value.position === 'none';
}

/** Distorts a report of this moment by all faults of its vehicle. */
export function distorted(road: Road, v: number, numbers: Float64Array, sensors: SensorValues): FaultyReport {
  const report: FaultyReport = {
    numbers,
    sensors: { ...sensors },
    facts: {},
    first: {},
    copies: 1,
    chance: chanceOf(road, v),
  };
  for (const kind of faultKinds) {
    const fault = road.state.faults[v]?.[kind];
    if (fault === undefined) continue;
    report.first = fault.first;
    distortBy(kind, report, fault.value);
  }
  return report;
}

/** Reports in the order of their times, in that in which they are sent; `undefined` where no fault says one. */
export function arranged<Report>(road: Road, v: number, reports: readonly Report[]): Report[] | undefined {
  const { uploadOrder } = road.state.faults[v]?.uploadOrder?.value ?? {};
  if (uploadOrder === undefined) return undefined;
  return faultRows.uploadOrder.arrange?.(reports, uploadOrder, chanceOf(road, v));
}

function chanceOf({ story, world }: Road, v: number): FaultyReport['chance'] {
  const moment = mix(story.clock.seed, v, world.timeline.now % 2 ** 31);
  return (number) => shareOf(mix(moment, v, number));
}

function distortBy<K extends FaultKind>(kind: K, report: FaultyReport, faults: DeviceFaults): void {
  const value = faults[kind];
  if (value !== undefined) faultRows[kind].distort?.(report, value);
}
