/**
 * The drives of vehicles, by the fleet's own number: the ways that the stream has sent, and the last drives of each
 * vehicle along them, so that the map can show any of the last moments, and where a vehicle came from. Of a vehicle of
 * which the stream sends no drives, a report is a drive with one leg.
 */
import { signal } from '@preact/signals';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { DriveFrame } from '../api/drives.ts';
import { type WorldPoint, worldMetres, worldX, worldY } from '../map/camera.ts';
import { aim, type Drive, type Line, legLine, lineOf, placeOn } from '../map/lines.ts';
import { clockRate } from './clock.ts';
import { noteDrives } from './lateness.ts';
import { onPositions, positions } from './positions.ts';
import { onNewWorld } from './world.ts';

/** Drives that are kept of each vehicle: some behind, the current one, and those that the map has not come to yet. */
export const KEPT = 6;

/** One more than the highest number that has a drive. */
let length = 1;
/** Ways by the number that the stream gives them, as long as further drives go along them. */
let ways = new Map<number, Line>();
let received = 0;
/** By number: real over planned time of the last drive whose time was sent. */
let paces = new Map<number, number>();
/** By number times `KEPT`, in a circle. */
let lines: (Line | undefined)[] = [];
let began = new Float64Array(0);
let lasts = new Float64Array(0);
/** By number: how many drives it has had, and how many of them the stream has sent. */
let had = new Uint32Array(0);
let sent = new Uint32Array(0);

/** Grows when a drive of a vehicle becomes known of which none was. */
export const drivenVehicles = signal(0);

type Listener = (numbers: Uint32Array) => void;
const listeners = new Set<Listener>();

onNewWorld(() => {
  length = 1;
  ways = new Map();
  paces = new Map();
  received = 0;
  lines = [];
  elsewhere.clear();
  had = new Uint32Array(0);
  sent = new Uint32Array(0);
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

/** How many drives a vehicle has had; 0 where it is not known where it is. */
export function drivesHad(number: number): number {
  return had[number] ?? 0;
}

/** Returns whether only the reports of a vehicle are known, not its ways. */
export function isReported(number: number): boolean {
  const count = sent[number] ?? 0;
  return count === 0 || (count === 1 && elsewhere.has(number));
}

/** The vehicle is there no more. */
export function forgetDrives(number: number): void {
  had[number] = 0;
  sent[number] = 0;
}

/** The drive of a vehicle that is `back` before its last one; `undefined` where it is not kept. */
export function driveOf(number: number, back: number): Drive | undefined {
  if (back >= Math.min(drivesHad(number), KEPT)) return undefined;
  const line = lineAt(number, back);
  return line && { line, began: beganAt(number, back), lasts: lastsAt(number, back) };
}

/** The line of such a drive, and when it began, without an object for each look. */
export function lineAt(number: number, back: number): Line | undefined {
  return lines[placeOf(number, drivesHad(number) - 1 - back)];
}
export function beganAt(number: number, back: number): number {
  return began[placeOf(number, drivesHad(number) - 1 - back)] ?? 0;
}
export function lastsAt(number: number, back: number): number {
  return lasts[placeOf(number, drivesHad(number) - 1 - back)] ?? 0;
}

/** Takes in a frame of the stream that came at a real moment. */
export function addDrives(frame: DriveFrame, real: number): void {
  const first = received;
  for (const way of frame.ways) ways.set(received++, lineOf(way));
  // The first drive of each may have begun long before.
  noteDrives(
    frame.began.filter((_, index) => (sent[frame.numbers[index] ?? 0] ?? 0) > 0),
    real,
  );
  frame.numbers.forEach((number, index) => {
    const line = ways.get(frame.way[index] ?? -1) ?? standingAt(frame, index);
    add(number, line, frame.began[index] ?? 0, timeFor(number, line, frame.lasts[index] ?? 0));
    sent[number] = (sent[number] ?? 0) + 1;
  });
  frame.ways.forEach(({ once }, index) => {
    if (once) ways.delete(first + index);
  });
  for (const listener of listeners) listener(frame.numbers);
}

/** Milliseconds of a drive. A driver takes the same share of the time of each way. */
function timeFor(number: number, { times }: Line, given: number): number {
  const whole = times.at(-1) ?? 0;
  if (Number.isNaN(given)) return whole * (paces.get(number) ?? 1);
  if (whole > 0) paces.set(number, given / whole);
  return given;
}

function standingAt({ latitude, longitude }: DriveFrame, index: number): Line {
  return lineOf({
    times: new Float64Array(1),
    latitude: latitude.slice(index, index + 1),
    longitude: longitude.slice(index, index + 1),
    speed: null,
    once: true,
  });
}

function add(number: number, line: Line, at: number, time: number): void {
  if (number >= length) makeRoom(number + 1);
  const count = drivesHad(number);
  const place = placeOf(number, count);
  lines[place] = line;
  began[place] = at;
  lasts[place] = time;
  had[number] = count + 1;
}

function placeOf(number: number, drive: number): number {
  return number * KEPT + (drive % KEPT);
}

function makeRoom(wanted: number): void {
  length = wanted;
  drivenVehicles.value = wanted;
  had = grown(had, wanted, 0);
  sent = grown(sent, wanted, 0);
  began = grown(began, had.length * KEPT, 0);
  lasts = grown(lasts, had.length * KEPT, 0);
}

/** Metres from where it was parked above which a vehicle is elsewhere. */
const FAR = 500;
/** Vehicles that were parked, as far as is known, and report from elsewhere: how they came there is not known. */
const elsewhere = new Set<number>();
/** Real milliseconds of a leg. */
const SHORTEST = 120;
const LONGEST = 12_000;
/** A vehicle that was silent for longer than this does not crawl to its new place. */
const SILENCE = 25_000;
const AFTER_SILENCE = 1_500;
/** Metres for each simulated millisecond: 300 km/h. */
const FASTEST = 300 / 3_600;
/** A leg below this many metres is that of the receiver, not of the vehicle. */
const NOISE = 400;

onPositions((frame) => {
  for (const number of frame?.numbers ?? []) {
    if (sent[number] === 1 && isElsewhere(number)) elsewhere.add(number);
    if (isReported(number)) report(number);
  }
});

function isElsewhere(number: number): boolean {
  const drive = driveOf(number, 0);
  return drive?.lasts === 0 && metresOff(number, placeOn(drive, drive.began), reportedPlace(number)) > FAR;
}

/**
 * A report begins a leg that takes as long as the last two reports lay apart: the vehicle arrives when the next one comes,
 * at any speed of the clock. While the clock is stopped, what is reported has been driven.
 */
function report(number: number): void {
  const [at, before] = [positions.at[number] ?? 0, positions.previousAt[number] ?? 0];
  const rate = clockRate();
  if (rate > 0) addLeg(number, at, legTime((at - before) / rate) * rate);
  else addLeg(number, before, at - before);
}

function legTime(apart: number): number {
  return apart > SILENCE ? AFTER_SILENCE : Math.min(LONGEST, Math.max(SHORTEST, apart));
}

/** Lets vehicles arrive by a simulated moment that still go to where they were reported, from where they are at another. */
export function arriveBy(from: number, by: number): void {
  for (let number = 1; number < length; number++)
    if (isReported(number) && beganAt(number, 0) + lastsAt(number, 0) > by) addLeg(number, from, by - from);
}

/** From where the vehicle is at a moment to where it is reported; what no vehicle could have driven is jumped over. */
function addLeg(number: number, at: number, lasts: number): void {
  const to = reportedPlace(number);
  const before = driveOf(number, 0);
  const from = before ? placeOn(before, at) : to;
  const apart = (positions.at[number] ?? 0) - (positions.previousAt[number] ?? 0);
  const isDriven = metresOff(number, from, to) < NOISE + apart * FASTEST;
  // An object that is not needed any more is taken again: there are thousands in a second.
  const old = lines[placeOf(number, drivesHad(number))];
  const line = old?.times.length === 2 ? old : legLine();
  const time = isDriven ? lasts : 0;
  aim(line, isDriven ? from : to, to, time, positions.course[number] ?? Number.NaN);
  add(number, line, at, time);
}

/** Metres from one place to another that is near where a vehicle was reported. */
function metresOff(number: number, [x, y]: WorldPoint, [toX, toY]: WorldPoint): number {
  return Math.hypot(toX - x, toY - y) * worldMetres(positions.latitude[number] ?? 0);
}

function reportedPlace(number: number): WorldPoint {
  return [worldX(positions.longitude[number] ?? 0), worldY(positions.latitude[number] ?? 0)];
}
