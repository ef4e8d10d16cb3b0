/** Position of a vehicle at a moment, by what it is doing and its plan. */

import { SECOND } from '../../../contracts/kit/durations.ts';
import { wrapped } from '../../motion/geodesy.ts';
import { DEGREE, ROW, row, turnBetween } from '../../motion/plan.ts';
import { modes, type Vehicles } from './vehicles.ts';
import { traitsOf, type Ways } from './ways.ts';

/** The facts that `locate` writes: place in `fix`. Degrees, metres, m/s. */
export const facts = {
  latitude: 0,
  longitude: 1,
  altitude: 2,
  speed: 3,
  course: 4,
  odometer: 5,
  /** `pieceFlags` of where it is; 0 where it is parked. */
  flags: 6,
  /** 1e-7 degrees of longitude per metre eastwards. */
  scale: 7,
} as const;

const HALF_CIRCLE = 180 * DEGREE;

export class Positions {
  /** The result of `locate`: see `facts`. */
  readonly fix = new Float64Array(Object.keys(facts).length);
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;

  constructor(vehicles: Vehicles, ways: Ways) {
    this.#vehicles = vehicles;
    this.#ways = ways;
  }

  /** Writes where a vehicle is to `fix`; it has been brought to that moment. */
  locate(v: number, now: number): void {
    const c = this.#vehicles;
    const mode = c.mode[v] ?? 0;
    if (mode === modes.parked) this.#locateParked(v);
    else if (mode === modes.driving) {
      const { times } = this.#ways.pool;
      const rate = c.rate[v] ?? 0;
      const seconds = ((now - (c.since[v] ?? 0)) / SECOND) * rate;
      let at = c.row[v] ?? 0;
      while ((times[at + 1] ?? Infinity) <= seconds) at++;
      c.row[v] = at;
      const { words } = this.#ways.pool;
      const speed = words[at * ROW + row.speed] ?? 0;
      const gain = words[at * ROW + row.gain] ?? 0;
      const lapsed = seconds - (times[at] ?? 0);
      this.#locateOn(v, at, (speed + 0.5 * gain * lapsed) * lapsed, (speed + gain * lapsed) * rate);
    } else this.#locateOffTimes(v, now);
  }

  #locateParked(v: number): void {
    const c = this.#vehicles;
    const fix = this.fix;
    fix[facts.latitude] = c.latitude[v] ?? 0;
    fix[facts.longitude] = c.longitude[v] ?? 0;
    fix[facts.altitude] = c.altitude[v] ?? 0;
    fix[facts.speed] = 0;
    fix[facts.course] = c.course[v] ?? 0;
    fix[facts.odometer] = c.odometer[v] ?? 0;
    fix[facts.flags] = 0;
    fix[facts.scale] = c.scale[v] ?? 0;
  }

  /** `within` metres along a row of the pool. */
  #locateOn(v: number, at: number, within: number, speed: number): void {
    const { words, codes } = this.#ways.pool;
    const fix = this.fix;
    const base = at * ROW;
    const longitude = (codes[base + row.longitude] ?? 0) + within * (words[base + row.east] ?? 0);
    fix[facts.latitude] =
      ((codes[base + row.latitude] ?? 0) + within * (words[base + row.north] ?? 0)) / DEGREE;
    fix[facts.longitude] =
      (longitude > HALF_CIRCLE || longitude < -HALF_CIRCLE
        ? wrapped(longitude / DEGREE) * DEGREE
        : longitude) / DEGREE;
    fix[facts.altitude] = words[base + row.altitude] ?? 0;
    fix[facts.speed] = speed < 0 ? 0 : speed;
    fix[facts.course] = words[base + row.course] ?? 0;
    fix[facts.odometer] = (this.#vehicles.odometer[v] ?? 0) + (words[base + row.along] ?? 0) + within;
    fix[facts.flags] = words[base + row.flags] ?? 0;
    fix[facts.scale] = words[base + row.scale] ?? 0;
  }

  /** Braking, halted or starting again. */
  #locateOffTimes(v: number, now: number): void {
    const c = this.#vehicles;
    const lapsed = c.mode[v] === modes.halted ? 0 : (now - (c.since[v] ?? 0)) / SECOND;
    const speed = c.speed[v] ?? 0;
    const braked = c.mode[v] === modes.braking ? -(c.joins[v] ?? 0) : 0;
    const gain = c.mode[v] === modes.launching ? traitsOf(c, v).accelerate : braked;
    const along = (c.along[v] ?? 0) + (speed + 0.5 * gain * lapsed) * lapsed;
    this.locateAlong(v, along, speed + gain * lapsed);
  }

  /** Writes where it is on its plan's way, after a length of it that is not behind. */
  locateAlong(v: number, along: number, speed: number): void {
    const at = this.rowAlong(v, along);
    const begins = this.#ways.pool.words[at * ROW + row.along] ?? 0;
    this.#locateOn(v, at, along - begins, speed);
  }

  /** The row that holds a length of the way, which is not behind the vehicle. */
  rowAlong(v: number, along: number): number {
    const c = this.#vehicles;
    const { words } = this.#ways.pool;
    const plan = this.#ways.plan(c.plan[v] ?? 0);
    const last = plan.first + plan.rows - 1;
    let at = c.row[v] ?? 0;
    while (at < last && (words[(at + 1) * ROW + row.along] ?? Infinity) <= along) at++;
    c.row[v] = at;
    return at;
  }

  /** When a vehicle on its plan comes to the next row of it after a moment, as the fixes of a recording are. */
  nextRow(v: number, now: number): number {
    const c = this.#vehicles;
    const { times } = this.#ways.pool;
    const { first, rows } = this.#ways.plan(c.plan[v] ?? 0);
    for (let at = (c.row[v] ?? first) + 1; at < first + rows; at++) {
      const comes = Math.ceil((c.since[v] ?? 0) + ((times[at] ?? 0) / (c.rate[v] ?? 1)) * SECOND);
      if (comes > now) return comes;
    }
    return Math.ceil(c.until[v] ?? 0);
  }

  /** When a vehicle on its plan has turned by so many degrees from now, rounded up to a second; at latest `by`. */
  turnBefore(v: number, now: number, by: number, degrees: number): number {
    const c = this.#vehicles;
    if (c.mode[v] !== modes.driving) return by;
    const { times, words } = this.#ways.pool;
    const rate = c.rate[v] ?? 0;
    const since = c.since[v] ?? 0;
    const end = ((by - since) / SECOND) * rate;
    const first = c.row[v] ?? 0;
    const course = words[first * ROW + row.course] ?? 0;
    for (let at = first + 1; (times[at] ?? Infinity) < end; at++) {
      if (Math.abs(turnBetween(course, words[at * ROW + row.course] ?? 0)) <= degrees) continue;
      const turned = since + ((times[at] ?? 0) / rate) * SECOND;
      return Math.min(by, now + SECOND * Math.max(1, Math.ceil((turned - now) / SECOND)));
    }
    return by;
  }
}
