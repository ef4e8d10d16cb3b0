/** The report of a device: where its receiver thinks that it is, and what the vehicle has left. */
import { HOUR } from '../../../contracts/kit/durations.ts';
import { bitsOf, nextState } from '../../../contracts/kit/random.ts';
import {
  numbered as locationNumbers,
  packNumbers as packLocation,
} from '../../../simulator/fleet/locations/row.ts';
import { normalOf } from '../../motion/normal.ts';
import { pieceFlags } from '../../motion/path.ts';
import { DEGREE, NORTHWARDS } from '../../motion/plan.ts';
import { facts, type Positions } from './positions.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import { traitsOf } from './ways.ts';

const kmh = 3.6;
/** The error of a position in either direction: metres of deviation, and ms in which it forgets itself. */
const wander = { deviation: 3, forgets: 60_000 };
/** Between tall buildings one report in so many is thrown off by about so many metres. */
const burst = { oneIn: 48, metres: 30 };
/** Percent of the battery of the device in an hour. */
const charging = { running: 24, parked: -0.6 };
const noFix = pieceFlags.tunnel | pieceFlags.gap;

export class Reports {
  /** The words of the last report: see `unpackLocation`. */
  readonly words = new Int32Array(8);
  /** The same as numbers: see `locationNumbers`. */
  readonly numbers = new Float64Array(Object.keys(locationNumbers).length);
  readonly #vehicles: Vehicles;
  readonly #positions: Positions;
  /** The share of an error that is left after a time: the last time asked for. */
  #lapse = -1;
  #keeps = 0;
  #renews = 0;

  constructor(vehicles: Vehicles, positions: Positions) {
    this.#vehicles = vehicles;
    this.#positions = positions;
  }

  /** Makes the report of a vehicle that has been brought to now; false where no satellite is in view, unless it is always made. */
  make(v: number, now: number, always: boolean): boolean {
    const c = this.#vehicles;
    const { fix } = this.#positions;
    this.#positions.locate(v, now);
    const where = fix[facts.flags] ?? 0;
    if ((where & noFix) !== 0 && !always) return false;
    const moving = c.mode[v] !== modes.parked && c.mode[v] !== modes.halted;
    if (moving) this.#wander(v, now, where);
    this.#use(v, now, fix[facts.odometer] ?? 0);

    const east = c.offEast[v] ?? 0;
    const north = c.offNorth[v] ?? 0;
    const off = Math.abs(east) + Math.abs(north);
    const latitude = (fix[facts.latitude] ?? 0) + (north * NORTHWARDS) / DEGREE;
    const longitude = (fix[facts.longitude] ?? 0) + (east * (fix[facts.scale] ?? 0)) / DEGREE;
    const { numbers } = this;
    numbers[locationNumbers.deviceTime] = now;
    numbers[locationNumbers.receivedAt] = now;
    numbers[locationNumbers.latitude] = latitude;
    numbers[locationNumbers.longitude] = longitude;
    numbers[locationNumbers.altitude] = fix[facts.altitude] ?? 0;
    numbers[locationNumbers.speed] = (fix[facts.speed] ?? 0) * kmh;
    numbers[locationNumbers.course] = fix[facts.course] ?? 0;
    numbers[locationNumbers.accuracy] = 2.5 + 0.6 * off;
    numbers[locationNumbers.satellites] = satellitesInView(where, off);
    numbers[locationNumbers.ignition] = (c.flags[v] ?? 0) & flags.ignition;
    numbers[locationNumbers.battery] = c.battery[v] ?? 0;
    numbers[locationNumbers.fuel] = c.fuel[v] ?? 0;
    numbers[locationNumbers.odometer] = (fix[facts.odometer] ?? 0) / 1000;
    packLocation(numbers, this.words, 0);
    return true;
  }

  /** Takes off what a vehicle used up until now; it has been brought there. */
  useUp(v: number, now: number): void {
    this.#positions.locate(v, now);
    this.#use(v, now, this.#positions.fix[facts.odometer] ?? 0);
  }

  /** The error of a position comes back to nothing by and by, and is pushed about meanwhile. */
  #wander(v: number, now: number, where: number): void {
    const c = this.#vehicles;
    if ((where & pieceFlags.measured) !== 0) {
      c.offEast[v] = 0;
      c.offNorth[v] = 0;
      return;
    }
    const lapse = now - (c.usedAt[v] ?? 0);
    if (lapse !== this.#lapse) {
      this.#lapse = lapse;
      this.#keeps = Math.exp(-lapse / wander.forgets);
      this.#renews = wander.deviation * Math.sqrt(1 - this.#keeps * this.#keeps);
    }
    const first = nextState(c.chance[v] ?? 0);
    const second = nextState(first);
    c.chance[v] = second;
    const bits = bitsOf(second);
    let east = (c.offEast[v] ?? 0) * this.#keeps + this.#renews * normalOf(bitsOf(first));
    let north = (c.offNorth[v] ?? 0) * this.#keeps + this.#renews * normalOf(bits);
    if ((where & pieceFlags.canyon) !== 0 && (bits >>> 0) % burst.oneIn === 0) {
      east += (bits & 256) === 0 ? burst.metres : -burst.metres;
      north += (bits & 512) === 0 ? burst.metres / 2 : -burst.metres / 2;
    }
    c.offEast[v] = east;
    c.offNorth[v] = north;
  }

  /** Fuel and battery, since they were last looked at. */
  #use(v: number, now: number, odometer: number): void {
    const c = this.#vehicles;
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
}

/** Satellites: fewer between tall buildings, and where the error is large. */
function satellitesInView(where: number, off: number): number {
  if ((where & pieceFlags.canyon) !== 0) return off > 15 ? 5 : 8;
  return off > 6 ? 10 : 12;
}
