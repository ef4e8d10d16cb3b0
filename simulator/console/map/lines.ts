/** Ways as lines on the map: corners in coordinates of the world, and where on them a vehicle is at a time. */
import { equatorLength, longitudeScale } from '../../../contracts/kit/geodesy.ts';
import type { WayCorners } from '../api/drives.ts';
import type { KnownDrive } from '../state/drives.ts';
import { type WorldPoint, worldX, worldY } from './camera.ts';

export interface Line {
  /** Milliseconds since the way began, by corner. */
  readonly times: Float64Array;
  /** World coordinates, by corner. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Degrees clockwise from north, and m/s on average, of the piece that begins at each corner. */
  readonly course: Float32Array;
  readonly pace: Float32Array;
  /** m/s at each corner; `null` for even speed from corner to corner. */
  readonly speed: Float32Array | null;
}

const known = new WeakMap<WayCorners, Line>();

/** The line of a way; made once. */
export function lineOf(way: WayCorners): Line {
  const before = known.get(way);
  if (before !== undefined) return before;
  const line = makeLine(way);
  known.set(way, line);
  return line;
}

function makeLine({ times, latitude, longitude, speed }: WayCorners): Line {
  const x = longitude.map(worldX);
  const y = latitude.map(worldY);
  const course = new Float32Array(times.length);
  const pace = new Float32Array(times.length);
  for (let corner = 0; corner < times.length; corner++) {
    const [east, south] = [(x[corner + 1] ?? 0) - (x[corner] ?? 0), (y[corner + 1] ?? 0) - (y[corner] ?? 0)];
    const isLast = corner + 1 === times.length;
    const stays = isLast || (east === 0 && south === 0);
    course[corner] = stays ? (course[corner - 1] ?? Number.NaN) : (Math.atan2(east, -south) * 180) / Math.PI;
    const metres = Math.hypot(east, south) * equatorLength * longitudeScale(latitude[corner] ?? 0);
    const seconds = ((times[corner + 1] ?? 0) - (times[corner] ?? 0)) / 1000;
    pace[corner] = isLast || seconds <= 0 ? 0 : metres / seconds;
  }
  return { times, x, y, course, pace, speed };
}

/** The corner that a time is at or after; to be searched from `from`, which is not behind it. */
export function cornerAt({ times }: Line, time: number, from = 0): number {
  let corner = from;
  while (corner + 2 < times.length && (times[corner + 1] ?? 0) <= time) corner++;
  return corner;
}

/** The share of the piece from a corner to the next that lies behind a vehicle at a time, from 0 to 1. */
export function shareAt({ times, speed }: Line, corner: number, time: number): number {
  const [begins, ends] = [times[corner] ?? 0, times[corner + 1] ?? 0];
  if (ends <= begins) return time >= ends ? 1 : 0;
  const passed = Math.min(1, Math.max(0, (time - begins) / (ends - begins)));
  const [entry, exit] = [speed?.[corner] ?? 0, speed?.[corner + 1] ?? 0];
  // At even acceleration; a piece without a speed at its ends is driven evenly.
  return entry + exit === 0 ? passed : (2 * entry * passed + (exit - entry) * passed ** 2) / (entry + exit);
}

/** Takes in a place in world coordinates. */
type Visit = (x: number, y: number) => void;

/** A part of a drive, between two simulated moments. */
export interface DrivePart extends KnownDrive {
  from: number;
  to: number;
}

/** Calls back with each corner of a part of a drive, and with where it begins and ends. */
export function walkDrive({ way, began, lasts, from, to }: DrivePart, visit: Visit): void {
  const line = lineOf(way);
  const whole = line.times[line.times.length - 1] ?? 0;
  const timeAt = (moment: number): number =>
    lasts > 0 ? Math.min(1, (moment - began) / lasts) * whole : moment >= began ? 0 : -1;
  const [begins, ends] = [Math.max(0, timeAt(from)), timeAt(to)];
  if (!(ends >= begins)) return;
  visitAt(line, begins, visit);
  for (let corner = cornerAt(line, begins) + 1; (line.times[corner] ?? ends) < ends; corner++)
    visit(line.x[corner] ?? 0, line.y[corner] ?? 0);
  if (ends > begins) visitAt(line, ends, visit);
}

/** The part of a drive that lies behind its vehicle at a simulated moment, corner by corner. */
export function drivenOf(drive: KnownDrive, to: number): WorldPoint[] {
  const points: WorldPoint[] = [];
  walkDrive({ ...drive, from: Number.NEGATIVE_INFINITY, to }, (x, y) => points.push([x, y]));
  return points;
}

function visitAt(line: Line, time: number, visit: Visit): void {
  const corner = cornerAt(line, time);
  const next = Math.min(corner + 1, line.x.length - 1);
  const share = shareAt(line, corner, time);
  const [x, y] = [line.x[corner] ?? 0, line.y[corner] ?? 0];
  visit(x + ((line.x[next] ?? 0) - x) * share, y + ((line.y[next] ?? 0) - y) * share);
}
