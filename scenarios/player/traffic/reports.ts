/** The report of a device: where its receiver thinks that it is, and what the vehicle has left. */
import { HOUR } from '../../../contracts/kit/durations.ts';
import { bitsOf, nextState } from '../../../contracts/kit/random.ts';
import { numbered, packNumbers, WORDS } from '../../../simulator/fleet/locations/row.ts';
import { normalOf } from '../../motion/normal.ts';
import { pieceFlags } from '../../motion/path.ts';
import { DEGREE, NORTHWARDS } from '../../motion/plan.ts';
import { locate } from './positions.ts';
import type { Road } from './road.ts';
import { flags } from './vehicles.ts';
import { traitsOf } from './ways.ts';

const kmh = 3.6;
/** The error of a position in either direction: metres of deviation, and ms in which it forgets itself. */
const wander = { deviation: 3, forgets: 60_000 };
/** Between tall buildings one report in so many is thrown off by about so many metres. */
const burst = { oneIn: 48, metres: 30 };
/** Percent of the battery of the device in an hour. */
const charging = { running: 24, parked: -0.6 };
const noFix = pieceFlags.tunnel | pieceFlags.gap;

/** The last report that was made, packed (see `unpackRow`) and as numbers (see `numbered`). */
export const words = new Int32Array(WORDS);
export const numbers = new Float64Array(Object.keys(numbered).length);

/** Makes the report of a vehicle that has been brought to now; false where no satellite is in view, unless it is always made. */
export function makeReport(road: Road, v: number, now: number, always: boolean): boolean {
  const c = road.vehicles;
  const fix = locate(road, v, now);
  if ((fix.flags & noFix) !== 0 && !always) return false;
  if (!c.stands(v)) wanderOn(road, v, now, fix.flags);
  use(road, v, now, fix.odometer);

  const east = c.offEast[v] ?? 0;
  const north = c.offNorth[v] ?? 0;
  const off = Math.abs(east) + Math.abs(north);
  numbers[numbered.deviceTime] = now;
  numbers[numbered.receivedAt] = now;
  numbers[numbered.latitude] = fix.latitude + (north * NORTHWARDS) / DEGREE;
  numbers[numbered.longitude] = fix.longitude + (east * fix.scale) / DEGREE;
  numbers[numbered.altitude] = fix.altitude;
  numbers[numbered.speed] = fix.speed * kmh;
  numbers[numbered.course] = fix.course;
  numbers[numbered.accuracy] = 2.5 + 0.6 * off;
  numbers[numbered.satellites] = satellitesInView(fix.flags, off);
  numbers[numbered.ignition] = c.is(v, flags.ignition) ? 1 : 0;
  numbers[numbered.battery] = c.battery[v] ?? 0;
  numbers[numbered.fuel] = c.fuel[v] ?? 0;
  numbers[numbered.odometer] = fix.odometer / 1000;
  packNumbers(numbers, words, 0);
  return true;
}

/** Takes off what a vehicle used up until now; it has been brought there. */
export function useUp(road: Road, v: number, now: number): void {
  use(road, v, now, locate(road, v, now).odometer);
}

/** The share of an error that is left after a time, and that is new: of the time asked for last. */
const memory = { lapse: -1, keeps: 0, renews: 0 };

/** The error of a position comes back to nothing by and by, and is pushed about meanwhile. */
function wanderOn({ vehicles: c }: Road, v: number, now: number, where: number): void {
  if ((where & pieceFlags.measured) !== 0) {
    c.offEast[v] = 0;
    c.offNorth[v] = 0;
    return;
  }
  const lapse = now - (c.usedAt[v] ?? 0);
  if (lapse !== memory.lapse) {
    memory.lapse = lapse;
    memory.keeps = Math.exp(-lapse / wander.forgets);
    memory.renews = wander.deviation * Math.sqrt(1 - memory.keeps * memory.keeps);
  }
  const first = nextState(c.chance[v] ?? 0);
  const second = nextState(first);
  c.chance[v] = second;
  const bits = bitsOf(second);
  let east = (c.offEast[v] ?? 0) * memory.keeps + memory.renews * normalOf(bitsOf(first));
  let north = (c.offNorth[v] ?? 0) * memory.keeps + memory.renews * normalOf(bits);
  if ((where & pieceFlags.canyon) !== 0 && (bits >>> 0) % burst.oneIn === 0) {
    east += (bits & 256) === 0 ? burst.metres : -burst.metres;
    north += (bits & 512) === 0 ? burst.metres / 2 : -burst.metres / 2;
  }
  c.offEast[v] = east;
  c.offNorth[v] = north;
}

/** Fuel and battery, since they were last looked at. */
function use({ vehicles: c }: Road, v: number, now: number, odometer: number): void {
  const running = c.is(v, flags.ignition);
  const hours = (now - (c.usedAt[v] ?? 0)) / HOUR;
  const battery = (c.battery[v] ?? 0) + hours * (running ? charging.running : charging.parked);
  c.battery[v] = battery > 100 ? 100 : battery < 0 ? 0 : battery;
  if (running) {
    const { fuelPerKilometre, fuelPerHour } = traitsOf(c, v);
    const kilometres = (odometer - (c.usedAlong[v] ?? 0)) / 1000;
    const fuel = (c.fuel[v] ?? 0) - kilometres * fuelPerKilometre - hours * fuelPerHour;
    c.fuel[v] = fuel < 0 ? 0 : fuel;
  }
  c.usedAlong[v] = odometer;
  c.usedAt[v] = now;
}

/** Satellites: fewer between tall buildings, and where the error is large. */
function satellitesInView(where: number, off: number): number {
  if ((where & pieceFlags.canyon) !== 0) return off > 15 ? 5 : 8;
  return off > 6 ? 10 : 12;
}
