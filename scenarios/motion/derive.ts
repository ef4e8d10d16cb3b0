/**
 * Facts of a drive by its recorded points: which of them have a wrong date or are GPS jumps, and how
 * fast and in which direction the vehicle went.
 */
import { itemAt as at } from '../../contracts/kit/items.ts';
import { courseBetween, distanceBetween } from './geodesy.ts';
import type { RecordedPoint } from './points.ts';

/** A vehicle at one moment of a drive. */
export interface Fix extends RecordedPoint {
  /** km/h, over some five seconds around the fix. Absent where the points around it do not give it. */
  speed?: number;
  /** Degrees clockwise from north, 0 up to 360. While the vehicle is parked, the last one is kept. */
  course?: number;
}

/** km/h. Real recordings of cars jump at 208 km/h and more; a car that really is faster is lost here. */
const fastest = 200;
/** Pieces between two jumps that are shorter than this (in points) are the outliers. */
const shortestPiece = 3;
/** ms. Over a longer silence nothing is known of how the vehicle moved. */
const longestStep = 60_000;
/** ms to either side over which speed is taken: times jitter by a second, and neighbours alone would say 160 km/h of 120. */
const halfWindow = 2_500;
/** km/h. Slower, the direction between two points is noise, and the last one is kept. */
const slowestWithCourse = 3;
/** ms. A silence over which a clock that was wrong is likelier than a parked vehicle, where few points lie beyond it. */
const longestSilence = 365 * 86_400_000;

/** The points in pieces: each goes on as long as its next point follows from the last. */
function inPieces(
  points: readonly RecordedPoint[],
  follows: (before: RecordedPoint, point: RecordedPoint) => boolean,
): RecordedPoint[][] {
  const pieces: RecordedPoint[][] = [];
  for (const point of points) {
    const before = pieces.at(-1)?.at(-1);
    if (before && follows(before, point)) pieces.at(-1)?.push(point);
    else pieces.push([point]);
  }
  return pieces;
}

/**
 * Leaves out points whose date is more than a year from the others': receivers begin at 1970 or 1980, or count their
 * weeks anew. They are at most a tenth of all points, or a single one.
 *
 * @param points in order of time
 */
export function withinDates(points: readonly RecordedPoint[]): readonly RecordedPoint[] {
  const groups = inPieces(points, (before, point) => point.time - before.time <= longestSilence);
  const most = Math.max(...groups.map(({ length }) => length));
  const few = Math.min(most - 1, Math.max(1, Math.floor(points.length / 10)));
  return groups.length === 1 ? points : groups.filter(({ length }) => length > few).flat();
}

/**
 * Leaves out the points that a road vehicle cannot have reached, by 200 km/h: a single point which
 * the next one does not bear out, and pieces of one or two points between two jumps. A longer piece
 * elsewhere (the receiver found itself again after a tunnel) is real and stays; no speed is derived
 * across the step to it.
 */
export function withoutJumps(points: readonly RecordedPoint[]): RecordedPoint[] {
  let last: RecordedPoint | undefined;
  const borneOut = points.filter((point, i) => {
    const next = points[i + 1];
    if (last && next && !reachable(last, point) && reachable(last, next)) return false;
    last = point;
    return true;
  });
  const pieces = inPieces(borneOut, reachable);
  return pieces.length === 1 ? pieces.flat() : pieces.filter((piece) => piece.length >= shortestPiece).flat();
}

/** Adds speed (km/h) and course (degrees from north) where they follow from the points around a fix. */
export function withMotion(points: readonly RecordedPoint[]): Fix[] {
  const goesOn = (before: RecordedPoint, point: RecordedPoint) =>
    point.time - before.time <= longestStep && reachable(before, point);
  return inPieces(points, goesOn).flatMap(motionOfPiece);
}

function motionOfPiece(piece: readonly RecordedPoint[]): Fix[] {
  const along = [0]; // metres from the first point, along the way
  for (let i = 1; i < piece.length; i++)
    along.push(at(along, i - 1) + distanceBetween(at(piece, i - 1), at(piece, i)));
  let first = 0;
  let last = 0;
  let course: number | undefined;
  return piece.map((point, i): Fix => {
    while (first < i && at(piece, first + 1).time <= point.time - halfWindow) first += 1;
    while (last < piece.length - 1 && at(piece, last).time < point.time + halfWindow) last += 1;
    const [from, to] = [at(piece, first), at(piece, last)];
    if (from === to) return point;
    const speed = ((at(along, last) - at(along, first)) / (to.time - from.time)) * 3600;
    if (speed >= slowestWithCourse) course = courseBetween(from, to);
    return { ...point, speed: tenths(speed), ...(course !== undefined && { course: tenths(course) % 360 }) };
  });
}

function reachable(a: RecordedPoint, b: RecordedPoint): boolean {
  return (distanceBetween(a, b) / (b.time - a.time)) * 3600 <= fastest;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
