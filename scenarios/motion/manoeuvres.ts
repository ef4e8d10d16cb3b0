/** How hard a vehicle on a plan brakes, accelerates and takes bends, as an accelerometer on board would measure it. */
import { wrapped } from './geodesy.ts';
import { DEGREE, NORTHWARDS, ROW, row } from './plan.ts';
import type { PlanPool } from './pool.ts';
import type { Manoeuvre } from './vehicles.ts';

/** The hardest of each, in m/s². */
export type Forces = { [M in Manoeuvre]: number };

/** A plan as it lies in the pool. */
export interface PooledPlan {
  readonly first: number;
  readonly rows: number;
  /** Seconds, metres. */
  readonly duration: number;
  readonly length: number;
  /** From fix to fix at an even speed: what happens between two of them is not known. */
  readonly recorded: boolean;
}

/** Seconds before and after a moment that are compared: a jolt, or the error of one fix, is no manoeuvre. */
export const SPAN = 2;
const STEP = 0.5;
/** Metres before and after a place in which a bend is looked for, at least. */
const REACH = 20;
/** A way that comes back on itself has no radius, in radians. */
const SHARPEST = 2.6;
/** A vehicle gets on where it comes this far of a length of its way: a parked one only moves by its position error. */
const STRAIGHT = 0.7;

/** The hardest of each from one moment of a plan to another, in seconds from its beginning. */
export function hardestWithin(pool: PlanPool, plan: PooledPlan, from: number, to: number): Forces {
  const forces: Forces = { braking: 0, acceleration: 0, cornering: 0 };
  for (let at = from; at <= to; at += STEP) {
    const { along, speed } = momentOf(pool, plan, at);
    const span = plan.recorded ? Math.max(SPAN, longestAround(pool, plan, at)) : SPAN;
    // Between two fixes a recording is a straight line, whatever the road.
    const reach = plan.recorded ? Math.max(REACH, speed * span) : REACH;
    const bend = seen(plan, along, reach, (length) => bendAt(pool, plan, length, reach));
    forces.cornering = Math.max(forces.cornering, speed ** 2 * Math.abs(bend));
    const gain = seen(plan, at, span, (moment) => gainAt(pool, plan, moment, span));
    forces.acceleration = Math.max(forces.acceleration, gain);
    forces.braking = Math.max(forces.braking, -gain);
  }
  return forces;
}

/** A force counts as the error of a fix where this part of it is reversed close by. */
const REVERSED = 0.35;
/** How close by that is, as parts of what is compared. */
const CLOSE = [-1.5, -1, -0.5, 0.5, 1, 1.5];

/**
 * The force at a place or moment, 0 where a recording only seems to have it: a fix beside the way bends it to and fro,
 * and one that comes late slows the vehicle down and speeds it up.
 */
function seen(
  { recorded }: PooledPlan,
  at: number,
  compared: number,
  forceAt: (at: number) => number,
): number {
  const force = forceAt(at);
  if (!recorded || force === 0) return force;
  const isReversed = CLOSE.some((part) => forceAt(at + part * compared) / force < -REVERSED);
  return isReversed ? 0 : force;
}

/** How fast the speed changes at a moment, in m/s². */
function gainAt(pool: PlanPool, plan: PooledPlan, at: number, span: number): number {
  // How a recording came to its first fix, and went on after its last, is not known.
  if (plan.recorded && (at < span || at > plan.duration - span)) return 0;
  const along = (moment: number) => momentOf(pool, plan, moment).along;
  return (along(at + span) - 2 * along(at) + along(at - span)) / span ** 2;
}

/** Metres from the beginning of a plan at a moment of it, and m/s. */
function momentOf(
  { words, times }: PlanPool,
  { first, rows, duration, length }: PooledPlan,
  at: number,
): { along: number; speed: number } {
  if (at <= 0) return { along: 0, speed: 0 };
  if (at >= duration) return { along: length, speed: 0 };
  const place = lastWhere(rows, (each) => (times[first + each] ?? 0) <= at) + first;
  const lapsed = at - (times[place] ?? 0);
  const base = place * ROW;
  const speed = words[base + row.speed] ?? 0;
  const gain = words[base + row.gain] ?? 0;
  const along = (words[base + row.along] ?? 0) + (speed + 0.5 * gain * lapsed) * lapsed;
  return { along, speed: speed + gain * lapsed };
}

/** Seconds between the fixes around a moment. */
function longestAround({ times }: PlanPool, { first, rows, duration }: PooledPlan, at: number): number {
  const place = lastWhere(rows, (each) => (times[first + each] ?? 0) <= at);
  const begins = (each: number) => (each >= rows ? duration : (times[first + Math.max(0, each)] ?? 0));
  return Math.max(
    begins(place) - begins(place - 1),
    begins(place + 1) - begins(place),
    begins(place + 2) - begins(place + 1),
  );
}

/** How the way bends at a length of it: 1 over the radius in metres, less than 0 to the right. */
function bendAt(pool: PlanPool, plan: PooledPlan, along: number, reach: number): number {
  if (along < reach || along > plan.length - reach) return 0;
  const behind = placeAt(pool, plan, along - reach);
  const here = placeAt(pool, plan, along);
  const ahead = placeAt(pool, plan, along + reach);
  const [into, out] = [between(behind, here), between(here, ahead)];
  if (Math.min(Math.hypot(into.east, into.north), Math.hypot(out.east, out.north)) < STRAIGHT * reach)
    return 0;
  const cross = into.east * out.north - into.north * out.east;
  const turn = Math.atan2(cross, into.east * out.east + into.north * out.north);
  return Math.tan(Math.max(-SHARPEST, Math.min(turn, SHARPEST)) / 2) / reach;
}

interface Point {
  /** 1e-7 degrees, and how many of longitude are a metre. */
  latitude: number;
  longitude: number;
  scale: number;
}

function placeAt({ words, codes }: PlanPool, { first, rows }: PooledPlan, along: number): Point {
  const place = lastWhere(rows, (each) => (words[(first + each) * ROW + row.along] ?? 0) <= along);
  const base = (first + place) * ROW;
  const within = along - (words[base + row.along] ?? 0);
  return {
    latitude: (codes[base + row.latitude] ?? 0) + within * (words[base + row.north] ?? 0),
    longitude: (codes[base + row.longitude] ?? 0) + within * (words[base + row.east] ?? 0),
    scale: words[base + row.scale] ?? 1,
  };
}

/** Metres eastwards and northwards. */
function between(from: Point, to: Point): { east: number; north: number } {
  const east = wrapped((to.longitude - from.longitude) / DEGREE) * DEGREE;
  return { east: east / from.scale, north: (to.latitude - from.latitude) / NORTHWARDS };
}

/** The last of so many places of which something holds that holds of all before it, at least the first. */
function lastWhere(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
