/** A path: the line that a vehicle follows, piece by piece, independent of vehicle and speed. */

import { itemAt } from '../../contracts/kit/items.ts';
import { distanceBetween, distanceToLine, type Position } from './geodesy.ts';

/** The flags of a piece of a path; bits. */
export const pieceFlags = {
  /** No satellite is in view. */
  tunnel: 1,
  /** Between tall buildings: positions are now and then far off. */
  canyon: 2,
  /** A gap of a recording: nothing was recorded there. */
  gap: 4,
  /** Positions were measured as they are: no error is added. */
  measured: 8,
} as const;

/** A corner of a path, and the piece from there to the next. */
export interface PathPoint extends Position {
  /** Metres. */
  altitude?: number;
  /** km/h, up to the next point. */
  limit: number;
  /** Bits of `pieceFlags`, up to the next point. */
  flags: number;
}

/** Columns by corner; `limit` and `flags` of the piece that begins there. */
export interface Path {
  /** Metres from the first corner. */
  along: Float64Array;
  latitude: Float64Array;
  longitude: Float64Array;
  altitude: Float64Array;
  limit: Float64Array;
  flags: Uint8Array;
  /** Metres. */
  length: number;
}

/** Corners closer together than this are one. */
export const SAME = 0.05;
/** Altitude where it is not known, in metres. */
const ALTITUDE = 110;

/** The path through points in their order, two of which differ at least. */
export function pathThrough(points: readonly PathPoint[]): Path {
  const corners: PathPoint[] = [];
  const along: number[] = [];
  for (const point of points) {
    const before = corners.at(-1);
    const step = before === undefined ? 0 : distanceBetween(before, point);
    if (before !== undefined && step < SAME) continue;
    corners.push(point);
    along.push((along.at(-1) ?? 0) + step);
  }
  if (corners.length < 2) throw new RangeError('A path leads to another position than its first.');
  return {
    along: Float64Array.from(along),
    latitude: Float64Array.from(corners, ({ latitude }) => latitude),
    longitude: Float64Array.from(corners, ({ longitude }) => longitude),
    altitude: Float64Array.from(corners, ({ altitude }) => altitude ?? ALTITUDE),
    limit: Float64Array.from(corners, ({ limit }) => limit),
    flags: Uint8Array.from(corners, ({ flags }) => flags),
    length: itemAt(along, along.length - 1),
  };
}

/** The points the other way round. */
export function reversed(points: readonly PathPoint[]): PathPoint[] {
  return points.toReversed().map((point, index) => {
    const piece = points[points.length - 2 - index] ?? point;
    return { ...point, limit: piece.limit, flags: piece.flags };
  });
}

/** A straight line from one position to another. */
export function straight(from: Position, to: Position, limit: number): PathPoint[] {
  return [from, to].map(({ latitude, longitude }) => ({ latitude, longitude, limit, flags: 0 }));
}

/**
 * Fewer points along the same line: those within `tolerance` metres of the straight line between
 * kept ones go (Ramer, Douglas, Peucker). What a receiver wanders about is not a bend of the road.
 */
export function simplified<P extends Position>(points: readonly P[], tolerance: number): P[] {
  const kept = new Uint8Array(points.length);
  kept[0] = 1;
  kept[points.length - 1] = 1;
  const stretches: [first: number, last: number][] = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch;
    let furthest = first;
    let distance = tolerance;
    for (let index = first + 1; index < last; index++) {
      const off = distanceToLine(itemAt(points, index), itemAt(points, first), itemAt(points, last));
      if (off > distance) [furthest, distance] = [index, off];
    }
    if (furthest === first) continue;
    kept[furthest] = 1;
    stretches.push([first, furthest], [furthest, last]);
  }
  return points.filter((_, index) => kept[index] === 1);
}
