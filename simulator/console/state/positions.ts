/**
 * Positions of vehicles, by the fleet's own number (from 1; place 0 is unused). Plain arrays that the map reads as
 * they are: at 10,000 vehicles and ten frames a second nothing else is fast enough.
 */
import { signal } from '@preact/signals';
import { FLAGS, type PositionFrame } from '../api/positions.ts';
import { listeners } from './listeners.ts';
import { onNewWorld } from './world.ts';

/** The flags that change without a report. */
const STANDING = FLAGS.expired | FLAGS.offline | FLAGS.silent;

export interface PositionTable {
  /** One more than the highest number that has a place. */
  length: number;
  /** How many have a position. */
  known: number;
  /** Degrees; NaN without a fix. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** km/h and degrees; NaN where not known. */
  speed: Float32Array;
  course: Float32Array;
  /** See `FLAGS`. */
  flags: Uint8Array;
  /** Simulated moments of the current fix and the one before, ms since 1970. */
  at: Float64Array;
  previousAt: Float64Array;
  /**
   * The simulated moment of the frame that brought the last report: others say that something else has changed. NaN while
   * only the first is known, which may have been reported long before.
   */
  reported: Float64Array;
}

export const positions: PositionTable = emptyTable(64);
/** Grows with each frame, and once all positions were forgotten. */
export const positionFrames = signal(0);

const changed = listeners<[frame: PositionFrame | null]>();
/** Calls back after each frame was taken in, and with `null` once all were forgotten. */
export const onPositions = changed.on;

onNewWorld(() => {
  Object.assign(positions, emptyTable(64));
  positionFrames.value++;
  changed.call(null);
});

/** Takes in a frame. */
export function addPositions(frame: PositionFrame): void {
  for (let index = 0; index < frame.count; index++) {
    const number = frame.numbers[index] ?? 0;
    if (number >= positions.length) makeRoom(number + 1);
    place(number, frame, index);
  }
  positionFrames.value++;
  changed.call(frame);
}

/** The device is there no more. */
export function removePosition(number: number): void {
  if (number >= positions.length || Number.isNaN(positions.latitude[number] ?? Number.NaN)) return;
  positions.latitude[number] = Number.NaN;
  positions.longitude[number] = Number.NaN;
  positions.known--;
  positionFrames.value++;
}

function place(number: number, frame: PositionFrame, index: number): void {
  const table = positions;
  const latitude = frame.latitude[index] ?? 0;
  const longitude = frame.longitude[index] ?? 0;
  const course = frame.course[index] ?? 0;
  const isNew = Number.isNaN(table.latitude[number] ?? 0);
  if (isNew) table.known++;
  table.previousAt[number] = isNew ? frame.at : (table.at[number] ?? 0);
  const isReport =
    table.latitude[number] !== latitude ||
    table.longitude[number] !== longitude ||
    (((table.flags[number] ?? 0) ^ (frame.flags[index] ?? 0)) & STANDING) === 0;
  if (!isNew && isReport) table.reported[number] = frame.at;
  table.latitude[number] = latitude;
  table.longitude[number] = longitude;
  table.speed[number] = frame.speed[index] ?? 0;
  // A stationary vehicle keeps its heading.
  if (!Number.isNaN(course) || isNew) table.course[number] = course;
  table.flags[number] = frame.flags[index] ?? 0;
  table.at[number] = frame.at;
}

function makeRoom(length: number): void {
  if (length > positions.latitude.length) {
    const larger = emptyTable(Math.max(length, positions.latitude.length * 2));
    for (const name of COLUMNS) larger[name].set(positions[name] as Float64Array);
    for (const name of COLUMNS) Object.assign(positions, { [name]: larger[name] });
  }
  positions.length = length;
}

const COLUMNS = [
  'latitude',
  'longitude',
  'speed',
  'course',
  'flags',
  'at',
  'previousAt',
  'reported',
] as const;

function emptyTable(places: number): PositionTable {
  const degrees = () => new Float64Array(places).fill(Number.NaN);
  return {
    length: 1,
    known: 0,
    latitude: degrees(),
    longitude: degrees(),
    speed: new Float32Array(places).fill(Number.NaN),
    course: new Float32Array(places).fill(Number.NaN),
    flags: new Uint8Array(places),
    at: new Float64Array(places),
    previousAt: new Float64Array(places),
    reported: new Float64Array(places).fill(Number.NaN),
  };
}
