/**
 * When devices report: in waves, a stretch of neighbours at a time. A wave has one event on the timeline, for
 * the first of its devices that is due; neighbours keep to the same beat, so that mostly all of them are. The
 * beats of waves are spread over the interval.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { FleetPart, ReportIntervals } from '../../language/terms.ts';
import type { Road, Wave } from './road.ts';

export const WAVE = 'traffic-wave';
/** The most devices of a wave: its event takes a fraction of a millisecond. */
const LARGEST = 512;
/** Into how many waves a part is cut where none becomes too large. */
const WAVES = 64;
/** In the first so many milliseconds every device reports its position. */
const FIRST = 1_000;

/** Puts the devices of a part into waves; all of them report in the first second. */
export function beginWaves(road: Road, { first, count, report }: FleetPart): void {
  const { now } = road.world.timeline;
  const size = Math.min(LARGEST, Math.max(1, Math.ceil(count / WAVES)));
  const waves = Math.ceil(count / size);
  for (let wave = 0; wave < waves; wave++) {
    const from = first - 1 + wave * size;
    const among = Math.min(size, first - 1 + count - from);
    const origin = now + Math.round((report.moving * wave) / waves);
    const number = addWave(road, from, report, { count: among, origin });
    road.vehicles.dueAt.fill(now + Math.round((FIRST * wave) / waves), from, from + among);
    scheduleWave(road, number);
  }
}

/** Adds a wave, by default of one device that is not due yet; returns its number. */
export function addWave(
  road: Road,
  first: number,
  intervals: ReportIntervals,
  { count = 1, origin = road.world.timeline.now }: { count?: number; origin?: number } = {},
): number {
  const { waves } = road.state;
  waves.push({ first, count, origin, intervals, at: null, sequence: 0 });
  assignWaves(road, waves.length - 1);
  return waves.length - 1;
}

/** Notes which wave each device belongs to, of the waves from a number on. */
export function assignWaves(road: Road, from: number): void {
  for (const [place, { first, count }] of road.state.waves.slice(from).entries()) {
    road.waveOf = grown(road.waveOf, first + count, -1);
    road.waveOf.fill(from + place, first, first + count);
  }
}

/** Returns whether a vehicle reports at all. */
export function isOnRoad({ waveOf, vehicles }: Road, v: number): boolean {
  return (waveOf[v] ?? -1) >= 0 && v < vehicles.count;
}

export function waveOf({ state, waveOf }: Road, v: number): Wave {
  return itemAt(state.waves, waveOf[v] ?? 0);
}

/** The next beat of an interval after a moment. */
export function beatAfter(road: Road, v: number, after: number, interval: number): number {
  const { origin } = waveOf(road, v);
  return origin + (Math.floor((after - origin) / interval) + 1) * interval;
}

/** A device is due by a moment, if not earlier. */
export function dueBy(road: Road, v: number, at: number): void {
  const { dueAt } = road.vehicles;
  if (at >= (dueAt[v] ?? 0)) return;
  dueAt[v] = at;
  const wave = waveOf(road, v);
  if (wave.at !== null && at >= wave.at) return;
  if (wave.at !== null) road.world.timeline.cancel(wave.sequence);
  putWave(road, road.waveOf[v] ?? 0, at);
}

/** A vehicle has changed what it does: its next report comes as soon as that of one that moves. */
export function dueSoon(road: Road, v: number): void {
  const { now } = road.world.timeline;
  const { moving, atFixes } = waveOf(road, v).intervals;
  dueBy(road, v, atFixes ? now : beatAfter(road, v, now, moving));
}

/** Puts the event of a wave on the timeline, at the first moment at which a device of it is due. */
export function scheduleWave(road: Road, number: number): void {
  const { dueAt } = road.vehicles;
  const wave = itemAt(road.state.waves, number);
  let next = Number.POSITIVE_INFINITY;
  for (let v = wave.first; v < wave.first + wave.count; v++) if ((dueAt[v] ?? 0) < next) next = dueAt[v] ?? 0;
  if (next < Number.POSITIVE_INFINITY) putWave(road, number, next);
  else wave.at = null;
}

function putWave({ world, state }: Road, number: number, at: number): void {
  const wave = itemAt(state.waves, number);
  wave.at = at;
  wave.sequence = world.timeline.schedule(at, WAVE, { wave: number });
}
