/** Where a vehicle is at a moment, by what it is doing and its plan. */
import {
  DEGREE,
  type Kind,
  ROW,
  row,
  vehicles as traitsOf,
  turnBetween,
  wrapped,
} from '../../motion/index.ts';
import { modes, type Vehicles } from './vehicles.ts';
import { kinds, type Ways } from './ways.ts';

/** What `locate` writes: place in `fix`. Degrees, metres, m/s. */
export const facts = {
  latitude: 0,
  longitude: 1,
  altitude: 2,
  speed: 3,
  course: 4,
  odometer: 5,
  /** `pieceFlags` of where it is; 0 where it stands. */
  flags: 6,
  /** 1e-7 degrees of longitude per metre eastwards. */
  scale: 7,
} as const;

const SECOND = 1000;
const HALF_CIRCLE = 180 * DEGREE;

export class Whereabouts {
  /** What `locate` found: see `facts`. */
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
    const mode = c.mode[v] as number;
    if (mode === modes.standing) this.#locateStanding(v);
    else if (mode === modes.driving) {
      const { times } = this.#ways.pool;
      const rate = c.rate[v] as number;
      const seconds = ((now - (c.since[v] as number)) / SECOND) * rate;
      let at = c.row[v] as number;
      while ((times[at + 1] as number) <= seconds) at++;
      c.row[v] = at;
      const { words } = this.#ways.pool;
      const speed = words[at * ROW + row.speed] as number;
      const gain = words[at * ROW + row.gain] as number;
      const lapsed = seconds - (times[at] as number);
      this.#locateOn(v, at, (speed + 0.5 * gain * lapsed) * lapsed, (speed + gain * lapsed) * rate);
    } else this.#locateOffTimes(v, now);
  }

  #locateStanding(v: number): void {
    const c = this.#vehicles;
    const fix = this.fix;
    fix[facts.latitude] = c.latitude[v] as number;
    fix[facts.longitude] = c.longitude[v] as number;
    fix[facts.altitude] = c.altitude[v] as number;
    fix[facts.speed] = 0;
    fix[facts.course] = c.course[v] as number;
    fix[facts.odometer] = c.odometer[v] as number;
    fix[facts.flags] = 0;
    fix[facts.scale] = c.scale[v] as number;
  }

  /** `within` metres along a row of the pool. */
  #locateOn(v: number, at: number, within: number, speed: number): void {
    const { words, codes } = this.#ways.pool;
    const fix = this.fix;
    const base = at * ROW;
    const longitude = (codes[base + row.longitude] as number) + within * (words[base + row.east] as number);
    fix[facts.latitude] =
      ((codes[base + row.latitude] as number) + within * (words[base + row.north] as number)) / DEGREE;
    fix[facts.longitude] =
      (longitude > HALF_CIRCLE || longitude < -HALF_CIRCLE
        ? wrapped(longitude / DEGREE) * DEGREE
        : longitude) / DEGREE;
    fix[facts.altitude] = words[base + row.altitude] as number;
    fix[facts.speed] = speed < 0 ? 0 : speed;
    fix[facts.course] = words[base + row.course] as number;
    fix[facts.odometer] =
      (this.#vehicles.odometer[v] as number) + (words[base + row.along] as number) + within;
    fix[facts.flags] = words[base + row.flags] as number;
    fix[facts.scale] = words[base + row.scale] as number;
  }

  /** Braking, halted or starting again. */
  #locateOffTimes(v: number, now: number): void {
    const c = this.#vehicles;
    const traits = traitsOf[kinds[c.kind[v] as number] as Kind];
    const lapsed = c.mode[v] === modes.halted ? 0 : (now - (c.since[v] as number)) / SECOND;
    const speed = c.speed[v] as number;
    const gain =
      c.mode[v] === modes.launching
        ? traits.accelerate
        : c.mode[v] === modes.braking
          ? -(c.joins[v] as number)
          : 0;
    const along = (c.along[v] as number) + (speed + 0.5 * gain * lapsed) * lapsed;
    this.locateAlong(v, along, speed + gain * lapsed);
  }

  /** Writes where it is on its plan's way, after a length of it that does not lie behind. */
  locateAlong(v: number, along: number, speed: number): void {
    const at = this.rowAlong(v, along);
    const begins = this.#ways.pool.words[at * ROW + row.along] as number;
    this.#locateOn(v, at, along - begins, speed);
  }

  /** The row that holds a length of the way, which does not lie behind the vehicle. */
  rowAlong(v: number, along: number): number {
    const c = this.#vehicles;
    const { words } = this.#ways.pool;
    const plan = this.#ways.plan(c.plan[v] as number);
    const last = plan.first + plan.rows - 1;
    let at = c.row[v] as number;
    while (at < last && (words[(at + 1) * ROW + row.along] as number) <= along) at++;
    c.row[v] = at;
    return at;
  }

  /** When a vehicle on its plan has turned by so many degrees from now, rounded up to a second; at latest `by`. */
  turnBefore(v: number, now: number, by: number, degrees: number): number {
    const c = this.#vehicles;
    if (c.mode[v] !== modes.driving) return by;
    const { times, words } = this.#ways.pool;
    const rate = c.rate[v] as number;
    const since = c.since[v] as number;
    const end = ((by - since) / SECOND) * rate;
    const first = c.row[v] as number;
    const course = words[first * ROW + row.course] as number;
    for (let at = first + 1; (times[at] as number) < end; at++) {
      if (Math.abs(turnBetween(course, words[at * ROW + row.course] as number)) <= degrees) continue;
      const turned = since + ((times[at] as number) / rate) * SECOND;
      return Math.min(by, now + SECOND * Math.max(1, Math.ceil((turned - now) / SECOND)));
    }
    return by;
  }
}
