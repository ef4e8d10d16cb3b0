/** Geofences: areas that can be entered and left, and how far off the next change can be. */
import Flatbush from 'flatbush';
import pointInPolygon from 'point-in-polygon-hao';
import { itemAt } from '../../contracts/kit/items.ts';
import {
  distanceBetween,
  distanceToLine,
  longitudeScale,
  metresPerDegree,
  type Position,
  wrapped,
} from './geodesy.ts';

/** Metres. */
export type Area = { centre: Position; radius: number } | { corners: readonly Position[] };

type Pair = readonly [latitude: number, longitude: number];
/** A place with its area, as stories have it. */
interface Site {
  at: Pair;
  area?: { centre: Pair; radius: number } | { corners: readonly Pair[] };
}

/** The area of a site; a site without one is entered nowhere but at its very place. */
export function areaOf({ at, area = { centre: at, radius: 0 } }: Site): Area {
  const positionOf = ([latitude, longitude]: Pair) => ({ latitude, longitude });
  if ('corners' in area) return { corners: area.corners.map(positionOf) };
  return { centre: positionOf(area.centre), radius: area.radius };
}

/** Metres from a position to the line around an area; below 0 within. On the line is within. */
export function metresTo(area: Area, position: Position): number {
  if ('radius' in area) return distanceBetween(area.centre, position) - area.radius;
  const closed = [...area.corners, itemAt(area.corners, 0)];
  const sides = area.corners.map((corner, at) => distanceToLine(position, corner, itemAt(closed, at + 1)));
  const ring = closed.map(({ latitude, longitude }) => [
    wrapped(longitude - position.longitude),
    latitude - position.latitude,
  ]);
  const least = Math.min(...sides);
  return pointInPolygon([0, 0], [ring]) === false ? least : -least;
}

/** Metres around a position in which fences are looked at; so far at most reaches what `look` promises. */
const horizon = 1_200;
/** Metres are measured on a plane; this makes up for what a plane is not. */
const caution = 0.98;

export class Fences {
  readonly #areas: readonly Area[];
  readonly #index: Flatbush | undefined;
  /** The index knows longitudes as differences from here, so that the date line is elsewhere. */
  readonly #origin: number;
  readonly #inside: Uint8Array;

  constructor(areas: readonly Area[]) {
    this.#areas = areas;
    this.#inside = new Uint8Array(areas.length);
    const [first] = areas;
    this.#origin = first === undefined ? 0 : cornersOf(first)[0].longitude;
    if (areas.length === 0) return;
    this.#index = new Flatbush(areas.length);
    for (const area of areas) {
      const corners = cornersOf(area);
      const west = wrapped(corners[0].longitude - this.#origin);
      const x = corners.map(({ longitude }) => west + wrapped(longitude - corners[0].longitude));
      const y = corners.map(({ latitude }) => latitude);
      this.#index.add(Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y));
    }
    this.#index.finish();
  }

  /** Returns whether a position is in one of them, by its place in the list. */
  holds(fence: number, latitude: number, longitude: number): boolean {
    return metresTo(itemAt(this.#areas, fence), { latitude, longitude }) <= 0;
  }

  /**
   * Looks at all of them from a position: afterwards `isInside` says which it is in, and the answer is a
   * number of metres within which, from there, none of that changes.
   */
  look(latitude: number, longitude: number): number {
    this.#inside.fill(0);
    if (this.#index === undefined) return Number.POSITIVE_INFINITY;
    const north = horizon / metresPerDegree;
    const east = north / Math.max(0.01, longitudeScale(latitude));
    const x = wrapped(longitude - this.#origin);
    let free = horizon;
    for (const at of this.#index.search(x - east, latitude - north, x + east, latitude + north)) {
      const off = metresTo(itemAt(this.#areas, at), { latitude, longitude });
      if (off <= 0) this.#inside[at] = 1;
      free = Math.min(free, Math.abs(off));
    }
    return free * caution;
  }

  /** The answer of the last `look`. */
  isInside(fence: number): boolean {
    return this.#inside[fence] === 1;
  }
}

/** The corners of an area; of a circle those of the square around it. */
function cornersOf(area: Area): [Position, ...Position[]] {
  if ('corners' in area) return [itemAt(area.corners, 0), ...area.corners.slice(1)];
  const { centre, radius } = area;
  const north = radius / metresPerDegree;
  const east = north / Math.max(0.01, longitudeScale(centre.latitude));
  return [
    { latitude: centre.latitude - north, longitude: centre.longitude - east },
    { latitude: centre.latitude + north, longitude: centre.longitude + east },
  ];
}
