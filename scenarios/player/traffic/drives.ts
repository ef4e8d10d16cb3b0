/**
 * The drive of each vehicle, for a page that moves it along its way. A vehicle that keeps to the times of its plan goes
 * along the plan's own way, which all that drive it share; one that brakes or starts again goes along a piece of it.
 */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { type Drive, type Drives, MAX_CORNERS, type Way } from '../../../simulator/drives.ts';
import { DEGREE, row } from '../../motion/plan.ts';
import { isMute } from './faults.ts';
import { advance } from './movement.ts';
import { codeOf, gainOf, wordOf } from './positions.ts';
import type { Road } from './road.ts';
import { flags, modes } from './vehicles.ts';
import type { PlannedWay, Ways } from './ways.ts';

/** Rows of a plan that are one way. */
const PART = MAX_CORNERS - 1;
/** Degrees within which two places are one: some metres. */
const NEAR = 5e-5;

/** A corner of a way: seconds since it began, degrees, m/s. */
type Corner = readonly [seconds: number, latitude: number, longitude: number, speed: number];

/** The drive that a vehicle began last; it may have ended since. */
interface Begun {
  version: number;
  mode: number;
  since: number;
  plan: number;
  part: number;
  drive: Drive;
}

/** The drives of all vehicles. Those of another state, which has ways of its own, begin anew. */
export function createDrives(road: Road): Drives {
  let { ways } = road;
  let begun: (Begun | undefined)[] = [];
  return {
    get count() {
      return road.vehicles.count;
    },

    /** A drive says where it ends, so being parked there is no new version. */
    version(device) {
      const v = device - 1;
      const c = road.vehicles;
      if (v >= c.count || c.is(v, flags.nowhere)) return 0;
      if (ways !== road.ways) [ways, begun] = [road.ways, []];
      advance(road, v, road.world.timeline.now);
      const known = begun[v];
      if (known && c.stands(v) && endsHere(road, v, known)) return known.version;
      const now = {
        mode: c.mode[v] ?? 0,
        since: c.since[v] ?? 0,
        plan: c.plan[v] ?? -1,
        part: partOf(road, v),
      };
      const isSame = known?.mode === now.mode && known.since === now.since && known.plan === now.plan;
      if (isSame && known.part === now.part) return known.version;
      const version = (known?.version ?? 0) + 1;
      begun[v] = { ...now, version, drive: driveOf(road, v, now.part) };
      return version;
    },

    isSilent(device) {
      const { vehicles } = road;
      const v = device - 1;
      return vehicles.is(v, flags.lost) || (vehicles.is(v, flags.faulty) && isMute(road, v));
    },

    of: (device) => begun[device - 1]?.drive ?? driveOf(road, device - 1, partOf(road, device - 1)),
  };
}

/** Returns whether a vehicle that stands has come here by the drive that is known: others may have begun and ended unseen. */
function endsHere({ vehicles: c }: Road, v: number, { drive, since }: Begun): boolean {
  if (c.mode[v] === modes.halted) return since === c.since[v];
  const isNear = (one: number, other = Number.NaN) => Math.abs(one - other) < NEAR;
  const [latitude, longitude] =
    'way' in drive
      ? [drive.way.latitude.at(-1), drive.way.longitude.at(-1)]
      : [drive.latitude, drive.longitude];
  return isNear(c.latitude[v] ?? 0, latitude) && isNear(c.longitude[v] ?? 0, longitude);
}

/** The drive of a vehicle that has been brought to this moment. */
function driveOf(road: Road, v: number, part: number): Drive {
  const { vehicles: c, ways } = road;
  if (c.mode[v] === modes.parked) return { latitude: c.latitude[v] ?? 0, longitude: c.longitude[v] ?? 0 };
  if (c.mode[v] !== modes.driving) return offTimes(road, v);
  const plan = ways.plan(c.plan[v] ?? 0);
  const way = wayOf(ways, plan, part);
  const begins = ways.pool.times[plan.first + part * PART] ?? 0;
  const rate = c.rate[v] ?? 1;
  const lasts = (itemAt(way.seconds, way.seconds.length - 1) / rate) * SECOND;
  return { way, began: (c.since[v] ?? 0) + (begins / rate) * SECOND, lasts };
}

/** The part of its plan on which a vehicle is that keeps to its times. */
function partOf({ vehicles: c, ways, world }: Road, v: number): number {
  if (c.mode[v] !== modes.driving) return 0;
  const { first, rows } = ways.plan(c.plan[v] ?? 0);
  if (rows <= PART) return 0;
  const seconds = ((world.timeline.now - (c.since[v] ?? 0)) / SECOND) * (c.rate[v] ?? 1);
  let part = Math.floor(((c.row[v] ?? first) - first) / PART);
  while ((part + 1) * PART < rows && (ways.pool.times[first + (part + 1) * PART] ?? Infinity) <= seconds)
    part++;
  return part;
}

/** By plan: its parts. */
const partsOf = new WeakMap<PlannedWay, Way[]>();

/** A part of the way of a plan; all that drive it share it. */
function wayOf(ways: Ways, plan: PlannedWay, part: number): Way {
  const parts = partsOf.get(plan) ?? [];
  partsOf.set(plan, parts);
  const known = parts[part];
  if (known) return known;
  const { times } = ways.pool;
  const first = plan.first + part * PART;
  const last = Math.min(first + PART, plan.first + plan.rows);
  const begins = times[first] ?? 0;
  const corners: Corner[] = [];
  for (let at = first; at < last; at++)
    corners.push([(times[at] ?? 0) - begins, ...placeOn(ways, at, 0), wordOf(ways, at, row.speed)]);
  if (last === plan.first + plan.rows) {
    const within = plan.length - wordOf(ways, last - 1, row.along);
    corners.push([plan.duration - begins, ...placeOn(ways, last - 1, within), 0]);
  } else
    corners.push([(times[last] ?? 0) - begins, ...placeOn(ways, last, 0), wordOf(ways, last, row.speed)]);
  const way = wayThrough(corners, plan.recorded, plan.made.for === 'approach');
  parts[part] = way;
  return way;
}

/** A piece of the way of its plan, with a speed that changes evenly: braking, or starting again. */
function offTimes(road: Road, v: number): Drive {
  const { vehicles: c, ways } = road;
  const { first, rows } = ways.plan(c.plan[v] ?? 0);
  const speed = c.speed[v] ?? 0;
  const gain = gainOf(road, v);
  const began = c.since[v] ?? 0;
  const lasts = c.mode[v] === modes.halted ? 0 : (c.until[v] ?? began) - began;
  const start = c.along[v] ?? 0;
  const end = start + (speed + 0.5 * gain * (lasts / SECOND)) * (lasts / SECOND);
  const beginOf = (at: number) => wordOf(ways, at, row.along);
  const corners: Corner[] = [];
  const add = (at: number, along: number): void => {
    const reached = Math.sqrt(Math.max(0, speed * speed + 2 * gain * (along - start)));
    const seconds = gain === 0 ? 0 : (reached - speed) / gain;
    corners.push([seconds, ...placeOn(ways, at, along - beginOf(at)), reached]);
  };
  let at = first;
  while (at + 1 < first + rows && beginOf(at + 1) <= start) at++;
  for (add(at, start); at + 1 < first + rows && beginOf(at + 1) < end; at++) add(at + 1, beginOf(at + 1));
  if (end > start) add(at, end);
  const [latitude, longitude] = placeOn(ways, at, end - beginOf(at));
  if (lasts === 0 || corners.length > MAX_CORNERS) return { latitude, longitude };
  return { way: wayThrough(corners, false, true), began, lasts };
}

/** So many metres along a row of the pool. */
function placeOn(ways: Ways, at: number, within: number): [latitude: number, longitude: number] {
  return [
    (codeOf(ways, at, row.latitude) + within * wordOf(ways, at, row.north)) / DEGREE,
    (codeOf(ways, at, row.longitude) + within * wordOf(ways, at, row.east)) / DEGREE,
  ];
}

function wayThrough(corners: readonly Corner[], even: boolean, once: boolean): Way {
  const column = (place: 0 | 1 | 2 | 3): Float64Array =>
    Float64Array.from(corners, (corner) => corner[place]);
  const speed = even ? null : column(3);
  return { seconds: column(0), latitude: column(1), longitude: column(2), speed, once };
}
