/** A recorded drive as a line that is coloured by speed: what of it is drawn from how far away, and where it is divided. */
import { equatorLength, longitudeScale } from '../../../contracts/kit/geodesy.ts';
import { isLeap, latitudeOf, type WorldPoint, worldX, worldY } from './camera.ts';
import { type Corners, pointAt } from './lines.ts';

/** km/h from which on a piece has the next colour. */
export const SPEED_STEPS = [20, 50, 90] as const;
/** The colour index of a piece whose speed was not recorded. */
export const UNKNOWN = -1;

/** A recorded drive as the server sends it: columns by fix. */
export interface RecordedFixes {
  readonly seconds: readonly number[];
  readonly latitude: readonly number[];
  readonly longitude: readonly number[];
  readonly speed: readonly (number | null)[];
}

/** Its times are milliseconds since 1970 UTC. */
export interface RecordedLine extends Corners {
  /** By the piece that ends at each fix: its place among the colours, or `UNKNOWN`. */
  readonly colour: Int8Array;
}

/** Seconds without a fix after which it is not known where the vehicle drove. */
const LONGEST_STEP = 60;
/** CSS pixels from one point that is drawn to the next, at the least. */
const NEAR = 2;
/** Metres off the place where it was recorded at a moment above which a vehicle goes in times of its own. */
const OFF = 250;

export function recordedLine(fixes: RecordedFixes, start: number): RecordedLine {
  const { seconds, latitude, longitude, speed } = fixes;
  return {
    x: Float64Array.from(longitude, worldX),
    y: Float64Array.from(latitude, worldY),
    times: Float64Array.from(seconds, (second) => start + second * 1000),
    speed: null,
    colour: Int8Array.from(seconds, (second, index) => {
      const gap = second - (seconds[index - 1] ?? second);
      return gap > LONGEST_STEP ? UNKNOWN : colourOf(speed[index] ?? 0);
    }),
  };
}

export function colourOf(speed: number): number {
  const step = SPEED_STEPS.findIndex((least) => speed < least);
  return step < 0 ? SPEED_STEPS.length : step;
}

/** The fixes that are drawn where the world has so many pixels: the others lie next to one of them. */
export function drawnAt({ x, y, colour }: RecordedLine, scale: number): Uint32Array {
  const near = NEAR / scale;
  const drawn: number[] = [];
  let last = 0;
  for (let index = 0; index < x.length; index++) {
    const isEnd =
      index === 0 || index === x.length - 1 || colour[index] === UNKNOWN || colour[index + 1] === UNKNOWN;
    if (!isEnd && !isLeap(fixAt({ x, y }, last), fixAt({ x, y }, index), near)) continue;
    drawn.push(index);
    last = index;
  }
  return Uint32Array.from(drawn);
}

/**
 * The recorded moment up to which a drive lies behind a vehicle: that of the clock, or, where the vehicle is elsewhere
 * by then, the moment at which it was recorded nearest to where it is.
 *
 * @param shown where the vehicle is shown; NaN where that is not known
 */
export function reachedAt(line: RecordedLine, moment: number, shown: WorldPoint): number {
  const [x, y] = shown;
  if (Number.isNaN(x) || !isLeap(pointAt(line, moment), shown, worldLength(OFF, y))) return moment;
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let index = 0; index < line.x.length; index++) {
    const away = ((line.x[index] ?? 0) - x) ** 2 + ((line.y[index] ?? 0) - y) ** 2;
    if (away >= least) continue;
    least = away;
    nearest = index;
  }
  return line.times[nearest] ?? moment;
}

export function fixAt({ x, y }: Pick<RecordedLine, 'x' | 'y'>, index: number): WorldPoint {
  return [x[index] ?? 0, y[index] ?? 0];
}

function worldLength(metres: number, y: number): number {
  return metres / (equatorLength * longitudeScale(latitudeOf(y)));
}
