/**
 * How vehicles get on: from stop to stop along their plans, braking and starting again when a story says so
 * to. A vehicle is brought to a moment only when its position is asked for; what happens to it on the way
 * there does not depend on how often that is.
 */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, nextState, shareOf } from '../../../contracts/kit/random.ts';
import type { Position } from '../../motion/geodesy.ts';
import { normalOf } from '../../motion/normal.ts';
import { DEGREE, row } from '../../motion/plan.ts';
import { town } from '../../motion/roads/town.ts';
import { locate, locateAlong, rowAlong, wordOf } from './positions.ts';
import type { Road } from './road.ts';
import { flags, modes } from './vehicles.ts';
import { destinationsFrom, traitsOf } from './ways.ts';

/** Parked longer than this it switches its engine off, in ms. */
const ENGINE_OFF = 60_000;
/** A route without stops is driven again after this, in ms. */
const SHORTEST_STOP = 1_000;
/** km/h: the factor by which a recorded drive is sped up counts from no less. */
const SLOWEST_HURRIED = 30;
const KMH = 3.6;
/** Deviation of the logarithm of the time at a stop. */
const DWELL_SPREAD = 0.45;
/** Percent of the tank below which a driver fills it up at a stop; and what the gauge says then. */
const TANK = { low: 12, full: 97 };

/** Puts a vehicle somewhere; it is parked there until it is made to drive. */
export function putAt({ vehicles: c }: Road, v: number, { latitude, longitude }: Position): void {
  c.flag(v, flags.nowhere, false);
  c.latitude[v] = latitude;
  c.longitude[v] = longitude;
  c.mode[v] = modes.parked;
  c.until[v] = Number.POSITIVE_INFINITY;
}

/** While parked it takes up a driving at a time; what it drove before is forgotten. */
export function takeUp({ vehicles: c }: Road, v: number, driving: number, at: number): void {
  c.driving[v] = driving;
  c.following[v] = -1;
  c.leg[v] = -1;
  c.heading[v] = 1;
  c.flag(v, flags.arrived, false);
  c.mode[v] = modes.parked;
  c.until[v] = at;
}

/** It drives something else from now on; one that moves stops first. */
export function driveOff(road: Road, v: number, driving: number, now: number): void {
  const c = road.vehicles;
  advance(road, v, now);
  const mode = c.mode[v];
  if (mode === modes.halted) leaveWay(road, v, now);
  if (mode === modes.parked || mode === modes.halted) {
    takeUp(road, v, driving, now);
    return;
  }
  if (mode !== modes.braking) brake(road, v, now);
  c.following[v] = driving;
  c.resumes[v] = now;
}

/**
 * On a recorded drive it goes on with that, so much faster than it is now as is wanted; false for one that does not
 * drive along the recording that is meant.
 */
export function hurry(road: Road, v: number, driving: number, now: number): boolean {
  const { vehicles: c, ways } = road;
  advance(road, v, now);
  const plan = c.mode[v] === modes.driving ? ways.plan(c.plan[v] ?? 0) : undefined;
  const meant = ways.drivingOf(driving);
  if (!plan?.recorded || meant.towed) return false;
  if (ways.drivingOf(c.driving[v] ?? 0).route !== meant.route) return false;
  const rate = c.rate[v] ?? 1;
  const usual = Math.max(SLOWEST_HURRIED, (locate(road, v, now).speed * KMH) / rate);
  const next = 1 + meant.above / usual;
  c.rate[v] = next;
  c.since[v] = now - ((now - (c.since[v] ?? 0)) * rate) / next;
  c.until[v] = (c.since[v] ?? 0) + (plan.duration / next) * SECOND;
  return true;
}

/** It stops, and drives on at `resumes`. */
export function bringToStop(road: Road, v: number, now: number, resumes: number): void {
  const c = road.vehicles;
  advance(road, v, now);
  const mode = c.mode[v];
  if (mode === modes.parked) {
    if (c.driving[v] !== -1) c.until[v] = Math.max(resumes, c.until[v] ?? 0);
    return;
  }
  if (mode === modes.driving || mode === modes.launching) brake(road, v, now);
  c.resumes[v] = resumes;
  if (mode === modes.halted) c.until[v] = resumes;
}

/** A vehicle that has just taken up a driving has in truth gone a share of its way already. */
export function begunAlready(road: Road, v: number, now: number, share: number): void {
  const c = road.vehicles;
  setOut(road, v, legPlan(road, v), now);
  const lasts = (c.until[v] ?? 0) - now;
  c.since[v] = now - Math.floor(share * lasts);
  c.until[v] = (c.since[v] ?? 0) + lasts;
}

/** Brings a vehicle to a moment: the modes that come to their ends until then are turned. */
export function advance(road: Road, v: number, now: number): void {
  const { until, mode } = road.vehicles;
  for (let at = until[v] ?? Infinity; at <= now; at = until[v] ?? Infinity) {
    if (mode[v] === modes.parked) depart(road, v, at);
    else if (mode[v] === modes.driving) arrive(road, v, at);
    else if (mode[v] === modes.braking) halt(road, v, at);
    else if (mode[v] === modes.halted) launch(road, v, at);
    else join(road, v, at);
  }
}

function depart(road: Road, v: number, at: number): void {
  const { vehicles: c, ways } = road;
  let plan = ways.isRoaming(c.driving[v] ?? 0) ? townPlan(road, v) : routePlan(road, v);
  if (plan === undefined) {
    // It is at the beginning of its route already.
    c.leg[v] = 0;
    plan = legPlan(road, v);
  }
  setOut(road, v, plan, at);
}

/** The way to a place of the town, chosen by chance. */
function townPlan(road: Road, v: number): number {
  const { vehicles: c, ways } = road;
  const { places } = town();
  const [driving, kind] = [c.driving[v] ?? 0, c.kind[v] ?? 0];
  const from = c.leg[v] === -1 ? placeAt(parkedAt(road, v)) : (c.leg[v] ?? 0);
  const near = from === -1 ? [...places.keys()] : destinationsFrom(from);
  const to = near[Math.floor(shareOf(draw(road, v)) * near.length)] ?? 0;
  c.leg[v] = to;
  if (from !== -1) return ways.townPlan(driving, from, to, kind);
  const approach = ways.approachPlan(parkedAt(road, v), itemAt(places, to), kind);
  if (approach !== undefined) return approach;
  const next = destinationsFrom(to)[0] ?? 0;
  c.leg[v] = next;
  return ways.townPlan(driving, to, next, kind);
}

/** The number of the place of the town that is exactly here; -1 for none. */
function placeAt({ latitude, longitude }: Position): number {
  return town().places.findIndex((at) => at.latitude === latitude && at.longitude === longitude);
}

/** The way to the start of its route, or its leg; `undefined` where it is at the start. */
function routePlan(road: Road, v: number): number | undefined {
  const { vehicles: c, ways } = road;
  if (c.leg[v] !== -1) return legPlan(road, v);
  return ways.approachPlan(parkedAt(road, v), ways.startOf(c.driving[v] ?? 0, 0), c.kind[v] ?? 0);
}

/** The plan of the leg on which it is. */
function legPlan({ vehicles: c, ways }: Road, v: number): number {
  return ways.legPlan(c.driving[v] ?? 0, c.leg[v] ?? 0, c.heading[v] ?? 0, c.kind[v] ?? 0);
}

function parkedAt({ vehicles: { latitude, longitude } }: Road, v: number): Position {
  return { latitude: latitude[v] ?? 0, longitude: longitude[v] ?? 0 };
}

/** On a plan, from its beginning. */
function setOut(road: Road, v: number, number: number, at: number): void {
  const { vehicles: c, ways } = road;
  const plan = ways.plan(number);
  c.plan[v] = number;
  c.row[v] = plan.first;
  c.rate[v] = plan.recorded ? 1 : (c.driver[v] ?? 0);
  c.mode[v] = modes.driving;
  c.since[v] = at;
  c.until[v] = at + (plan.duration / (c.rate[v] ?? 0)) * SECOND;
  ignite(road, v);
}

/** The engine runs, unless it is another's. */
function ignite({ vehicles: c, ways }: Road, v: number): void {
  c.flag(v, flags.ignition, !ways.drivingOf(c.driving[v] ?? 0).towed);
}

function arrive(road: Road, v: number, at: number): void {
  const { vehicles: c, ways } = road;
  leaveWay(road, v, at);
  const driving = c.driving[v] ?? 0;
  const { dwell } = ways.drivingOf(driving);
  if (!ways.isRoaming(driving) && !turnToNextLeg(road, v)) {
    c.driving[v] = -1;
    c.until[v] = Number.POSITIVE_INFINITY;
    c.flag(v, flags.arrived, true);
    c.flag(v, flags.ignition, false);
    return;
  }
  // Log-normal, as the time that people spend at a stop is; whole milliseconds.
  const spread = () => Math.exp(DWELL_SPREAD * normalOf(draw(road, v)));
  const stays = Math.max(SHORTEST_STOP, dwell === 0 ? 0 : Math.round(dwell * spread()));
  c.until[v] = at + stays;
  if (stays <= ENGINE_OFF) return;
  c.flag(v, flags.ignition, false);
  if ((c.fuel[v] ?? 0) < TANK.low) c.fuel[v] = TANK.full;
}

/** Chooses what comes after a leg; false at the end of a route that is driven once. */
function turnToNextLeg({ vehicles: c, ways }: Road, v: number): boolean {
  const driving = c.driving[v] ?? 0;
  const { repeat } = ways.drivingOf(driving);
  const [leg, heading] = [c.leg[v] ?? 0, c.heading[v] ?? 0];
  const next = leg === -1 ? 0 : leg + heading;
  if (next >= 0 && next < ways.legsOf(driving)) c.leg[v] = next;
  else if (repeat === 'loop') c.leg[v] = 0;
  else if (repeat === 'back-and-forth') c.heading[v] = -heading;
  else return false;
  return true;
}

/** Parks at the end of its way. */
function leaveWay(road: Road, v: number, at: number): void {
  const { vehicles: c, ways } = road;
  const number = c.plan[v] ?? 0;
  const { first, rows, length } = ways.plan(number);
  const isAtEnd = c.mode[v] === modes.driving;
  if (isAtEnd) c.row[v] = first + rows - 1;
  const fix = isAtEnd ? locateAlong(road, v, length, 0) : locate(road, v, at);
  c.latitude[v] = Math.round(fix.latitude * DEGREE) / DEGREE;
  c.longitude[v] = Math.round(fix.longitude * DEGREE) / DEGREE;
  c.altitude[v] = fix.altitude;
  c.course[v] = fix.course;
  c.scale[v] = fix.scale;
  c.odometer[v] = fix.odometer;
  c.plan[v] = -1;
  c.mode[v] = modes.parked;
  ways.release(number);
}

/** Off the times of its plan: from its current speed to a standstill, within what is left of the way. */
function brake(road: Road, v: number, now: number): void {
  const { vehicles: c, ways } = road;
  const { speed, odometer } = locate(road, v, now);
  const along = odometer - (c.odometer[v] ?? 0);
  const left = Math.max(0.01, ways.plan(c.plan[v] ?? 0).length - along);
  const braking = Math.max(traitsOf(c, v).brake, speed ** 2 / (2 * left));
  c.mode[v] = modes.braking;
  c.along[v] = along;
  c.speed[v] = speed;
  // How hard it brakes: while braking it has nothing to join.
  c.joins[v] = braking;
  c.since[v] = now;
  c.until[v] = now + (speed / braking) * SECOND;
  c.resumes[v] = Number.POSITIVE_INFINITY;
}

/** It has braked. */
function halt(road: Road, v: number, at: number): void {
  const c = road.vehicles;
  const lapsed = (at - (c.since[v] ?? 0)) / SECOND;
  const resumes = Math.max(at, c.resumes[v] ?? 0);
  c.along[v] = (c.along[v] ?? 0) + 0.5 * (c.speed[v] ?? 0) * lapsed;
  c.speed[v] = 0;
  c.mode[v] = modes.halted;
  if (c.following[v] !== -1) {
    leaveWay(road, v, at);
    // A story may have made it stop for a while, after it gave it somewhere to go.
    takeUp(road, v, c.following[v] ?? 0, resumes);
    return;
  }
  c.until[v] = resumes;
  if (resumes - at > ENGINE_OFF) c.flag(v, flags.ignition, false);
}

/**
 * From a standstill with full acceleration, until it is as fast as its plan is there. Along the way both
 * squares of speed are straight lines within a row, and so is their difference.
 */
function launch(road: Road, v: number, at: number): void {
  const { vehicles: c, ways } = road;
  const plan = ways.plan(c.plan[v] ?? 0);
  const { accelerate } = traitsOf(c, v);
  const share = (c.rate[v] ?? 0) ** 2;
  const start = c.along[v] ?? 0;
  const last = plan.first + plan.rows - 1;
  let joined = start;
  let seconds = plan.duration;
  for (let place = rowAlong(road, v, start); place <= last; place++) {
    const begins = wordOf(ways, place, row.along);
    const ends = place === last ? plan.length : wordOf(ways, place + 1, row.along);
    const speed = wordOf(ways, place, row.speed);
    const gain = wordOf(ways, place, row.gain);
    const lead = (along: number) =>
      2 * accelerate * (along - start) - share * (speed * speed + 2 * gain * (along - begins));
    const low = Math.max(start, begins);
    const [behind, ahead] = [lead(low), lead(Math.max(low, ends))];
    if (ahead < 0 && place < last) continue;
    joined = behind >= 0 || ahead <= behind ? low : low + ((ends - low) * -behind) / (ahead - behind);
    seconds = (ways.pool.times[place] ?? 0) + secondsAlong(joined - begins, speed, gain);
    break;
  }
  c.mode[v] = modes.launching;
  ignite(road, v);
  c.since[v] = at;
  c.until[v] = at + Math.sqrt((2 * (joined - start)) / accelerate) * SECOND;
  c.joins[v] = Math.min(seconds, plan.duration);
}

/** It is as fast as its plan, and keeps to its times again. */
function join({ vehicles: c, ways }: Road, v: number, at: number): void {
  const rate = c.rate[v] ?? 0;
  c.mode[v] = modes.driving;
  c.since[v] = at - ((c.joins[v] ?? 0) / rate) * SECOND;
  c.until[v] = (c.since[v] ?? 0) + (ways.plan(c.plan[v] ?? 0).duration / rate) * SECOND;
}

/** The next bits of its own chance. */
function draw({ vehicles: { chance } }: Road, v: number): number {
  const state = nextState(chance[v] ?? 0);
  chance[v] = state;
  return bitsOf(state);
}

/** Seconds after which a row's vehicle has gone so far along it. */
function secondsAlong(metres: number, speed: number, gain: number): number {
  if (metres <= 0) return 0;
  if (gain === 0) return speed > 0 ? metres / speed : 0;
  return (Math.sqrt(Math.max(0, speed * speed + 2 * gain * metres)) - speed) / gain;
}
