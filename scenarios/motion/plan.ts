/**
 * A plan: the whole drive along a path as rows of constant acceleration, each within one straight piece.
 * Where a vehicle is at a time is one row's arithmetic; where it is after a length of the way, as well.
 *
 * A row is 12 words of 32 bits; latitude and longitude are whole numbers, all else are floats:
 *
 *     0  along      m from the start           6  east      1e-7 degrees of longitude per metre along
 *     1  speed      m/s at its beginning       7  course    degrees
 *     2  gain       m/s²                       8  scale     1e-7 degrees of longitude per metre eastwards
 *     3  latitude   1e-7 degrees               9  flags     of `pieceFlags`
 *     4  longitude  1e-7 degrees              10  altitude  m
 *     5  north      1e-7 degrees per metre    11  spare
 *
 * The seconds at which rows begin are stored apart, so that the row of a moment is found in few cache lines; one
 * more than rows: the last is the end of the drive.
 */

import { itemAt } from '../../contracts/kit/items.ts';
import type { Fix } from './derive.ts';
import { courseBetween, longitudeScale, metresPerDegree, wrapped } from './geodesy.ts';
import { type Path, pieceFlags } from './path.ts';
import type { Traits } from './vehicles.ts';

export const ROW = 12;
export const row = {
  along: 0,
  speed: 1,
  gain: 2,
  latitude: 3,
  longitude: 4,
  north: 5,
  east: 6,
  course: 7,
  scale: 8,
  flags: 9,
  altitude: 10,
} as const;

/** The scale of codes of latitude and longitude. */
export const DEGREE = 1e7;
/** 1e-7 degrees of latitude per metre. */
export const NORTHWARDS = DEGREE / metresPerDegree;

export interface Plan {
  rows: number;
  /** Seconds; `rows` + 1 of them. */
  times: Float32Array;
  words: Float32Array;
  /** Metres. */
  length: number;
  /** Seconds. */
  duration: number;
}

const kmh = 3.6;
/** m from a corner at which a driver begins to steer, at most. */
const cornering = 20;
/** m/s round the tightest corner. */
const crawl = 1.5;

/**
 * How a driver who keeps to the limits drives along a path, from standstill to standstill: never faster than the
 * limit and `above` (km/h), than the vehicle does, and than each bend allows.
 */
export function planDrive(path: Path, traits: Traits, above: number): Plan {
  const pieces = path.along.length - 1;
  const allowed = Float64Array.from({ length: pieces }, (_, piece) =>
    Math.max(crawl, Math.min((path.limit[piece] ?? 0) + above, traits.fastest) / kmh),
  );
  const speeds = cornerSpeeds(path, allowed, traits);
  const builder = planBuilder(path);
  for (let piece = 0; piece < pieces; piece++) {
    const length = lengthOf(path, piece);
    const [entry, exit] = [speeds[piece] ?? 0, speeds[piece + 1] ?? 0];
    const { accelerate, brake } = traits;
    const top = Math.min(
      allowed[piece] ?? 0,
      Math.sqrt(
        (2 * accelerate * brake * length + brake * entry ** 2 + accelerate * exit ** 2) /
          (accelerate + brake),
      ),
    );
    const gaining = Math.max(0, (top ** 2 - entry ** 2) / (2 * accelerate));
    const losing = Math.max(0, (top ** 2 - exit ** 2) / (2 * brake));
    builder.begin(piece);
    builder.stretch(gaining, entry, top, accelerate);
    builder.stretch(length - gaining - losing, top, top, 0);
    builder.stretch(losing, top, exit, -brake);
  }
  return builder.done();
}

/** The drive as it was recorded: from fix to fix at an even speed, in the recording's own time. */
export function planRecorded(fixes: readonly Fix[], longestStep = 60_000): Plan {
  const path = recordedPath(fixes, longestStep);
  const builder = planBuilder(path);
  for (let piece = 0; piece < fixes.length - 1; piece++) {
    const seconds = (itemAt(fixes, piece + 1).time - itemAt(fixes, piece).time) / 1000;
    builder.begin(piece);
    builder.even(lengthOf(path, piece), seconds);
  }
  return builder.done();
}

/** Unlike `pathThrough` it keeps fixes at one place: the vehicle was parked there. */
function recordedPath(fixes: readonly Fix[], longestStep: number): Path {
  const along = new Float64Array(fixes.length);
  for (let at = 1; at < fixes.length; at++) {
    along[at] = (along[at - 1] ?? 0) + metres(itemAt(fixes, at - 1), itemAt(fixes, at));
  }
  const flags = fixes.map(({ time }, at) => {
    const next = fixes[at + 1]?.time ?? time;
    return pieceFlags.measured | (next - time > longestStep ? pieceFlags.gap : 0);
  });
  return {
    along,
    latitude: Float64Array.from(fixes, ({ latitude }) => latitude),
    longitude: Float64Array.from(fixes, ({ longitude }) => longitude),
    altitude: Float64Array.from(fixes, ({ altitude }) => altitude ?? 0),
    limit: new Float64Array(fixes.length),
    flags: Uint8Array.from(flags),
    length: along.at(-1) ?? 0,
  };
}

function metres(a: Fix, b: Fix): number {
  const scale = longitudeScale(a.latitude);
  const north = (b.latitude - a.latitude) * DEGREE;
  const east = wrapped(b.longitude - a.longitude) * DEGREE * scale;
  return Math.hypot(north, east) / NORTHWARDS;
}

/** m/s at each corner: what bends allow, then what acceleration and brakes do; standstill at both ends. */
function cornerSpeeds(path: Path, allowed: Float64Array, traits: Traits): Float64Array {
  const pieces = allowed.length;
  const speeds = new Float64Array(pieces + 1);
  for (let corner = 1; corner < pieces; corner++) {
    speeds[corner] = Math.min(
      allowed[corner - 1] ?? 0,
      allowed[corner] ?? 0,
      Math.max(crawl, Math.sqrt(traits.lateral * radiusAt(path, corner))),
    );
  }
  for (let corner = 1; corner < pieces; corner++) {
    const reached = Math.sqrt(
      (speeds[corner - 1] ?? 0) ** 2 + 2 * traits.accelerate * lengthOf(path, corner - 1),
    );
    speeds[corner] = Math.min(speeds[corner] ?? 0, reached);
  }
  for (let corner = pieces - 1; corner > 0; corner--) {
    const stopped = Math.sqrt((speeds[corner + 1] ?? 0) ** 2 + 2 * traits.brake * lengthOf(path, corner));
    speeds[corner] = Math.min(speeds[corner] ?? 0, stopped);
  }
  return speeds;
}

/** The radius of the arc that rounds a corner, in metres. */
function radiusAt(path: Path, corner: number): number {
  const turn = Math.abs(turnBetween(courseOf(path, corner - 1), courseOf(path, corner)));
  const begins = Math.min(cornering, lengthOf(path, corner - 1) / 2, lengthOf(path, corner) / 2);
  return begins / Math.tan(((Math.min(turn, 179.9) / 2) * Math.PI) / 180 + 1e-9);
}

/** Degrees from one course to another, to the right; -180 to 180. */
export function turnBetween(from: number, to: number): number {
  return wrapped(to - from);
}

function lengthOf(path: Path, piece: number): number {
  return (path.along[piece + 1] ?? 0) - (path.along[piece] ?? 0);
}

function courseOf(path: Path, piece: number): number {
  return courseBetween(cornerOf(path, piece), cornerOf(path, piece + 1));
}

function cornerOf(path: Path, corner: number): { latitude: number; longitude: number } {
  return { latitude: path.latitude[corner] ?? 0, longitude: path.longitude[corner] ?? 0 };
}

/** Writes the rows of one piece after another. */
function planBuilder(path: Path) {
  const rows: number[][] = [];
  const times: number[] = [];
  let time = 0;
  let piece = 0;
  let within = 0;
  let course = 0;
  /** 1e-7 degrees per metre along. */
  let [north, east] = [0, 0];

  function push(length: number, speed: number, gain: number, seconds: number): void {
    const latitude = path.latitude[piece] ?? 0;
    times.push(time);
    rows.push([
      (path.along[piece] ?? 0) + within,
      speed,
      gain,
      latitude * DEGREE + within * north,
      (path.longitude[piece] ?? 0) * DEGREE + within * east,
      north,
      east,
      course,
      NORTHWARDS / Math.max(1e-6, longitudeScale(latitude)),
      path.flags[piece] ?? 0,
      path.altitude[piece] ?? 0,
      0,
    ]);
    within += length;
    time += seconds;
  }

  return {
    begin(next: number): void {
      [piece, within] = [next, 0];
      const length = lengthOf(path, piece);
      if (length > 0) course = courseOf(path, piece) % 360;
      const degrees = length > 0 ? DEGREE / length : 0;
      north = ((path.latitude[piece + 1] ?? 0) - (path.latitude[piece] ?? 0)) * degrees;
      east = wrapped((path.longitude[piece + 1] ?? 0) - (path.longitude[piece] ?? 0)) * degrees;
    },
    /** A stretch of even acceleration; one of no length is left out. */
    stretch(length: number, entry: number, exit: number, gain: number): void {
      if (length >= 1e-3) push(length, entry, gain, gain === 0 ? length / entry : (exit - entry) / gain);
    },
    even: (length: number, seconds: number): void => push(length, length / seconds, 0, seconds),
    done(): Plan {
      const words = Float32Array.from(rows.flat());
      const codes = new Int32Array(words.buffer);
      for (const [at, facts] of rows.entries())
        for (const code of [row.latitude, row.longitude])
          codes[at * ROW + code] = Math.round(facts[code] ?? 0);
      const ends = Float32Array.from([...times, time]);
      return { rows: rows.length, times: ends, words, length: path.length, duration: ends.at(-1) ?? 0 };
    },
  };
}
