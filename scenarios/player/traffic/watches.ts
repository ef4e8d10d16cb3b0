/**
 * The conditions that are looked at with each report. Whether one holds of a device stands in a byte: it fires
 * when that turns true (of `leaves`, when its device is no longer inside).
 *
 * A byte for each fence and vehicle, side by side for a vehicle, says whether it is inside; most reports need
 * not even look at these, because the vehicle cannot have come to a fence since it was last looked at.
 */
import { byteLength, toBase64 } from '../../../contracts/kit/base64.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { mustHold, savedBytes } from '../../../contracts/kit/saved.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { numbered as locationNumbers } from '../../../simulator/fleet/locations/row.ts';
import type { Site, Story } from '../../language/story.ts';
import { type Area, Fences } from '../../motion/fences.ts';
import { positionOf } from './legs.ts';
import type { TrafficState } from './state.ts';
import type { Watched } from './traffic.ts';
import { flags, type Vehicles } from './vehicles.ts';

/** km/h under which a vehicle stands. */
const STANDS = 1;

interface Watch {
  condition: Watched;
  /** Its place in the list that was given. */
  number: number;
  first: number;
  count: number;
}
/** One that needs no fence, and by vehicle whether it holds. */
interface Held extends Watch {
  holds: Uint8Array;
}

export type Fired = (watch: number, v: number) => void;
export type SensorsOf = (v: number) => { readonly [name: string]: number } | undefined;

export class Watches {
  readonly #vehicles: Vehicles;
  readonly #watches: readonly Watch[];
  /** By fence: who is told when it is crossed. */
  readonly #crossings: readonly (readonly Watch[])[];
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
    this.#watches = watched.flatMap((condition, number) => {
      if (condition.devices === 'it') return [];
      const { first, count } = condition.devices;
      return [{ condition, number, first: first - 1, count }];
    });
    const fencesOf = (sites: readonly number[]) =>
      new Fences(sites.map((site) => areaOf(itemAt(story.sites, site))));
    const fenced = sitesOf(watched.filter(isCrossing));
    this.#zoned = sitesOf(watched.filter((condition) => !isCrossing(condition)));
    this.#fences = fencesOf(fenced);
    this.#zones = fencesOf(this.#zoned);
    this.#crossings = fenced.map((site) =>
      this.#watches.filter(({ condition }) => isCrossing(condition) && condition.site === site),
    );
    this.#held = this.#watches
      .filter(({ condition }) => !isCrossing(condition))
      .map((watch) => ({ ...watch, holds: new Uint8Array(watch.count) }));
  }

  /** Whether anything is to be looked at for a vehicle. */
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

  save(): TrafficState['watches'] {
    const inside = this.#inside.subarray(0, this.#crossings.length * this.#vehicles.count);
    return { inside: toBase64(inside), holds: this.#held.map(({ holds }) => toBase64(holds)) };
  }

  /** Throws a StateError for a damaged state; so many vehicles there are. */
  restore({ inside, holds }: TrafficState['watches'], vehicles: number): void {
    mustHold(holds.length === this.#held.length, '/holds', 'is of the conditions of another story');
    const columns = this.#held.map(({ count }, at) => readFlags(holds[at] ?? '', count, `/holds/${at}`));
    for (const [at, { holds }] of this.#held.entries()) holds.set(columns[at] ?? []);
    // It is as long as there were vehicles when a fence was last looked at.
    const fences = this.#crossings.length;
    const known = fences === 0 ? 0 : Math.min(vehicles, Math.floor(byteLength(inside) / fences));
    this.#inside = readFlags(inside, known * fences, '/inside');
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
    if (speed >= STANDS) c.stillSince[v] = Number.NaN;
    else if (Number.isNaN(c.stillSince[v] ?? 0)) c.stillSince[v] = now;
    for (const watch of this.#held) {
      const place = v - watch.first;
      if (place < 0 || place >= watch.count) continue;
      const holds = this.#holds(watch.condition, v, now, latitude, longitude, speed) ? 1 : 0;
      if (watch.holds[place] === holds) continue;
      watch.holds[place] = holds;
      if (holds === 1) fired(watch.number, v);
    }
    // A route comes to its end once.
    c.flags[v] = (c.flags[v] ?? 0) & ~flags.arrived;
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
      for (const { condition, number, first, count } of itemAt(this.#crossings, fence)) {
        const meant = v >= first && v < first + count && (condition.kind === 'enters') === (inside === 1);
        if (meant) fired?.(number, v);
      }
    }
  }

  #holds(
    condition: Watched,
    v: number,
    now: number,
    latitude: number,
    longitude: number,
    speed: number,
  ): boolean {
    switch (condition.kind) {
      case 'speed-above':
        if (speed <= condition.speed) return false;
        if (condition.site === null) return true;
        return this.#zones.holds(this.#zoned.indexOf(condition.site), latitude, longitude);
      case 'stands-still':
        return now - (this.#vehicles.stillSince[v] ?? 0) >= condition.for;
      case 'sensor': {
        const value = this.#sensors(v)?.[condition.sensor];
        if (value === undefined) return false;
        const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = condition;
        return (
          (condition.above !== undefined && value > above) || (condition.below !== undefined && value < below)
        );
      }
      case 'arrives':
        return ((this.#vehicles.flags[v] ?? 0) & flags.arrived) !== 0;
      default:
        return false;
    }
  }
}

/** A byte for each fact: 1 where it holds. */
function readFlags(text: string, count: number, pointer: string): Uint8Array<ArrayBuffer> {
  const flags = new Uint8Array(savedBytes(text, count, pointer));
  mustHold(
    flags.every((flag) => flag <= 1),
    pointer,
    'holds more than 0 and 1',
  );
  return flags;
}

/** Metres that a receiver is off at most. */
function offOf({ offEast, offNorth }: Vehicles, v: number): number {
  return Math.abs(offEast[v] ?? 0) + Math.abs(offNorth[v] ?? 0);
}

function isCrossing(condition: Watched): condition is Extract<Watched, { kind: 'enters' | 'leaves' }> {
  return condition.kind === 'enters' || condition.kind === 'leaves';
}

function sitesOf(watched: readonly Watched[]): number[] {
  const sites = watched.flatMap((condition) => ('site' in condition ? (condition.site ?? []) : []));
  return [...new Set(sites)];
}

/** A site without an area is entered nowhere but at its very place. */
function areaOf({ at, area }: Site): Area {
  if (area === undefined) return { centre: positionOf(at), radius: 0 };
  if ('corners' in area) return { corners: area.corners.map(positionOf) };
  return { centre: positionOf(area.centre), radius: area.radius };
}
