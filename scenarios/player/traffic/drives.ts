/**
 * The drive of each vehicle, for a page that moves it along its way. A vehicle that keeps to the times of its plan goes
 * along the plan's own way, which all that drive it share; one that brakes or starts again goes along a piece of it.
 */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { type Drive, type Drives, MOST_CORNERS, type Way } from '../../../simulator/drives.ts';
import type { Timeline } from '../../../simulator/time/timeline.ts';
import type { Position } from '../../motion/geodesy.ts';
import { DEGREE, ROW, row } from '../../motion/plan.ts';
import type { Movement } from './movement.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import { type PlannedWay, traitsOf, type Ways } from './ways.ts';

/** Rows of a plan that are one way. */
const PART = MOST_CORNERS - 1;

/** A corner of a way: seconds since it began, degrees, m/s. */
type Corner = readonly [seconds: number, latitude: number, longitude: number, speed: number];

export class VehicleDrives implements Drives {
  readonly #timeline: Pick<Timeline, 'now'>;
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;
  readonly #movement: Movement;
  readonly #isMute: (v: number) => boolean;
  /** By vehicle: what it began last, and how often it has begun something. */
  #began = new Float64Array(0);
  #plan = new Int32Array(0);
  #mode = new Uint8Array(0);
  #part = new Int32Array(0);
  #versions = new Uint32Array(0);
  /** By plan: its parts. */
  readonly #parts = new WeakMap<PlannedWay, Way[]>();
  /** By vehicle: what it began last; it may have ended since. */
  readonly #drives: (Drive | undefined)[] = [];

  /** @param isMute whether a device reports nothing though it is connected */
  constructor(
    timeline: Pick<Timeline, 'now'>,
    vehicles: Vehicles,
    ways: Ways,
    movement: Movement,
    isMute: (v: number) => boolean,
  ) {
    this.#timeline = timeline;
    this.#vehicles = vehicles;
    this.#ways = ways;
    this.#movement = movement;
    this.#isMute = isMute;
  }

  get count(): number {
    return this.#vehicles.count;
  }

  /** Another state took the place of the one in which the drives were begun. */
  forget(): void {
    this.#versions.fill(0);
    this.#drives.length = 0;
  }

  /** A drive says where it ends, so being parked there is no new version. */
  version(device: number): number {
    const v = device - 1;
    const c = this.#vehicles;
    if (v >= c.count || c.is(v, flags.nowhere)) return 0;
    if (this.#versions.length < c.count) this.#makeRoom(c.count);
    this.#movement.advance(v, this.#timeline.now);
    const mode = c.mode[v] ?? 0;
    const known = this.#versions[v] ?? 0;
    const isParked = mode === modes.parked || mode === modes.halted;
    if (isParked && known > 0 && this.#endsHere(v)) return known;
    const since = c.since[v] ?? 0;
    const plan = c.plan[v] ?? -1;
    const isSame = this.#mode[v] === mode && this.#began[v] === since && this.#plan[v] === plan;
    if (known > 0 && isSame && this.#part[v] === this.#partOf(v)) return known;
    this.#mode[v] = mode;
    this.#began[v] = since;
    this.#plan[v] = plan;
    this.#part[v] = this.#partOf(v);
    this.#versions[v] = known + 1;
    this.#drives[v] = this.#now(v);
    return known + 1;
  }

  isSilent(device: number): boolean {
    const v = device - 1;
    return this.#vehicles.is(v, flags.lost) || (this.#vehicles.is(v, flags.faulty) && this.#isMute(v));
  }

  of(device: number): Drive {
    return this.#drives[device - 1] ?? this.#now(device - 1);
  }

  /** Returns whether a vehicle that stands has come here by the drive that is known: others may have begun and ended unseen. */
  #endsHere(v: number): boolean {
    const c = this.#vehicles;
    const drive = this.#drives[v];
    if (drive === undefined) return false;
    if (c.mode[v] === modes.halted) return this.#began[v] === c.since[v];
    const { latitude, longitude } = 'way' in drive ? endOf(drive.way) : drive;
    return isNear(latitude, c.latitude[v]) && isNear(longitude, c.longitude[v]);
  }

  /** The drive of a vehicle that has been brought to this moment. */
  #now(v: number): Drive {
    const c = this.#vehicles;
    const ways = this.#ways;
    const mode = c.mode[v] ?? 0;
    if (mode === modes.parked) return { latitude: c.latitude[v] ?? 0, longitude: c.longitude[v] ?? 0 };
    if (mode !== modes.driving) return this.#offTimes(v);
    const plan = ways.plan(c.plan[v] ?? 0);
    const part = this.#partOf(v);
    const way = this.#wayOf(plan, part);
    const begins = ways.pool.times[plan.first + part * PART] ?? 0;
    const rate = c.rate[v] ?? 1;
    return {
      way,
      began: (c.since[v] ?? 0) + (begins / rate) * SECOND,
      lasts: (itemAt(way.seconds, way.seconds.length - 1) / rate) * SECOND,
    };
  }

  /** The part of its plan on which a vehicle is that keeps to its times. */
  #partOf(v: number): number {
    const c = this.#vehicles;
    const ways = this.#ways;
    if (c.mode[v] !== modes.driving) return 0;
    const { first, rows } = ways.plan(c.plan[v] ?? 0);
    if (rows <= PART) return 0;
    const seconds = ((this.#timeline.now - (c.since[v] ?? 0)) / SECOND) * (c.rate[v] ?? 1);
    let part = Math.floor(((c.row[v] ?? first) - first) / PART);
    while ((part + 1) * PART < rows && (ways.pool.times[first + (part + 1) * PART] ?? Infinity) <= seconds)
      part++;
    return part;
  }

  #wayOf(plan: PlannedWay, part: number): Way {
    const known = this.#parts.get(plan) ?? [];
    this.#parts.set(plan, known);
    const way = known[part] ?? this.#make(plan, part);
    known[part] = way;
    return way;
  }

  #make(plan: PlannedWay, part: number): Way {
    const { times } = this.#ways.pool;
    const first = plan.first + part * PART;
    const last = Math.min(first + PART, plan.first + plan.rows);
    const begins = times[first] ?? 0;
    const corners: Corner[] = [];
    for (let at = first; at < last; at++) corners.push([(times[at] ?? 0) - begins, ...this.#placeOn(at, 0)]);
    const ends = last === plan.first + plan.rows;
    corners.push(
      ends
        ? [plan.duration - begins, ...this.#placeOn(last - 1, this.#lengthOf(plan, last - 1))]
        : [(times[last] ?? 0) - begins, ...this.#placeOn(last, 0)],
    );
    return wayThrough(corners, plan.recorded, plan.made.for === 'approach');
  }

  /** A piece of the way of its plan, with a speed that changes evenly: braking, or starting again. */
  #offTimes(v: number): Drive {
    const c = this.#vehicles;
    const { words } = this.#ways.pool;
    const plan = this.#ways.plan(c.plan[v] ?? 0);
    const speed = c.speed[v] ?? 0;
    const isLaunching = c.mode[v] === modes.launching;
    const gain = isLaunching ? traitsOf(c, v).accelerate : -(c.joins[v] ?? 0);
    const began = c.since[v] ?? 0;
    const lasts = c.mode[v] === modes.halted ? 0 : (c.until[v] ?? began) - began;
    const start = c.along[v] ?? 0;
    const length = (speed + 0.5 * gain * (lasts / SECOND)) * (lasts / SECOND);
    const end = plan.first + plan.rows;
    let at = plan.first;
    while (at + 1 < end && (words[(at + 1) * ROW + row.along] ?? 0) <= start) at++;
    const begins = (place: number): number => words[place * ROW + row.along] ?? 0;
    const faster = (along: number): number => Math.sqrt(Math.max(0, speed * speed + 2 * gain * along));
    const corner = (place: number, along: number): Corner => {
      const reached = faster(along - start);
      const [latitude, longitude] = this.#placeOn(place, along - begins(place));
      return [gain === 0 ? 0 : (reached - speed) / gain, latitude, longitude, reached];
    };
    const corners = [corner(at, start)];
    for (at += 1; at < end && begins(at) < start + length; at++) corners.push(corner(at, begins(at)));
    if (length > 0) corners.push(corner(at - 1, start + length));
    const [latitude, longitude] = this.#placeOn(at - 1, start + length - begins(at - 1));
    if (lasts === 0 || corners.length > MOST_CORNERS) return { latitude, longitude };
    return { way: wayThrough(corners, false, true), began, lasts };
  }

  #lengthOf(plan: PlannedWay, at: number): number {
    return plan.length - (this.#ways.pool.words[at * ROW + row.along] ?? 0);
  }

  /** So many metres along a row of the pool: degrees, and m/s at the beginning of the row. */
  #placeOn(at: number, within: number): [latitude: number, longitude: number, speed: number] {
    const { words, codes } = this.#ways.pool;
    const base = at * ROW;
    return [
      ((codes[base + row.latitude] ?? 0) + within * (words[base + row.north] ?? 0)) / DEGREE,
      ((codes[base + row.longitude] ?? 0) + within * (words[base + row.east] ?? 0)) / DEGREE,
      within > 0 ? 0 : (words[base + row.speed] ?? 0),
    ];
  }

  #makeRoom(count: number): void {
    this.#began = grown(this.#began, count, 0);
    this.#plan = grown(this.#plan, count, 0);
    this.#mode = grown(this.#mode, count, 0);
    this.#part = grown(this.#part, count, 0);
    this.#versions = grown(this.#versions, count, 0);
  }
}

const endOf = ({ latitude, longitude }: Way): Position => ({
  latitude: latitude.at(-1) ?? Number.NaN,
  longitude: longitude.at(-1) ?? Number.NaN,
});

/** Degrees within which two places are one: some metres. */
const NEAR = 5e-5;
const isNear = (one: number, other = Number.NaN): boolean => Math.abs(one - other) < NEAR;

function wayThrough(corners: readonly Corner[], even: boolean, once: boolean): Way {
  const column = (place: 0 | 1 | 2 | 3): Float64Array =>
    Float64Array.from(corners, (corner) => corner[place]);
  return {
    seconds: column(0),
    latitude: column(1),
    longitude: column(2),
    speed: even ? null : column(3),
    once,
  };
}
