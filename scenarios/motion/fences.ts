/** Geofences: areas that can be entered and left, and how far off the next change can be. */

import Flatbush from 'flatbush';
import pointInPolygon from 'point-in-polygon-hao';
import { itemAt } from '../../contracts/kit/items.ts';
import { distanceToSegment, longitudeScale, metresPerDegree, type Position, wrapped } from './geodesy.ts';

/** Metres. */
export type Area = { centre: Position; radius: number } | { corners: readonly Position[] };

/** Metres around a position in which fences are looked at; so far at most reaches what `look` promises. */
const horizon = 1_200;
/** Metres are measured on a plane; this makes up for what a plane is not. */
const caution = 0.98;

interface Shape {
  /**
   * Metres to the line around it, of a point in metres east and north of the fence's own middle; below 0
   * within. On the line is within.
   */
  beyond(x: number, y: number): number;
  /** Metres to either side of the middle. */
  reach: { x: number; y: number };
}

interface Fence extends Shape {
  middle: Position;
  /** Metres per degree of longitude. */
  scale: number;
}

export class Fences {
  readonly #fences: Fence[];
  readonly #index: Flatbush | undefined;
  /** The index knows longitudes as differences from here, so that the date line is elsewhere. */
  readonly #origin: number;
  readonly #inside: Uint8Array;

  constructor(areas: readonly Area[]) {
    this.#fences = areas.map(fenceOf);
    this.#inside = new Uint8Array(areas.length);
    this.#origin = this.#fences[0]?.middle.longitude ?? 0;
    if (areas.length === 0) return;
    this.#index = new Flatbush(areas.length);
    for (const { middle, scale, reach } of this.#fences) {
      const x = wrapped(middle.longitude - this.#origin);
      const [east, north] = [reach.x / scale, reach.y / metresPerDegree];
      this.#index.add(x - east, middle.latitude - north, x + east, middle.latitude + north);
    }
    this.#index.finish();
  }

  /** Returns whether a position is in one of them, by its place in the list. */
  holds(fence: number, latitude: number, longitude: number): boolean {
    return beyond(itemAt(this.#fences, fence), latitude, longitude) <= 0;
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
      const off = beyond(itemAt(this.#fences, at), latitude, longitude);
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

function beyond({ middle, scale, beyond: off }: Fence, latitude: number, longitude: number): number {
  return off(wrapped(longitude - middle.longitude) * scale, (latitude - middle.latitude) * metresPerDegree);
}

function fenceOf(area: Area): Fence {
  const middle = 'radius' in area ? area.centre : middleOf(area.corners);
  const scale = metresPerDegree * Math.max(0.01, longitudeScale(middle.latitude));
  const shape =
    'radius' in area
      ? circle(area.radius)
      : polygon(
          area.corners.map(({ latitude, longitude }) => [
            wrapped(longitude - middle.longitude) * scale,
            (latitude - middle.latitude) * metresPerDegree,
          ]),
        );
  return { ...shape, middle, scale };
}

function middleOf(corners: readonly Position[]): Position {
  const first = itemAt(corners, 0);
  const mean = (of: (corner: Position) => number) =>
    corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
  const longitude = first.longitude + mean((corner) => wrapped(corner.longitude - first.longitude));
  return { latitude: mean((corner) => corner.latitude), longitude: wrapped(longitude) };
}

function circle(radius: number): Shape {
  return {
    beyond: (x, y) => Math.sqrt(x * x + y * y) - radius,
    reach: { x: radius, y: radius },
  };
}

function polygon(corners: number[][]): Shape {
  const closed = [...corners, itemAt(corners, 0)];
  return {
    beyond(x, y) {
      let least = Number.POSITIVE_INFINITY;
      for (let at = 1; at < closed.length; at++) {
        least = Math.min(least, distanceToEdge(x, y, itemAt(closed, at - 1), itemAt(closed, at)));
      }
      return pointInPolygon([x, y], [closed]) === false ? least : -least;
    },
    reach: {
      x: Math.max(...corners.map((corner) => Math.abs(itemAt(corner, 0)))),
      y: Math.max(...corners.map((corner) => Math.abs(itemAt(corner, 1)))),
    },
  };
}

function distanceToEdge(x: number, y: number, from: number[], to: number[]): number {
  const [fromX = 0, fromY = 0] = from;
  const [toX = 0, toY = 0] = to;
  return distanceToSegment(fromX - x, fromY - y, toX - fromX, toY - fromY);
}
