/**
 * Looks at the conditions of a story with each report. Whether one holds for a device is kept in a byte: it fires
 * when that turns true (of `leaves`, when its device is no longer inside). One that is awaited from a later moment on
 * counts as not holding before, so that it fires with the first report from then on where it holds already.
 *
 * Most reports need not even look at the fences, because the vehicle cannot have come to one since they were last
 * looked at.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { numbered } from '../../../simulator/fleet/locations/row.ts';
import type { VehicleReport } from '../../facts/conditions.ts';
import { locate } from './positions.ts';
import type { Road, SensorValues } from './road.ts';
import { flags } from './vehicles.ts';
import { isAbout } from './watching.ts';

/** km/h under which a vehicle counts as stationary. */
const PARKED_BELOW = 1;

/** Takes note of the fences in which a vehicle is at the beginning: it did not enter them. */
export function watchFromHere(road: Road, v: number, now: number): void {
  if (!road.watching.concerns(v)) return;
  road.vehicles.flag(v, flags.watched, true);
  if (road.vehicles.is(v, flags.nowhere)) return;
  const { latitude, longitude, odometer } = locate(road, v, now);
  lookAtFences(road, v, latitude, longitude, odometer);
  road.seen = [];
}

/** Looks at a report of a vehicle (see `numbered`), with the values of its sensors. */
export function look(
  road: Road,
  v: number,
  now: number,
  numbers: Float64Array,
  sensors: SensorValues | undefined,
): void {
  const { vehicles: c, watching } = road;
  if (c.is(v, flags.lost) || !c.is(v, flags.watched)) return;
  const latitude = numbers[numbered.latitude] ?? 0;
  const longitude = numbers[numbered.longitude] ?? 0;
  const odometer = (numbers[numbered.odometer] ?? 0) * 1000;
  if (watching.crossings.length > 0 && odometer + mayBeOff(road, v) >= (c.fenceAhead[v] ?? 0))
    lookAtFences(road, v, latitude, longitude, odometer);
  if (watching.held.length > 0) lookAtHeld(road, v, now, numbers, sensors);
}

function lookAtHeld(
  road: Road,
  v: number,
  now: number,
  numbers: Float64Array,
  sensors: SensorValues | undefined,
): void {
  const { vehicles: c } = road;
  const { crossings, held, areas, sites } = road.watching;
  const latitude = numbers[numbered.latitude] ?? 0;
  const longitude = numbers[numbered.longitude] ?? 0;
  const speed = numbers[numbered.speed] ?? 0;
  if (speed >= PARKED_BELOW) c.stillSince[v] = Number.NaN;
  else if (Number.isNaN(c.stillSince[v] ?? 0)) c.stillSince[v] = now;
  const report: VehicleReport = {
    speed,
    stillFor: now - (c.stillSince[v] ?? 0),
    hasArrived: c.is(v, flags.arrived),
    sensor: (name) => sensors?.[name],
    isWithin: (site) => areas.holds(sites.indexOf(site), latitude, longitude),
  };
  for (let place = 0; place < held.length; place++) {
    const watch = itemAt(held, place);
    if (!isAbout(watch, v)) continue;
    const holds = now >= watch.from && watch.holds(report);
    if (turns(road, v, crossings.length + place, holds) && holds)
      road.seen.push({ watch: watch.number, device: v + 1 });
  }
  // A route comes to its end once.
  c.flag(v, flags.arrived, false);
}

/** No vehicle is further from where it was than its odometer counted, and its receiver is off. */
function lookAtFences(road: Road, v: number, latitude: number, longitude: number, odometer: number): void {
  const { areas, crossings } = road.watching;
  road.vehicles.fenceAhead[v] = odometer + areas.look(latitude, longitude) - mayBeOff(road, v);
  for (let fence = 0; fence < crossings.length; fence++) {
    const isInside = areas.isInside(fence);
    if (!turns(road, v, fence, isInside)) continue;
    for (const watch of itemAt(crossings, fence))
      if (isAbout(watch, v) && watch.into === isInside)
        road.seen.push({ watch: watch.number, device: v + 1 });
  }
}

/** Notes whether something that is watched holds of a vehicle; returns whether it did not before, or did. */
function turns(road: Road, v: number, place: number, holds: boolean): boolean {
  const { crossings, held } = road.watching;
  const width = crossings.length + held.length;
  const at = v * width + place;
  if (at >= road.known.length) road.known = grown(road.known, width * road.vehicles.count, 0);
  if ((road.known[at] === 1) === holds) return false;
  road.known[at] = holds ? 1 : 0;
  return true;
}

/** Metres that a receiver is off at most. */
function mayBeOff({ vehicles: { offEast, offNorth } }: Road, v: number): number {
  return Math.abs(offEast[v] ?? 0) + Math.abs(offNorth[v] ?? 0);
}
