/**
 * The drives of vehicles, by the fleet's own number: the ways that the stream has sent, and the last drives of each
 * vehicle along them. Of a vehicle of which the stream sends no drives, a report is a drive with one leg.
 */
import { signal } from '@preact/signals';
import type { DriveFrame, WayCorners } from '../api/drives.ts';
import { type WorldPoint, worldMetres, worldX, worldY } from '../map/camera.ts';
import { clockRate } from './clock.ts';
import { listeners } from './listeners.ts';
import { onPositions, positions } from './positions.ts';
import { onNewWorld } from './world.ts';

/** A way, corner by corner. */
export interface Line {
  /** Milliseconds since the way began. */
  readonly times: Float64Array;
  /** World coordinates. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** m/s; `null` for even speed from corner to corner. */
  readonly speed: Float32Array | null;
  /** Metres for the width of the world. */
  readonly metres: number;
}

/** A drive along a way, or a parked vehicle: then its line has one corner. */
export interface Drive {
  readonly line: Line;
  /** Milliseconds since 1970 UTC; milliseconds. */
  readonly began: number;
  lasts: number;
}

/** Position of a vehicle on its drive. The same object is written for all vehicles: there are thousands in a picture. */
export interface Place {
  x: number;
  y: number;
  /** Degrees clockwise from north; NaN where it does not show. */
  course: number;
  moves: boolean;
}

/** Drives that are kept of a vehicle: some behind, the current one, and those that the map has not come to yet. */
const KEPT = 6;
/** Drives that are kept of the chosen vehicle, for its trail. */
const KEPT_OF_CHOSEN = 40;
/** m/s below which a vehicle is parked: a recording wanders where it is parked. */
const PARKED = 0.6;

interface Own {
  /** The oldest first. */
  drives: Drive[];
  /** How many of them the stream has sent. */
  sent: number;
  /** Real over planned time of the last drive whose time was sent. */
  pace: number;
  /** True if it was parked, as far as is known, and reports from elsewhere. */
  isElsewhere: boolean;
}

let known: (Own | undefined)[] = [];
/** Ways by the number that the stream gives them, as long as further drives go along them. */
let ways = new Map<number, Line>();
let received = 0;
let chosenNumber = 0;

/** Grows when a drive of a vehicle becomes known of which none was. */
export const drivenVehicles = signal(0);

const begun = listeners<[]>();
/** Calls back when vehicles have begun drives. */
export const onDrives = begun.on;

onNewWorld(() => {
  known = [];
  ways = new Map();
  received = 0;
});

/** One more than the highest number of a vehicle whose drives are known. */
export function drivesLength(): number {
  return known.length;
}

/** The drives of a vehicle that are kept, the oldest first. */
export function drivesOf(number: number): readonly Drive[] {
  return known[number]?.drives ?? [];
}

/** Keeps more drives of one vehicle than of others. */
export function keepDrivesOf(number: number): void {
  chosenNumber = number;
}

/** Returns whether only the reports of a vehicle are known, not its ways. */
export function isReported(number: number): boolean {
  const own = known[number];
  return own === undefined || own.sent === 0 || own.isElsewhere;
}

/** Forgets a vehicle that was removed. */
export function forgetDrives(number: number): void {
  known[number] = undefined;
}

/** The newest drive that has begun at a moment, or the oldest that is known. */
export function driveAt(number: number, at: number): Drive | undefined {
  const drives = drivesOf(number);
  let place = drives.length - 1;
  while (place > 0 && (drives[place]?.began ?? 0) > at) place--;
  return drives[place];
}

/** Takes in a frame of the stream. */
export function addDrives(frame: DriveFrame): void {
  const first = received;
  for (const way of frame.ways) ways.set(received++, lineOf(way));
  frame.numbers.forEach((number, index) => {
    const own = ownOf(number);
    const line = ways.get(frame.way[index] ?? -1) ?? standingAt(frame, index);
    const whole = line.times.at(-1) ?? 0;
    const lasts = frame.lasts[index] ?? Number.NaN;
    // A driver takes the same share of the time of each way.
    if (whole > 0 && !Number.isNaN(lasts)) own.pace = lasts / whole;
    own.sent++;
    if (own.sent > 1) own.isElsewhere = false;
    add(number, own, {
      line,
      began: frame.began[index] ?? 0,
      lasts: Number.isNaN(lasts) ? whole * own.pace : lasts,
    });
  });
  frame.ways.forEach(({ once }, index) => {
    if (once) ways.delete(first + index);
  });
  begun.call();
}

function ownOf(number: number): Own {
  let own = known[number];
  if (own === undefined) {
    own = { drives: [], sent: 0, pace: 1, isElsewhere: false };
    known[number] = own;
    drivenVehicles.value++;
  }
  return own;
}

function add(number: number, { drives }: Own, drive: Drive): void {
  drives.push(drive);
  if (drives.length > (number === chosenNumber ? KEPT_OF_CHOSEN : KEPT)) drives.shift();
}

function lineOf({ times, latitude, longitude, speed }: Omit<WayCorners, 'once'>): Line {
  const metres = worldMetres(latitude[0] ?? 0);
  return { times, x: longitude.map(worldX), y: latitude.map(worldY), speed, metres };
}

function standingAt({ latitude, longitude }: DriveFrame, index: number): Line {
  const at = (column: Float64Array) => column.slice(index, index + 1);
  return lineOf({
    times: new Float64Array(1),
    latitude: at(latitude),
    longitude: at(longitude),
    speed: null,
  });
}

/** Writes where a vehicle is on its drive at a simulated moment: at an end of it before and after. */
export function locate({ line, began, lasts }: Drive, at: number, place: Place): void {
  const { times, x, y, speed, metres } = line;
  const last = times.length - 1;
  const whole = times[last] ?? 0;
  // The driver is slower than the plan by some share.
  const time = lasts > 0 ? ((at - began) / lasts) * whole : whole;
  const corner = cornerAt(times, time);
  const next = Math.min(corner + 1, last);
  const [begins, ends] = [times[corner] ?? 0, times[next] ?? 0];
  const passed = ends > begins ? Math.min(1, Math.max(0, (time - begins) / (ends - begins))) : 1;
  const share = shareOf(passed, speed?.[corner] ?? 0, speed?.[next] ?? 0);
  const [fromX, fromY] = [x[corner] ?? 0, y[corner] ?? 0];
  const [east, south] = [(x[next] ?? 0) - fromX, (y[next] ?? 0) - fromY];
  place.x = fromX + east * share;
  place.y = fromY + south * share;
  const apart = Math.hypot(east, south);
  place.course = apart > 0 ? (Math.atan2(east, -south) * 180) / Math.PI : Number.NaN;
  const pace = (apart * metres * 1000) / (ends - begins || 1);
  place.moves = time >= 0 && time < whole && pace > PARKED;
}

/** The corner that a time is at or after, but for the last one. */
function cornerAt(times: Float64Array, time: number): number {
  let [low, high] = [0, Math.max(0, times.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The share of a piece that lies behind a vehicle after a share of its time, at even acceleration. */
function shareOf(passed: number, entry: number, exit: number): number {
  return entry + exit === 0 ? passed : (2 * entry * passed + (exit - entry) * passed ** 2) / (entry + exit);
}

/** Position of a vehicle on its drive at a simulated moment. */
export function placeOn(drive: Drive, at: number): WorldPoint {
  const place = { x: 0, y: 0, course: 0, moves: false };
  locate(drive, at, place);
  return [place.x, place.y];
}

/** The corners of a drive between two simulated moments, with where it begins and ends. */
export function wayOf(drive: Drive, from: number, to: number): WorldPoint[] {
  const { line, began, lasts } = drive;
  const whole = line.times.at(-1) ?? 0;
  const momentOf = (time: number) => began + (whole > 0 ? (time / whole) * lasts : 0);
  const corners = [...line.times.keys()]
    .filter((corner) => momentOf(line.times[corner] ?? 0) > from && momentOf(line.times[corner] ?? 0) < to)
    .map((corner): WorldPoint => [line.x[corner] ?? 0, line.y[corner] ?? 0]);
  return [placeOn(drive, from), ...corners, placeOn(drive, to)];
}

/** Metres from where it was parked above which a vehicle is elsewhere. */
const FAR = 500;
/** Real milliseconds of the longest leg, and above which a vehicle was silent: it is shown at its new place at once. */
const MAX_LEG = 12_000;
const SILENCE = 25_000;
/** Metres for each simulated millisecond: 300 km/h. A leg below so many metres is that of the receiver. */
const FASTEST = 300 / 3_600;
const NOISE = 400;

onPositions((frame) => {
  for (const number of frame?.numbers ?? []) {
    const own = ownOf(number);
    const last = own.drives.at(-1);
    if (own.sent === 1 && last?.lasts === 0 && metresOff(number, placeOn(last, last.began)) > FAR)
      own.isElsewhere = true;
    if (isReported(number)) report(number, own);
  }
});

/**
 * Begins a leg that takes as long as the last two reports lay apart: the vehicle arrives when the next one comes, at any
 * speed of the clock. What is reported while the clock is stopped, or no vehicle could have driven, is jumped over.
 */
function report(number: number, own: Own): void {
  const [at, before] = [positions.at[number] ?? 0, positions.previousAt[number] ?? 0];
  const [latitude, longitude] = [positions.latitude[number] ?? 0, positions.longitude[number] ?? 0];
  const last = own.drives.at(-1);
  const [x, y] = last === undefined ? [Number.NaN, Number.NaN] : placeOn(last, at);
  const rate = clockRate();
  const apart = rate > 0 ? (at - before) / rate : 0;
  const isDriven = metresOff(number, [x, y]) < NOISE + (at - before) * FASTEST;
  const lasts = apart > SILENCE || !isDriven ? 0 : Math.min(MAX_LEG, apart) * rate;
  const [toX, toY] = [worldX(longitude), worldY(latitude)];
  const [fromX, fromY] = lasts > 0 ? [x, y] : [toX, toY];
  const line = {
    times: Float64Array.of(0, lasts),
    x: Float64Array.of(fromX, toX),
    y: Float64Array.of(fromY, toY),
    speed: null,
    metres: worldMetres(latitude),
  };
  add(number, own, { line, began: at, lasts });
}

/** Lets vehicles arrive that go to where they were reported: the clock was stopped at a simulated moment. */
export function settleDrives(by: number): void {
  known.forEach((own, number) => {
    const last = own?.drives.at(-1);
    if (last && isReported(number) && last.began + last.lasts > by) last.lasts = Math.max(0, by - last.began);
  });
}

/** Metres from a place to where a vehicle was reported last. */
function metresOff(number: number, [x, y]: WorldPoint): number {
  const [latitude, longitude] = [positions.latitude[number] ?? 0, positions.longitude[number] ?? 0];
  return Math.hypot(worldX(longitude) - x, worldY(latitude) - y) * worldMetres(latitude);
}
