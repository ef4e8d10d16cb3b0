/** Geofences: areas that can be entered and left, and how far off the next change can be. */
import pointInPolygon from 'point-in-polygon-hao';
import { itemAt } from '../../contracts/kit/items.ts';
import { distanceBetween, distanceToLine, type Position, wrapped } from './geodesy.ts';

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

/** Metres that `look` promises at most: further off a plane, on which they are measured, is none. */
const horizon = 1_200;
/** Metres are measured on a plane; this makes up for what a plane is not. */
const caution = 0.98;

export class Fences {
  readonly #areas: readonly Area[];
  readonly #inside: Uint8Array;

  constructor(areas: readonly Area[]) {
    this.#areas = areas;
    this.#inside = new Uint8Array(areas.length);
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
    let free = horizon;
    for (const [at, area] of this.#areas.entries()) {
      const off = metresTo(area, { latitude, longitude });
      this.#inside[at] = off <= 0 ? 1 : 0;
      free = Math.min(free, Math.abs(off));
    }
    return free * caution;
  }

  /** The answer of the last `look`. */
  isInside(fence: number): boolean {
    return this.#inside[fence] === 1;
  }
}
