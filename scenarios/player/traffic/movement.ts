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
import { DEGREE, ROW, row } from '../../motion/plan.ts';
import { town } from '../../motion/roads/town.ts';
import { facts, type Positions } from './positions.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import { destinationsFrom, traitsOf, type Ways } from './ways.ts';

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

export class Movement {
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;
  readonly #positions: Positions;

  constructor(vehicles: Vehicles, ways: Ways, positions: Positions) {
    this.#vehicles = vehicles;
    this.#ways = ways;
    this.#positions = positions;
  }

  /** Puts a vehicle somewhere; it is parked there until it is made to drive. */
  place(v: number, { latitude, longitude }: Position): void {
    const c = this.#vehicles;
    c.flag(v, flags.nowhere, false);
    c.latitude[v] = latitude;
    c.longitude[v] = longitude;
    c.mode[v] = modes.parked;
    c.until[v] = Number.POSITIVE_INFINITY;
  }

  /** While parked it takes up a driving at a time; what it drove before is forgotten. */
  takeUp(v: number, driving: number, at: number): void {
    const c = this.#vehicles;
    c.driving[v] = driving;
    c.following[v] = -1;
    c.leg[v] = -1;
    c.heading[v] = 1;
    c.flag(v, flags.arrived, false);
    c.mode[v] = modes.parked;
    c.until[v] = at;
  }

  /** It drives something else from now on; one that moves stops first. */
  drive(v: number, driving: number, now: number): void {
    const c = this.#vehicles;
    this.advance(v, now);
    const mode = c.mode[v];
    if (mode === modes.halted) this.#leaveWay(v, now);
    if (mode === modes.parked || mode === modes.halted) {
      this.takeUp(v, driving, now);
      return;
    }
    if (mode !== modes.braking) this.#brake(v, now);
    c.following[v] = driving;
    c.resumes[v] = now;
  }

  /**
   * On a recorded drive it goes on with that, so much faster than it is now as is wanted; false for one that does not
   * drive along the recording that is meant.
   */
  hurry(v: number, driving: number, now: number): boolean {
    const c = this.#vehicles;
    this.advance(v, now);
    const plan = c.mode[v] === modes.driving ? this.#ways.plan(c.plan[v] ?? 0) : undefined;
    const meant = this.#ways.drivingOf(driving);
    if (!plan?.recorded || meant.towed) return false;
    if (this.#ways.drivingOf(c.driving[v] ?? 0).route !== meant.route) return false;
    this.#positions.locate(v, now);
    const rate = c.rate[v] ?? 1;
    const usual = Math.max(SLOWEST_HURRIED, ((this.#positions.fix[facts.speed] ?? 0) * KMH) / rate);
    const next = 1 + meant.above / usual;
    c.rate[v] = next;
    c.since[v] = now - ((now - (c.since[v] ?? 0)) * rate) / next;
    c.until[v] = (c.since[v] ?? 0) + (plan.duration / next) * SECOND;
    return true;
  }

  /** It stops, and drives on at `resumes`. */
  stop(v: number, now: number, resumes: number): void {
    const c = this.#vehicles;
    this.advance(v, now);
    const mode = c.mode[v];
    if (mode === modes.parked) {
      if (c.driving[v] !== -1) c.until[v] = Math.max(resumes, c.until[v] ?? 0);
      return;
    }
    if (mode === modes.driving || mode === modes.launching) this.#brake(v, now);
    c.resumes[v] = resumes;
    if (mode === modes.halted) c.until[v] = resumes;
  }

  /** A vehicle that has just taken up a driving has in truth gone a share of its way already. */
  begunAlready(v: number, now: number, share: number): void {
    const c = this.#vehicles;
    this.#setOut(v, this.#legPlan(v, c.driving[v] ?? 0), now);
    const lasts = (c.until[v] ?? 0) - now;
    c.since[v] = now - Math.floor(share * lasts);
    c.until[v] = (c.since[v] ?? 0) + lasts;
  }

  /** Brings a vehicle to a moment: the modes that come to their ends until then are turned. */
  advance(v: number, now: number): void {
    const { until, mode } = this.#vehicles;
    for (let at = until[v] ?? Infinity; at <= now; at = until[v] ?? Infinity) {
      if (mode[v] === modes.parked) this.#depart(v, at);
      else if (mode[v] === modes.driving) this.#arrive(v, at);
      else if (mode[v] === modes.braking) this.#halt(v, at);
      else if (mode[v] === modes.halted) this.#launch(v, at);
      else this.#join(v, at);
    }
  }

  #depart(v: number, at: number): void {
    const c = this.#vehicles;
    const driving = c.driving[v] ?? 0;
    let plan = this.#ways.isRoaming(driving) ? this.#townPlan(v, driving) : this.#routePlan(v, driving);
    if (plan === undefined) {
      // It is at the beginning of its route already.
      c.leg[v] = 0;
      plan = this.#legPlan(v, driving);
    }
    this.#setOut(v, plan, at);
  }

  /** The way to a place of the town, chosen by chance. */
  #townPlan(v: number, driving: number): number {
    const c = this.#vehicles;
    const { places } = town();
    const kind = c.kind[v] ?? 0;
    const here = this.#parkedAt(v);
    const from =
      c.leg[v] === -1
        ? places.findIndex((at) => at.latitude === here.latitude && at.longitude === here.longitude)
        : (c.leg[v] ?? 0);
    const near = from === -1 ? [...places.keys()] : destinationsFrom(from);
    const to = near[Math.floor(shareOf(this.#draw(v)) * near.length)] ?? 0;
    c.leg[v] = to;
    if (from !== -1) return this.#ways.townPlan(driving, from, to, kind);
    const approach = this.#ways.approachPlan(here, itemAt(places, to), kind);
    if (approach !== undefined) return approach;
    const next = destinationsFrom(to)[0] ?? 0;
    c.leg[v] = next;
    return this.#ways.townPlan(driving, to, next, kind);
  }

  /** The way to the start of its route, or its leg; `undefined` where it is at the start. */
  #routePlan(v: number, driving: number): number | undefined {
    const c = this.#vehicles;
    if (c.leg[v] !== -1) return this.#legPlan(v, driving);
    return this.#ways.approachPlan(this.#parkedAt(v), this.#ways.startOf(driving, 0), c.kind[v] ?? 0);
  }

  /** The plan of the leg on which it is. */
  #legPlan(v: number, driving: number): number {
    const c = this.#vehicles;
    return this.#ways.legPlan(driving, c.leg[v] ?? 0, c.heading[v] ?? 0, c.kind[v] ?? 0);
  }

  #parkedAt(v: number): Position {
    const { latitude, longitude } = this.#vehicles;
    return { latitude: latitude[v] ?? 0, longitude: longitude[v] ?? 0 };
  }

  /** On a plan, from its beginning. */
  #setOut(v: number, number: number, at: number): void {
    const c = this.#vehicles;
    const plan = this.#ways.plan(number);
    c.plan[v] = number;
    c.row[v] = plan.first;
    c.rate[v] = plan.recorded ? 1 : (c.driver[v] ?? 0);
    c.mode[v] = modes.driving;
    c.since[v] = at;
    c.until[v] = at + (plan.duration / (c.rate[v] ?? 0)) * SECOND;
    this.#ignite(v);
  }

  /** The engine runs, unless it is another's. */
  #ignite(v: number): void {
    const { towed } = this.#ways.drivingOf(this.#vehicles.driving[v] ?? 0);
    this.#vehicles.flag(v, flags.ignition, !towed);
  }

  #arrive(v: number, at: number): void {
    const c = this.#vehicles;
    this.#leaveWay(v, at);
    const driving = c.driving[v] ?? 0;
    const { dwell, repeat } = this.#ways.drivingOf(driving);
    if (!this.#ways.isRoaming(driving) && !this.#nextLeg(v, driving, repeat)) {
      c.driving[v] = -1;
      c.until[v] = Number.POSITIVE_INFINITY;
      c.flag(v, flags.arrived, true);
      c.flag(v, flags.ignition, false);
      return;
    }
    const stays = Math.max(SHORTEST_STOP, dwell === 0 ? 0 : this.#dwell(v, dwell));
    c.until[v] = at + stays;
    if (stays <= ENGINE_OFF) return;
    c.flag(v, flags.ignition, false);
    if ((c.fuel[v] ?? 0) < TANK.low) c.fuel[v] = TANK.full;
  }

  /** Chooses what comes after a leg; false at the end of a route that is driven once. */
  #nextLeg(v: number, driving: number, repeat: 'once' | 'loop' | 'back-and-forth'): boolean {
    const c = this.#vehicles;
    const leg = c.leg[v] ?? 0;
    const heading = c.heading[v] ?? 0;
    const next = leg === -1 ? 0 : leg + heading;
    if (next >= 0 && next < this.#ways.legsOf(driving)) c.leg[v] = next;
    else if (repeat === 'loop') c.leg[v] = 0;
    else if (repeat === 'back-and-forth') c.heading[v] = -heading;
    else return false;
    return true;
  }

  /** Parks at the end of its way. */
  #leaveWay(v: number, at: number): void {
    const c = this.#vehicles;
    const number = c.plan[v] ?? 0;
    const plan = this.#ways.plan(number);
    if (c.mode[v] === modes.driving) {
      c.row[v] = plan.first + plan.rows - 1;
      this.#positions.locateAlong(v, plan.length, 0);
    } else this.#positions.locate(v, at);
    const { fix } = this.#positions;
    c.latitude[v] = Math.round((fix[facts.latitude] ?? 0) * DEGREE) / DEGREE;
    c.longitude[v] = Math.round((fix[facts.longitude] ?? 0) * DEGREE) / DEGREE;
    c.altitude[v] = fix[facts.altitude] ?? 0;
    c.course[v] = fix[facts.course] ?? 0;
    c.scale[v] = fix[facts.scale] ?? 0;
    c.odometer[v] = fix[facts.odometer] ?? 0;
    c.plan[v] = -1;
    c.mode[v] = modes.parked;
    this.#ways.release(number);
  }

  /** Off the times of its plan: from its current speed to a standstill, within what is left of the way. */
  #brake(v: number, now: number): void {
    const c = this.#vehicles;
    const { fix } = this.#positions;
    this.#positions.locate(v, now);
    const speed = fix[facts.speed] ?? 0;
    const along = (fix[facts.odometer] ?? 0) - (c.odometer[v] ?? 0);
    const left = Math.max(0.01, this.#ways.plan(c.plan[v] ?? 0).length - along);
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
  #halt(v: number, at: number): void {
    const c = this.#vehicles;
    const lapsed = (at - (c.since[v] ?? 0)) / SECOND;
    c.along[v] = (c.along[v] ?? 0) + 0.5 * (c.speed[v] ?? 0) * lapsed;
    c.speed[v] = 0;
    c.mode[v] = modes.halted;
    if (c.following[v] !== -1) {
      this.#leaveWay(v, at);
      // A story may have made it stop for a while, after it gave it somewhere to go.
      this.takeUp(v, c.following[v] ?? 0, Math.max(at, c.resumes[v] ?? 0));
      return;
    }
    c.until[v] = Math.max(at, c.resumes[v] ?? 0);
    if ((c.until[v] ?? 0) - at > ENGINE_OFF) c.flag(v, flags.ignition, false);
  }

  /**
   * From a standstill with full acceleration, until it is as fast as its plan is there. Along the way both
   * squares of speed are straight lines within a row, and so is their difference.
   */
  #launch(v: number, at: number): void {
    const c = this.#vehicles;
    const { words, times } = this.#ways.pool;
    const plan = this.#ways.plan(c.plan[v] ?? 0);
    const { accelerate } = traitsOf(c, v);
    const share = (c.rate[v] ?? 0) ** 2;
    const start = c.along[v] ?? 0;
    const last = plan.first + plan.rows - 1;
    let joined = start;
    let seconds = plan.duration;
    for (let place = this.#positions.rowAlong(v, start); place <= last; place++) {
      const base = place * ROW;
      const begins = words[base + row.along] ?? 0;
      const ends = place === last ? plan.length : (words[base + ROW + row.along] ?? 0);
      const speed = words[base + row.speed] ?? 0;
      const gain = words[base + row.gain] ?? 0;
      const lead = (along: number) =>
        2 * accelerate * (along - start) - share * (speed * speed + 2 * gain * (along - begins));
      const low = Math.max(start, begins);
      const [behind, ahead] = [lead(low), lead(Math.max(low, ends))];
      if (ahead < 0 && place < last) continue;
      joined = behind >= 0 || ahead <= behind ? low : low + ((ends - low) * -behind) / (ahead - behind);
      seconds = (times[place] ?? 0) + secondsAlong(joined - begins, speed, gain);
      break;
    }
    c.mode[v] = modes.launching;
    this.#ignite(v);
    c.since[v] = at;
    c.until[v] = at + Math.sqrt((2 * (joined - start)) / accelerate) * SECOND;
    c.joins[v] = Math.min(seconds, plan.duration);
  }

  /** It is as fast as its plan, and keeps to its times again. */
  #join(v: number, at: number): void {
    const c = this.#vehicles;
    const rate = c.rate[v] ?? 0;
    c.mode[v] = modes.driving;
    c.since[v] = at - ((c.joins[v] ?? 0) / rate) * SECOND;
    c.until[v] = (c.since[v] ?? 0) + (this.#ways.plan(c.plan[v] ?? 0).duration / rate) * SECOND;
  }

  /** Log-normal, as the time that people spend at a stop is; whole milliseconds. */
  #dwell(v: number, median: number): number {
    return Math.round(median * Math.exp(DWELL_SPREAD * normalOf(this.#draw(v))));
  }

  /** The next bits of its own chance. */
  #draw(v: number): number {
    const { chance } = this.#vehicles;
    const state = nextState(chance[v] ?? 0);
    chance[v] = state;
    return bitsOf(state);
  }
}

/** Seconds after which a row's vehicle has gone so far along it. */
function secondsAlong(metres: number, speed: number, gain: number): number {
  if (metres <= 0) return 0;
  if (gain === 0) return speed > 0 ? metres / speed : 0;
  return (Math.sqrt(Math.max(0, speed * speed + 2 * gain * metres)) - speed) / gain;
}
