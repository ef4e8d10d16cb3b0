/** Positions of vehicles at a moment, by what they are doing and their plans. */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { wrapped } from '../../motion/geodesy.ts';
import { DEGREE, ROW, row, turnBetween } from '../../motion/plan.ts';
import type { Road } from './road.ts';
import { modes } from './vehicles.ts';
import { traitsOf, type Ways } from './ways.ts';

const HALF_CIRCLE = 180 * DEGREE;

/** The place of the vehicle that was located last: degrees, metres, m/s. */
interface Fix {
  latitude: number;
  longitude: number;
  altitude: number;
  speed: number;
  course: number;
  odometer: number;
  /** `pieceFlags` of where it is; 0 where it is parked. */
  flags: number;
  /** 1e-7 degrees of longitude per metre eastwards. */
  scale: number;
}

/** One object for all: places are asked for by the million. */
const fix: Fix = {
  latitude: 0,
  longitude: 0,
  altitude: 0,
  speed: 0,
  course: 0,
  odometer: 0,
  flags: 0,
  scale: 0,
};

/** A fact of a row of the pool. */
export function wordOf({ pool }: Ways, at: number, fact: number): number {
  return pool.words[at * ROW + fact] ?? 0;
}

/** The latitude (`row.latitude`) or longitude at which a row of the pool begins, in codes. */
export function codeOf({ pool }: Ways, at: number, fact: number): number {
  return pool.codes[at * ROW + fact] ?? 0;
}

/** Returns where a vehicle is, which has been brought to that moment. The next call writes to the same object. */
export function locate(road: Road, v: number, now: number): Fix {
  const { vehicles: c, ways } = road;
  const mode = c.mode[v];
  if (mode === modes.parked) return locateParked(road, v);
  if (mode !== modes.driving) {
    const lapsed = mode === modes.halted ? 0 : (now - (c.since[v] ?? 0)) / SECOND;
    const speed = c.speed[v] ?? 0;
    const gain = gainOf(road, v);
    const along = (c.along[v] ?? 0) + (speed + 0.5 * gain * lapsed) * lapsed;
    return locateAlong(road, v, along, speed + gain * lapsed);
  }
  const { times } = ways.pool;
  const rate = c.rate[v] ?? 0;
  const seconds = ((now - (c.since[v] ?? 0)) / SECOND) * rate;
  let at = c.row[v] ?? 0;
  while ((times[at + 1] ?? Infinity) <= seconds) at++;
  c.row[v] = at;
  const speed = wordOf(ways, at, row.speed);
  const gain = wordOf(ways, at, row.gain);
  const lapsed = seconds - (times[at] ?? 0);
  return locateOn(road, v, at, (speed + 0.5 * gain * lapsed) * lapsed, (speed + gain * lapsed) * rate);
}

/** Returns where it is on its plan's way, after a length of it that is not behind. */
export function locateAlong(road: Road, v: number, along: number, speed: number): Fix {
  const at = rowAlong(road, v, along);
  return locateOn(road, v, at, along - wordOf(road.ways, at, row.along), speed);
}

/** m/s² of a vehicle that is off its plan's times: while braking it has nothing to join, and says there how hard. */
export function gainOf({ vehicles: c }: Road, v: number): number {
  if (c.mode[v] === modes.launching) return traitsOf(c, v).accelerate;
  return c.mode[v] === modes.braking ? -(c.joins[v] ?? 0) : 0;
}

/** The row that holds a length of the way, which is not behind the vehicle. */
export function rowAlong({ vehicles: c, ways }: Road, v: number, along: number): number {
  const plan = ways.plan(c.plan[v] ?? 0);
  const last = plan.first + plan.rows - 1;
  let at = c.row[v] ?? 0;
  while (at < last && wordOf(ways, at + 1, row.along) <= along) at++;
  c.row[v] = at;
  return at;
}

/** When a vehicle on its plan comes to the next row of it after a moment, as the fixes of a recording are. */
export function nextRow({ vehicles: c, ways }: Road, v: number, now: number): number {
  const { first, rows } = ways.plan(c.plan[v] ?? 0);
  for (let at = (c.row[v] ?? first) + 1; at < first + rows; at++) {
    const comes = Math.ceil((c.since[v] ?? 0) + ((ways.pool.times[at] ?? 0) / (c.rate[v] ?? 1)) * SECOND);
    if (comes > now) return comes;
  }
  return Math.ceil(c.until[v] ?? 0);
}

/** When a vehicle on its plan has turned by so many degrees from now, rounded up to a second; at latest `by`. */
export function turnBefore(
  { vehicles: c, ways }: Road,
  v: number,
  { now, by, degrees }: { now: number; by: number; degrees: number },
): number {
  if (c.mode[v] !== modes.driving) return by;
  const { times } = ways.pool;
  const rate = c.rate[v] ?? 0;
  const since = c.since[v] ?? 0;
  const end = ((by - since) / SECOND) * rate;
  const first = c.row[v] ?? 0;
  const course = wordOf(ways, first, row.course);
  for (let at = first + 1; (times[at] ?? Infinity) < end; at++) {
    if (Math.abs(turnBetween(course, wordOf(ways, at, row.course))) <= degrees) continue;
    const turned = since + ((times[at] ?? 0) / rate) * SECOND;
    return Math.min(by, now + SECOND * Math.max(1, Math.ceil((turned - now) / SECOND)));
  }
  return by;
}

function locateParked({ vehicles: c }: Road, v: number): Fix {
  fix.latitude = c.latitude[v] ?? 0;
  fix.longitude = c.longitude[v] ?? 0;
  fix.altitude = c.altitude[v] ?? 0;
  fix.speed = 0;
  fix.course = c.course[v] ?? 0;
  fix.odometer = c.odometer[v] ?? 0;
  fix.flags = 0;
  fix.scale = c.scale[v] ?? 0;
  return fix;
}

/** `within` metres along a row of the pool. */
function locateOn({ vehicles, ways }: Road, v: number, at: number, within: number, speed: number): Fix {
  const longitude = codeOf(ways, at, row.longitude) + within * wordOf(ways, at, row.east);
  const isWrapped = longitude > HALF_CIRCLE || longitude < -HALF_CIRCLE;
  fix.latitude = (codeOf(ways, at, row.latitude) + within * wordOf(ways, at, row.north)) / DEGREE;
  fix.longitude = (isWrapped ? wrapped(longitude / DEGREE) * DEGREE : longitude) / DEGREE;
  fix.altitude = wordOf(ways, at, row.altitude);
  fix.speed = speed < 0 ? 0 : speed;
  fix.course = wordOf(ways, at, row.course);
  fix.odometer = (vehicles.odometer[v] ?? 0) + wordOf(ways, at, row.along) + within;
  fix.flags = wordOf(ways, at, row.flags);
  fix.scale = wordOf(ways, at, row.scale);
  return fix;
}
