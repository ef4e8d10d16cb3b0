/**
 * The conditions that are looked at with each report. Whether one holds for a device is kept in a byte: it fires
 * when that turns true (of `leaves`, when its device is no longer inside). One that is awaited from a later moment on
 * counts as not holding before, so that it fires with the first report from then on where it holds already.
 *
 * A byte for each fence and vehicle, side by side for a vehicle, says whether it is inside; most reports need
 * not even look at these, because the vehicle cannot have come to a fence since it was last looked at.
 */
import { byteLength, toBase64 } from '../../../contracts/kit/base64.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { numbered as locationNumbers } from '../../../simulator/fleet/locations/row.ts';
import { savedBytes } from '../../../simulator/time/saved.ts';
import { watchOf } from '../../conditions/condition.ts';
import type { VehicleReport } from '../../conditions/define.ts';
import type { Condition, Story } from '../../language/story.ts';
import type { Site } from '../../language/terms.ts';
import { type Area, Fences } from '../../motion/fences.ts';
import { positionOf } from './legs.ts';
import { flags, type Vehicles } from './vehicles.ts';

/** km/h under which a vehicle counts as stationary. */
const PARKED_BELOW = 1;

/** A condition, and the moment from which on it is awaited; absent: from the first. */
export type Watched = Condition & { from?: number };

interface Watch {
  /** Its place in the list that was given. */
  number: number;
  first: number;
  count: number;
}
/** A watch that becomes true when a fence is crossed. */
interface Crossing extends Watch {
  site: number;
  into: boolean;
}
/** A watch that is asked about each report. */
interface Held extends Watch {
  /** The sites within which it is looked at. */
  sites: readonly number[];
  from: number;
  test(report: VehicleReport): boolean;
  /** By vehicle, whether it holds. */
  holds: Uint8Array;
}

export type Fired = (watch: number, v: number) => void;
export type SensorsOf = (v: number) => { readonly [name: string]: number } | undefined;

export class Watches {
  readonly #vehicles: Vehicles;
  readonly #watches: readonly Watch[];
  /** By fence: what becomes true when it is crossed. */
  readonly #crossings: readonly (readonly Crossing[])[];
  readonly #held: readonly Held[];
  readonly #fences: Fences;
  /** Sites within which something else is watched: their places here are their numbers among the zones. */
  readonly #zoned: readonly number[];
  readonly #zones: Fences;
  /** By vehicle, then fence. */
  #inside = new Uint8Array(0);
  readonly #sensors: SensorsOf;

  constructor(story: Story, watched: readonly Watched[], vehicles: Vehicles, sensors: SensorsOf) {
    this.#vehicles = vehicles;
    this.#sensors = sensors;
    const crossings: Crossing[] = [];
    const held: Held[] = [];
    for (const [number, condition] of watched.entries()) {
      if (condition.devices === 'it') continue;
      const { first, count } = condition.devices;
      const about = { number, first: first - 1, count };
      const watch = watchOf(condition);
      if ('crosses' in watch) crossings.push({ ...about, site: watch.site, into: watch.crosses === 'in' });
      else if ('holds' in watch) {
        const { from = Number.NEGATIVE_INFINITY } = condition;
        held.push({ ...about, sites: watch.sites, from, test: watch.holds, holds: new Uint8Array(count) });
      }
    }
    const fencesOf = (sites: readonly number[]) =>
      new Fences(sites.map((site) => areaOf(itemAt(story.sites, site))));
    const fenced = [...new Set(crossings.map(({ site }) => site))];
    this.#watches = [...crossings, ...held];
    this.#zoned = [...new Set(held.flatMap(({ sites }) => sites))];
    this.#fences = fencesOf(fenced);
    this.#zones = fencesOf(this.#zoned);
    this.#crossings = fenced.map((site) => crossings.filter((crossing) => crossing.site === site));
    this.#held = held;
  }

  /** Returns whether anything is to be looked at for a vehicle. */
  concerns(v: number): boolean {
    return this.#watches.some(({ first, count }) => v >= first && v < first + count);
  }

  /** Takes note of the fences in which a vehicle is at the beginning: it did not enter them. */
  begin(v: number, latitude: number, longitude: number, odometer: number): void {
    this.#lookAtFences(v, latitude, longitude, odometer, undefined);
  }

  /** A vehicle reported so: see `locationNumbers`. */
  look(v: number, now: number, numbers: Float64Array, fired: Fired): void {
    const c = this.#vehicles;
    const latitude = numbers[locationNumbers.latitude] ?? 0;
    const longitude = numbers[locationNumbers.longitude] ?? 0;
    const speed = numbers[locationNumbers.speed] ?? 0;
    const odometer = (numbers[locationNumbers.odometer] ?? 0) * 1000;
    if (this.#crossings.length > 0 && odometer + offOf(c, v) >= (c.fenceAhead[v] ?? 0)) {
      this.#lookAtFences(v, latitude, longitude, odometer, fired);
    }
    if (this.#held.length > 0) this.#lookAtHeld(v, now, latitude, longitude, speed, fired);
  }

  /** As base64: a byte for each fence and vehicle, and one for each other condition and vehicle. */
  save(): { inside: string; holds: string[] } {
    return { inside: toBase64(this.#inside), holds: this.#held.map(({ holds }) => toBase64(holds)) };
  }

  /** Throws a StateError for the conditions of another story. */
  restore({ inside, holds }: ReturnType<Watches['save']>): void {
    for (const [at, watch] of this.#held.entries())
      watch.holds.set(new Uint8Array(savedBytes(holds[at] ?? '', watch.count, `/holds/${at}`)));
    this.#inside = new Uint8Array(savedBytes(inside, byteLength(inside), '/inside'));
  }

  #lookAtHeld(
    v: number,
    now: number,
    latitude: number,
    longitude: number,
    speed: number,
    fired: Fired,
  ): void {
    const c = this.#vehicles;
    if (speed >= PARKED_BELOW) c.stillSince[v] = Number.NaN;
    else if (Number.isNaN(c.stillSince[v] ?? 0)) c.stillSince[v] = now;
    const report: VehicleReport = {
      speed,
      stillFor: now - (c.stillSince[v] ?? 0),
      hasArrived: c.is(v, flags.arrived),
      sensor: (name) => this.#sensors(v)?.[name],
      isWithin: (site) => this.#zones.holds(this.#zoned.indexOf(site), latitude, longitude),
    };
    for (const watch of this.#held) {
      const place = v - watch.first;
      if (place < 0 || place >= watch.count) continue;
      const holds = now >= watch.from && watch.test(report) ? 1 : 0;
      if (watch.holds[place] === holds) continue;
      watch.holds[place] = holds;
      if (holds === 1) fired(watch.number, v);
    }
    // A route comes to its end once.
    c.flag(v, flags.arrived, false);
  }

  /** No vehicle is further from where it was than its odometer counted, and its receiver is off. */
  #lookAtFences(
    v: number,
    latitude: number,
    longitude: number,
    odometer: number,
    fired: Fired | undefined,
  ): void {
    const c = this.#vehicles;
    const fences = this.#crossings.length;
    c.fenceAhead[v] = odometer + this.#fences.look(latitude, longitude) - offOf(c, v);
    this.#inside = grown(this.#inside, fences * c.count, 0);
    for (let fence = 0; fence < fences; fence++) {
      const inside = this.#fences.isInside(fence) ? 1 : 0;
      if (this.#inside[v * fences + fence] === inside) continue;
      this.#inside[v * fences + fence] = inside;
      for (const { number, first, count, into } of itemAt(this.#crossings, fence)) {
        const meant = v >= first && v < first + count && into === (inside === 1);
        if (meant) fired?.(number, v);
      }
    }
  }
}

/** Metres that a receiver is off at most. */
function offOf({ offEast, offNorth }: Vehicles, v: number): number {
  return Math.abs(offEast[v] ?? 0) + Math.abs(offNorth[v] ?? 0);
}

/** The area of a site; a site without one is entered nowhere but at its very place. */
export function areaOf({ at, area }: Site): Area {
  if (area === undefined) return { centre: positionOf(at), radius: 0 };
  if ('corners' in area) return { corners: area.corners.map(positionOf) };
  return { centre: positionOf(area.centre), radius: area.radius };
}
