/**
 * The conditions that are looked at with each report. Each has a byte for each of its devices that says
 * whether it holds: it fires when that turns true (of `leaves`, when it turns false).
 */
import { locationNumbers } from '../../../simulator/index.ts';
import type { Site, Story } from '../../language/story.ts';
import { type Area, Fences } from '../../motion/index.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Watched } from './traffic.ts';
import { flags, type Vehicles } from './vehicles.ts';
import { positionOf } from './ways.ts';

/** km/h under which a vehicle stands. */
const STANDS = 1;
const metresPerDegree = 111_195.08;

interface Watch {
  condition: Watched;
  /** Its place in the list that was given. */
  number: number;
  first: number;
  count: number;
  holds: Uint8Array;
}

/** By watch, as base64. */
export type WatchesState = string[];
export type Fired = (watch: number, v: number) => void;
export type SensorsOf = (v: number) => { readonly [name: string]: number } | undefined;

export class Watches {
  readonly #vehicles: Vehicles;
  readonly #watches: Watch[];
  readonly #fenced: Watch[];
  readonly #other: Watch[];
  /** The sites that conditions name; their places here are their numbers among the fences. */
  readonly #sites: readonly number[];
  readonly #fences: Fences;
  readonly #sensors: SensorsOf;

  constructor(story: Story, watched: readonly Watched[], vehicles: Vehicles, sensors: SensorsOf) {
    this.#vehicles = vehicles;
    this.#sensors = sensors;
    this.#watches = watched.flatMap((condition, number) => {
      if (condition.devices === 'it') return [];
      const { first, count } = condition.devices;
      return [{ condition, number, first: first - 1, count, holds: new Uint8Array(count) }];
    });
    this.#fenced = this.#watches.filter(({ condition: { kind } }) => kind === 'enters' || kind === 'leaves');
    this.#other = this.#watches.filter((watch) => !this.#fenced.includes(watch));
    this.#sites = [...new Set(watched.flatMap((condition) => siteOf(condition) ?? []))];
    this.#fences = new Fences(this.#sites.map((site) => areaOf(story.sites[site] as Site)));
  }

  /** Whether anything is to be looked at for a vehicle. */
  concerns(v: number): boolean {
    return this.#watches.some(({ first, count }) => v >= first && v < first + count);
  }

  /** Takes note of the fences in which a vehicle is at the beginning: it did not enter them. */
  begin(v: number, latitude: number, longitude: number): void {
    this.#lookAtFences(v, latitude, longitude, undefined);
  }

  /** A vehicle reported so: see `locationNumbers`. */
  look(v: number, now: number, numbers: Float64Array, fired: Fired): void {
    const c = this.#vehicles;
    const latitude = numbers[locationNumbers.latitude] as number;
    const longitude = numbers[locationNumbers.longitude] as number;
    const speed = numbers[locationNumbers.speed] as number;
    if (this.#fenced.length > 0 && !this.#isFree(v, latitude, longitude)) {
      this.#lookAtFences(v, latitude, longitude, fired);
    }
    if (speed >= STANDS) c.stillSince[v] = Number.NaN;
    else if (Number.isNaN(c.stillSince[v] as number)) c.stillSince[v] = now;
    for (const watch of this.#other) {
      const place = v - watch.first;
      if (place < 0 || place >= watch.count) continue;
      const holds = this.#holds(watch.condition, v, now, latitude, longitude, speed) ? 1 : 0;
      if (watch.holds[place] === holds) continue;
      watch.holds[place] = holds;
      if (holds === 1) fired(watch.number, v);
    }
    // A route comes to its end once.
    c.flags[v] = (c.flags[v] as number) & ~flags.arrived;
  }

  save(): WatchesState {
    return this.#watches.map(({ holds }) => toBase64(holds));
  }

  /** Throws a RangeError for a damaged state. */
  restore(state: WatchesState): void {
    const columns = state.map((text) => new Uint8Array(fromBase64(text)));
    const fits = columns.length === this.#watches.length;
    if (!fits || columns.some(({ length }, at) => length !== this.#watches[at]?.count)) {
      throw new RangeError('The saved conditions are those of another story.');
    }
    for (const [at, column] of columns.entries()) this.#watches[at]?.holds.set(column);
  }

  #isFree(v: number, latitude: number, longitude: number): boolean {
    const c = this.#vehicles;
    const free = c.fenceFree[v] as number;
    if (free <= 0) return false;
    const north = (latitude - (c.fenceLatitude[v] as number)) * metresPerDegree;
    // Longitudes are counted as if on the equator: too far rather than too near.
    const east = (longitude - (c.fenceLongitude[v] as number)) * metresPerDegree;
    return north * north + east * east < free * free;
  }

  #lookAtFences(v: number, latitude: number, longitude: number, fired: Fired | undefined): void {
    const c = this.#vehicles;
    c.fenceFree[v] = this.#fences.look(latitude, longitude);
    c.fenceLatitude[v] = latitude;
    c.fenceLongitude[v] = longitude;
    for (const { condition, number, first, count, holds } of this.#fenced) {
      const place = v - first;
      if (place < 0 || place >= count) continue;
      const inside = this.#fences.isInside(this.#fenceOf(condition)) ? 1 : 0;
      if (holds[place] === inside) continue;
      holds[place] = inside;
      if ((condition.kind === 'enters') === (inside === 1)) fired?.(number, v);
    }
  }

  #fenceOf(condition: Watched): number {
    return this.#sites.indexOf(siteOf(condition) as number);
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
        return condition.site === null || this.#fences.holds(this.#fenceOf(condition), latitude, longitude);
      case 'stands-still':
        return now - (this.#vehicles.stillSince[v] as number) >= condition.for;
      case 'sensor': {
        const value = this.#sensors(v)?.[condition.sensor];
        if (value === undefined) return false;
        const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = condition;
        return (
          (condition.above !== undefined && value > above) || (condition.below !== undefined && value < below)
        );
      }
      case 'arrives':
        return ((this.#vehicles.flags[v] as number) & flags.arrived) !== 0;
      default:
        return false;
    }
  }
}

function siteOf(condition: Watched): number | null {
  return 'site' in condition ? condition.site : null;
}

/** A site without an area is entered nowhere but at its very place. */
function areaOf({ at, area }: Site): Area {
  if (area === undefined) return { centre: positionOf(at), radius: 0 };
  if ('corners' in area) return { corners: area.corners.map(positionOf) };
  return { centre: positionOf(area.centre), radius: area.radius };
}
