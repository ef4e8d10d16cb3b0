/**
 * Counts of what was drawn so far, for tests and benchmarks: only where the address asks for them with `?measure`, or
 * with `?measure=frames`, which leaves out where vehicles were drawn: with many of them that takes as long as drawing.
 */
import type { VehicleState } from '../state/known.ts';
import type { View } from './camera.ts';
import { latitudeOf, longitudeOf } from './camera.ts';

/** Places at which vehicles are drawn, by the fleet's number, in CSS pixels. */
export interface Places {
  x: Float32Array;
  y: Float32Array;
}

declare global {
  interface Window {
    roadtestFrames?: () => Frames;
    roadtestDrawn?: () => Drawn;
  }
}

export interface Frames {
  /** Pictures so far, and the milliseconds that all of them took together. */
  drawn: number;
  milliseconds: number;
  /** When the first one with a vehicle on it was drawn, in milliseconds since the page was called; `null` before. */
  first: number | null;
  /** When land and roads lay below them. */
  ground: number | null;
}

/** The vehicles of the last picture. */
export interface Drawn {
  /** Positions of those that move, in degrees, as they are drawn. */
  moving: { number: number; latitude: number; longitude: number }[];
  /** The states of all that are seen, and where they stand. */
  seen: { number: number; state: VehicleState; latitude: number; longitude: number }[];
  /** Vehicles that moved on two pictures in a row, and those of them with a new place: counts since the page was called. */
  watched: number;
  advanced: number;
}

let isMeasured = false;
/** Place at which each vehicle that moves was drawn last, in world coordinates. */
let before = new Map<number, readonly [number, number]>();
const drawn: Drawn = { moving: [], seen: [], watched: 0, advanced: 0 };

const frames: Frames = { drawn: 0, milliseconds: 0, first: null, ground: null };

export function noteGround(): void {
  frames.ground = performance.now();
}

/** Counts one picture, the milliseconds it took to draw, and the vehicles on it. */
export function countFrame(took: number, vehicles: number): void {
  frames.drawn++;
  frames.milliseconds += took;
  if (vehicles > 0) frames.first ??= performance.now();
}

/** How vehicles look on a picture, by number. */
interface Looks {
  places: Places;
  moves: (number: number) => boolean;
  stateAt: (number: number) => VehicleState;
}

/** Notes the vehicles of a picture: those that are seen, and where they are on it. */
export function noteDrawn(view: View, seen: readonly number[], { places, moves, stateAt }: Looks): void {
  if (!isMeasured) return;
  drawn.seen = seen.map((number) => ({
    number,
    state: stateAt(number),
    latitude: latitudeOf(((places.y[number] ?? 0) + view.top) / view.scale),
    longitude: longitudeOf(((places.x[number] ?? 0) + view.left) / view.scale),
  }));
  const after = new Map<number, readonly [number, number]>();
  for (const number of seen) {
    if (!moves(number)) continue;
    const x = ((places.x[number] ?? 0) + view.left) / view.scale;
    const y = ((places.y[number] ?? 0) + view.top) / view.scale;
    const was = before.get(number);
    if (was !== undefined) {
      drawn.watched++;
      if (was[0] !== x || was[1] !== y) drawn.advanced++;
    }
    after.set(number, [x, y]);
  }
  before = after;
}

function drawnLast(): Drawn {
  const moving = [...before].map(([number, [x, y]]) => ({
    number,
    latitude: latitudeOf(y),
    longitude: longitudeOf(x),
  }));
  return { ...drawn, moving };
}

export function startMeasuring(): void {
  const measured = new URLSearchParams(location.search).get('measure');
  if (measured === null) return;
  isMeasured = measured !== 'frames';
  window.roadtestFrames = () => ({ ...frames });
  window.roadtestDrawn = drawnLast;
}
