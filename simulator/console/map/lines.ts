/** Ways as lines on the map: corners in coordinates of the world, and where on them a vehicle is at a time. */
import type { WayCorners } from '../api/drives.ts';
import { type WorldPoint, worldMetres, worldX, worldY } from './camera.ts';

/** When a vehicle is where: by corner. */
export interface Corners {
  /** Milliseconds since the way began. */
  readonly times: Float64Array;
  /** World coordinates. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** m/s; `null` for even speed from corner to corner. */
  readonly speed: Float32Array | null;
}

export interface Line extends Corners {
  /** Degrees clockwise from north, and m/s on average, of the piece that begins at each corner. */
  readonly course: Float32Array;
  readonly pace: Float32Array;
}

/** A drive along a way, or a parked vehicle: then its line has one corner. */
export interface Drive {
  line: Line;
  /** Milliseconds since 1970 UTC; milliseconds. */
  began: number;
  lasts: number;
}

export function lineOf({ times, latitude, longitude, speed }: WayCorners): Line {
  const x = longitude.map(worldX);
  const y = latitude.map(worldY);
  const course = new Float32Array(times.length);
  const pace = new Float32Array(times.length);
  for (let corner = 0; corner < times.length; corner++) {
    const [east, south] = [(x[corner + 1] ?? 0) - (x[corner] ?? 0), (y[corner + 1] ?? 0) - (y[corner] ?? 0)];
    const isLast = corner + 1 === times.length;
    const stays = isLast || (east === 0 && south === 0);
    course[corner] = stays ? (course[corner - 1] ?? Number.NaN) : (Math.atan2(east, -south) * 180) / Math.PI;
    const metres = Math.hypot(east, south) * worldMetres(latitude[corner] ?? 0);
    const seconds = ((times[corner + 1] ?? 0) - (times[corner] ?? 0)) / 1000;
    pace[corner] = isLast || seconds <= 0 ? 0 : metres / seconds;
  }
  return { times, x, y, course, pace, speed };
}

/** A straight line from one corner to another, which `aim` puts somewhere. */
export function legLine(): Line {
  const column = () => new Float64Array(2);
  const [course, pace] = [new Float32Array(2), new Float32Array(2)];
  return { times: column(), x: column(), y: column(), course, pace, speed: null };
}

/** Lets a leg go from one place to another within so many milliseconds, and its vehicle look in one direction. */
export function aim(
  { times, x, y, course }: Line,
  from: WorldPoint,
  to: WorldPoint,
  lasts: number,
  degrees: number,
): void {
  times[1] = lasts;
  [x[0], y[0]] = from;
  [x[1], y[1]] = to;
  course.fill(degrees);
}

/** The corner that a time is at or after, but for the last one. */
export function cornerAt({ times }: Corners, time: number): number {
  let [low, high] = [0, Math.max(0, times.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The share of the piece from a corner to the next that lies behind a vehicle at a time, from 0 to 1. */
function shareAt({ times, speed }: Corners, corner: number, time: number): number {
  const [begins, ends] = [times[corner] ?? 0, times[corner + 1] ?? 0];
  if (ends <= begins) return time >= ends ? 1 : 0;
  return shareOf((time - begins) / (ends - begins), speed?.[corner] ?? 0, speed?.[corner + 1] ?? 0);
}

/**
 * The share of a piece that lies behind a vehicle after a share of its time, at even acceleration.
 *
 * @param entry m/s at both ends of the piece; without them it is driven evenly
 */
export function shareOf(time: number, entry: number, exit: number): number {
  const passed = Math.min(1, Math.max(0, time));
  return entry + exit === 0 ? passed : (2 * entry * passed + (exit - entry) * passed ** 2) / (entry + exit);
}

/** Takes in a place in world coordinates. */
type Visit = (x: number, y: number) => void;

/** A part of a drive, between two simulated moments. */
export interface DrivePart extends Drive {
  from: number;
  to: number;
}

/** Calls back with each corner of a part of a drive, and with where it begins and ends. */
export function walkDrive({ from, to, ...drive }: DrivePart, visit: Visit): void {
  const { line } = drive;
  const [begins, ends] = [Math.max(0, timeAt(drive, from)), timeAt(drive, to)];
  if (!(ends >= begins)) return;
  visit(...pointAt(line, begins));
  for (let corner = cornerAt(line, begins) + 1; (line.times[corner] ?? ends) < ends; corner++)
    visit(line.x[corner] ?? 0, line.y[corner] ?? 0);
  if (ends > begins) visit(...pointAt(line, ends));
}

/** Position of a vehicle on its drive at a simulated moment. */
export function placeOn(drive: Drive, at: number): WorldPoint {
  return pointAt(drive.line, Math.max(0, timeAt(drive, at)));
}

/** The line's own time at a simulated moment; below 0 before the drive. The driver is slower than the plan by some share. */
function timeAt({ line, began, lasts }: Drive, at: number): number {
  const whole = line.times[line.times.length - 1] ?? 0;
  return lasts > 0 ? Math.min(1, (at - began) / lasts) * whole : at >= began ? 0 : -1;
}

/** Position of a vehicle at a time, which may be before the first corner or after the last. */
export function pointAt(line: Corners, time: number): WorldPoint {
  const corner = cornerAt(line, time);
  const next = Math.min(corner + 1, line.x.length - 1);
  const share = shareAt(line, corner, time);
  const [x, y] = [line.x[corner] ?? 0, line.y[corner] ?? 0];
  return [x + ((line.x[next] ?? 0) - x) * share, y + ((line.y[next] ?? 0) - y) * share];
}
