/**
 * How vehicles get on: from stop to stop along their plans, braking and starting again when a story says so
 * to. A vehicle is brought to a moment only when its position is asked for; what happens to it on the way
 * there does not depend on how often that is.
 */

import { SECOND } from '../../../contracts/kit/durations.ts';
import { bitsOf, nextState } from '../../../contracts/kit/random.ts';
import type { Position } from '../../motion/geodesy.ts';
import { normalOf } from '../../motion/normal.ts';
import { DEGREE } from '../../motion/plan.ts';
import { Itinerary } from './itinerary.ts';
import { ignite, OffTimes } from './off-times.ts';
import { facts, type PositionSampler } from './position-sampler.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import type { Ways } from './ways.ts';

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
  readonly #positions: PositionSampler;
  readonly #itinerary: Itinerary;
  readonly #offTimes: OffTimes;
  readonly #arrives: ((v: number, at: number) => void) | undefined;

  /** @param arrives called when a vehicle comes to the end of a plan, while it is on it */
  constructor(
    vehicles: Vehicles,
    ways: Ways,
    positions: PositionSampler,
    arrives?: (v: number, at: number) => void,
  ) {
    this.#arrives = arrives;
    this.#vehicles = vehicles;
    this.#ways = ways;
    this.#positions = positions;
    this.#itinerary = new Itinerary(vehicles, ways);
    this.#offTimes = new OffTimes(vehicles, ways, positions);
  }

  /** Puts a vehicle somewhere; it is parked there until it is made to drive. */
  place(v: number, { latitude, longitude }: Position): void {
    const c = this.#vehicles;
    c.flags[v] = (c.flags[v] ?? 0) & ~flags.nowhere;
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
    c.flags[v] = (c.flags[v] ?? 0) & ~flags.arrived;
    c.mode[v] = modes.parked;
    c.until[v] = at;
  }

  /** It drives something else from now on; one that moves stops first. */
  drive(v: number, driving: number, now: number): void {
    const c = this.#vehicles;
    this.advance(v, now);
    const mode = c.mode[v];
    if (mode === modes.parked) this.takeUp(v, driving, now);
    else if (mode === modes.halted) {
      this.#leaveWay(v, now);
      this.takeUp(v, driving, now);
    } else {
      if (mode !== modes.braking) this.#offTimes.brake(v, now);
      c.following[v] = driving;
      c.resumes[v] = now;
    }
  }

  /**
   * On a recorded drive it goes on with that, so much faster than it is now as is wanted; false for one that does not
   * drive along the recording that is meant.
   */
  hurry(v: number, driving: number, now: number): boolean {
    const c = this.#vehicles;
    this.advance(v, now);
    const plan = c.mode[v] === modes.driving ? this.#ways.plan(c.plan[v] ?? 0) : undefined;
    const [is, meant] = [c.driving[v] ?? -1, this.#ways.drivingOf(driving)];
    if (!plan?.recorded || meant.towed || this.#ways.drivingOf(is).route !== meant.route) return false;
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
    if (mode === modes.driving || mode === modes.launching) this.#offTimes.brake(v, now);
    c.resumes[v] = resumes;
    if (mode === modes.halted) c.until[v] = resumes;
  }

  /** A vehicle that has just taken up a driving has in truth gone a share of its way already. */
  begunAlready(v: number, now: number, share: number): void {
    const c = this.#vehicles;
    this.#setOut(v, this.#itinerary.legPlan(v, c.driving[v] ?? 0), now);
    const lasts = (c.until[v] ?? 0) - now;
    c.since[v] = now - Math.floor(share * lasts);
    c.until[v] = (c.since[v] ?? 0) + lasts;
  }

  /** Brings a vehicle to a moment. */
  advance(v: number, now: number): void {
    const { until } = this.#vehicles;
    while ((until[v] ?? Infinity) <= now) this.#turn(v, until[v] ?? 0);
  }

  /** The mode of a vehicle comes to its end. */
  #turn(v: number, at: number): void {
    const c = this.#vehicles;
    switch (c.mode[v]) {
      case modes.parked:
        this.#depart(v, at);
        break;
      case modes.driving:
        this.#arrive(v, at);
        break;
      case modes.braking:
        this.#halt(v, at);
        break;
      case modes.halted:
        this.#offTimes.launch(v, at);
        break;
      default:
        this.#offTimes.join(v, at);
    }
  }

  #depart(v: number, at: number): void {
    const c = this.#vehicles;
    const driving = c.driving[v] ?? 0;
    const plan = this.#itinerary.next(v, driving);
    if (plan === undefined) {
      // It is at the beginning of its route already.
      c.leg[v] = 0;
      this.#setOut(v, this.#itinerary.legPlan(v, driving), at);
    } else this.#setOut(v, plan, at);
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
    ignite(c, this.#ways, v);
  }

  #arrive(v: number, at: number): void {
    const c = this.#vehicles;
    this.#arrives?.(v, at);
    this.#leaveWay(v, at);
    const driving = c.driving[v] ?? 0;
    const { dwell, repeat } = this.#ways.drivingOf(driving);
    if (!this.#ways.isRoaming(driving) && !this.#nextLeg(v, driving, repeat)) {
      c.driving[v] = -1;
      c.until[v] = Number.POSITIVE_INFINITY;
      c.flags[v] = ((c.flags[v] ?? 0) | flags.arrived) & ~flags.ignition;
      return;
    }
    const stays = Math.max(SHORTEST_STOP, dwell === 0 ? 0 : this.#dwell(v, dwell));
    c.until[v] = at + stays;
    if (stays <= ENGINE_OFF) return;
    c.flags[v] = (c.flags[v] ?? 0) & ~flags.ignition;
    if ((c.fuel[v] ?? 0) < TANK.low) c.fuel[v] = TANK.full;
  }

  /** Chooses what comes after a leg; false at the end of a route that is driven once. */
  #nextLeg(v: number, driving: number, repeat: 'once' | 'loop' | 'back-and-forth'): boolean {
    const c = this.#vehicles;
    const legs = this.#ways.legsOf(driving);
    const leg = c.leg[v] ?? 0;
    const heading = c.heading[v] ?? 0;
    const next = leg === -1 ? 0 : leg + heading;
    if (next >= 0 && next < legs) c.leg[v] = next;
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

  #halt(v: number, at: number): void {
    const c = this.#vehicles;
    this.#offTimes.stand(v, at);
    if (c.following[v] !== -1) {
      this.#leaveWay(v, at);
      // A story may have made it stop for a while, after it gave it somewhere to go.
      this.takeUp(v, c.following[v] ?? 0, Math.max(at, c.resumes[v] ?? 0));
      return;
    }
    c.until[v] = Math.max(at, c.resumes[v] ?? 0);
    if ((c.until[v] ?? 0) - at > ENGINE_OFF) c.flags[v] = (c.flags[v] ?? 0) & ~flags.ignition;
  }

  /** Log-normal, as the time that people spend at a stop is; whole milliseconds. */
  #dwell(v: number, median: number): number {
    const c = this.#vehicles;
    const chance = nextState(c.chance[v] ?? 0);
    c.chance[v] = chance;
    return Math.round(median * Math.exp(DWELL_SPREAD * normalOf(bitsOf(chance))));
  }
}
