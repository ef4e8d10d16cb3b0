/**
 * The drives of vehicles, by the fleet's own number: the ways that the stream has sent, and the last drives of each
 * vehicle along them, so that the map can show any of the last moments, and where a vehicle came from.
 */
import { signal } from '@preact/signals';
import { distanceBetween } from '../../../contracts/kit/geodesy.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { DriveFrame, WayCorners } from '../api/drives.ts';
import { noteDrives } from './lateness.ts';
import { onPositions, positions } from './positions.ts';
import { onNewWorld } from './world.ts';

/** Drives that are kept of each vehicle: some behind, the current one, and those that the map has not come to yet. */
export const KEPT = 6;

/** A drive along a way, or a parked vehicle: then its way has one corner. */
export interface KnownDrive {
  way: WayCorners;
  /** Milliseconds since 1970 UTC; milliseconds. */
  began: number;
  lasts: number;
}

/** One more than the highest number that has a drive. */
let length = 1;
let ways = new Map<number, WayCorners>();
let received = 0;
/** By number: real over planned time of the last drive whose time was sent. */
let paces = new Map<number, number>();
/** Parked vehicles have ways of their own, which the stream does not number. */
let own = -1;
/** By number times `KEPT`, in a circle. */
let wayOf = new Int32Array(0);
let began = new Float64Array(0);
let lasts = new Float64Array(0);
/** By number: how many drives it has had. */
let had = new Uint32Array(0);

/** Grows when a drive of a vehicle becomes known of which none was. */
export const drivenVehicles = signal(0);

type Listener = (numbers: Uint32Array) => void;
const listeners = new Set<Listener>();

onNewWorld(() => {
  length = 1;
  ways = new Map();
  paces = new Map();
  received = 0;
  own = -1;
  elsewhere.clear();
  had = new Uint32Array(0);
});

/** Calls back with the numbers of the vehicles that began a drive. */
export function onDrives(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One more than the highest number of a vehicle whose drives are known. */
export function drivesLength(): number {
  return length;
}

/** How many drives a vehicle has had; 0 where only its reports are known. */
export function drivesHad(number: number): number {
  const count = had[number] ?? 0;
  return count === 1 && elsewhere.has(number) ? 0 : count;
}

/** Metres from where it was parked above which a vehicle is elsewhere. */
const FAR = 500;
/** Vehicles that were parked, as far as is known, and report from elsewhere: how they came there is not known. */
const elsewhere = new Set<number>();
onPositions((frame) => {
  for (const number of frame?.numbers ?? []) {
    if (had[number] !== 1) continue;
    const { way, lasts } = driveOf(number, 0) ?? {};
    const place = { latitude: way?.latitude[0] ?? 0, longitude: way?.longitude[0] ?? 0 };
    const at = { latitude: positions.latitude[number] ?? 0, longitude: positions.longitude[number] ?? 0 };
    if (lasts === 0 && distanceBetween(place, at) > FAR) elsewhere.add(number);
  }
});

/** The drive of a vehicle that is `back` before its last one; `undefined` where it is not kept. */
export function driveOf(number: number, back: number): KnownDrive | undefined {
  const count = had[number] ?? 0;
  if (back >= Math.min(count, KEPT)) return undefined;
  const place = placeOf(number, count - 1 - back);
  const way = ways.get(wayOf[place] ?? 0);
  return way && { way, began: began[place] ?? 0, lasts: lasts[place] ?? 0 };
}

/** The way of such a drive, and when it began, without an object for each look. */
export function wayAt(number: number, back: number): WayCorners | undefined {
  return ways.get(wayOf[placeOf(number, drivesHad(number) - 1 - back)] ?? 0);
}
export function beganAt(number: number, back: number): number {
  return began[placeOf(number, drivesHad(number) - 1 - back)] ?? 0;
}
export function lastsAt(number: number, back: number): number {
  return lasts[placeOf(number, drivesHad(number) - 1 - back)] ?? 0;
}

/** Takes in a frame of the stream that came at a real moment. */
export function addDrives(frame: DriveFrame, real: number): void {
  for (const way of frame.ways) ways.set(received++, way);
  // The first drive of each may have begun long before.
  noteDrives(
    frame.began.filter((_, index) => drivesHad(frame.numbers[index] ?? 0) > 0),
    real,
  );
  frame.numbers.forEach((number, index) => {
    const way = frame.way[index] ?? -1;
    add(number, way >= 0 ? way : standingAt(frame, index), frame.began[index] ?? 0, timeFor(frame, index));
  });
  for (const listener of listeners) listener(frame.numbers);
}

/** Milliseconds of a drive. A driver takes the same share of the time of each way. */
function timeFor({ numbers, way, lasts }: DriveFrame, index: number): number {
  const number = numbers[index] ?? 0;
  const given = lasts[index] ?? 0;
  const whole = ways.get(way[index] ?? -1)?.times.at(-1) ?? 0;
  if (Number.isNaN(given)) return whole * (paces.get(number) ?? 1);
  if (whole > 0) paces.set(number, given / whole);
  return given;
}

function standingAt({ latitude, longitude }: DriveFrame, index: number): number {
  ways.set(own, {
    times: Float64Array.of(0),
    latitude: latitude.slice(index, index + 1),
    longitude: longitude.slice(index, index + 1),
    speed: null,
    once: true,
  });
  return own--;
}

function add(number: number, way: number, at: number, time: number): void {
  if (number >= length) makeRoom(number + 1);
  const count = had[number] ?? 0;
  const place = placeOf(number, count);
  if (count >= KEPT) forget(wayOf[place] ?? 0);
  wayOf[place] = way;
  began[place] = at;
  lasts[place] = time;
  had[number] = count + 1;
}

/** A way that no other drive goes along is not needed any more. */
function forget(way: number): void {
  if (ways.get(way)?.once) ways.delete(way);
}

function placeOf(number: number, drive: number): number {
  return number * KEPT + (drive % KEPT);
}

function makeRoom(wanted: number): void {
  length = wanted;
  drivenVehicles.value = wanted;
  had = grown(had, wanted, 0);
  wayOf = grown(wayOf, had.length * KEPT, 0);
  began = grown(began, had.length * KEPT, 0);
  lasts = grown(lasts, had.length * KEPT, 0);
}
