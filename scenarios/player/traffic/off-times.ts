/** A vehicle that keeps to the way of its plan, but not to its times: it brakes, stops, and starts again. */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { ROW, row } from '../../motion/plan.ts';
import { vehicles as traitsOf } from '../../motion/vehicles.ts';
import { facts, type PositionSampler } from './position-sampler.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import { kinds, type Ways } from './ways.ts';

export class OffTimes {
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;
  readonly #positions: PositionSampler;

  constructor(vehicles: Vehicles, ways: Ways, positions: PositionSampler) {
    this.#vehicles = vehicles;
    this.#ways = ways;
    this.#positions = positions;
  }

  /** From its current speed to a standstill, within what is left of the way. */
  brake(v: number, now: number): void {
    const c = this.#vehicles;
    this.#positions.locate(v, now);
    const speed = this.#positions.fix[facts.speed] ?? 0;
    const along = (this.#positions.fix[facts.odometer] ?? 0) - (c.odometer[v] ?? 0);
    const left = Math.max(0.01, this.#ways.plan(c.plan[v] ?? 0).length - along);
    const traits = traitsOf[itemAt(kinds, c.kind[v] ?? 0)];
    const braking = Math.max(traits.brake, speed ** 2 / (2 * left));
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
  stand(v: number, at: number): void {
    const c = this.#vehicles;
    const lapsed = (at - (c.since[v] ?? 0)) / SECOND;
    c.along[v] = (c.along[v] ?? 0) + 0.5 * (c.speed[v] ?? 0) * lapsed;
    c.speed[v] = 0;
    c.mode[v] = modes.halted;
  }

  /**
   * From a standstill with full acceleration, until it is as fast as its plan is there. Along the way both
   * squares of speed are straight lines within a row, and so is their difference.
   */
  launch(v: number, at: number): void {
    const c = this.#vehicles;
    const { words, times } = this.#ways.pool;
    const plan = this.#ways.plan(c.plan[v] ?? 0);
    const { accelerate } = traitsOf[itemAt(kinds, c.kind[v] ?? 0)];
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
    ignite(c, this.#ways, v);
    c.since[v] = at;
    c.until[v] = at + Math.sqrt((2 * (joined - start)) / accelerate) * SECOND;
    c.joins[v] = Math.min(seconds, plan.duration);
  }

  /** It is as fast as its plan, and keeps to its times again. */
  join(v: number, at: number): void {
    const c = this.#vehicles;
    const rate = c.rate[v] ?? 0;
    c.mode[v] = modes.driving;
    c.since[v] = at - ((c.joins[v] ?? 0) / rate) * SECOND;
    c.until[v] = (c.since[v] ?? 0) + (this.#ways.plan(c.plan[v] ?? 0).duration / rate) * SECOND;
  }
}

/** The engine runs, unless it is another's. */
export function ignite(vehicles: Vehicles, ways: Ways, v: number): void {
  const { towed } = ways.drivingOf(vehicles.driving[v] ?? 0);
  const others = (vehicles.flags[v] ?? 0) & ~flags.ignition;
  vehicles.flags[v] = towed ? others : others | flags.ignition;
}

/** Seconds after which a row's vehicle has gone so far along it. */
function secondsAlong(metres: number, speed: number, gain: number): number {
  if (metres <= 0) return 0;
  if (gain === 0) return speed > 0 ? metres / speed : 0;
  return (Math.sqrt(Math.max(0, speed * speed + 2 * gain * metres)) - speed) / gain;
}
