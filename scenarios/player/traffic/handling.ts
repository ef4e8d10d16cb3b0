/**
 * How hard vehicles are driven between two reports, for stories that watch it. A device measures it by itself, and
 * says so with its next report; what it measures on a way that it leaves by order of the story is not kept.
 */
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { SECOND } from '../../../contracts/kit/durations.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { savedBytes } from '../../../simulator/time/saved.ts';
import { type Forces, hardestWithin, SPAN } from '../../motion/manoeuvres.ts';
import { manoeuvres } from '../../motion/vehicles.ts';
import { modes, type Vehicles } from './vehicles.ts';
import type { Ways } from './ways.ts';

const FORCES = manoeuvres.length;

export class Handling {
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;
  /** By vehicle: until when it was measured. */
  #until = new Float64Array(0);
  /** By vehicle, then manoeuvre: the hardest that was not asked for yet, in m/s². */
  #hardest = new Float32Array(0);

  constructor(vehicles: Vehicles, ways: Ways) {
    this.#vehicles = vehicles;
    this.#ways = ways;
  }

  /** A vehicle comes to the end of its plan at a moment, and is on it still. */
  arrives(v: number, at: number): void {
    this.#measure(v, at);
  }

  /** The hardest of each manoeuvre since this was last asked of a vehicle, in m/s². */
  take(v: number, now: number): Forces {
    const rate = this.#vehicles.rate[v] ?? 1;
    this.#measure(v, now - Math.ceil((SPAN / rate) * SECOND));
    const [braking = 0, acceleration = 0, cornering = 0] = this.#hardest.subarray(
      v * FORCES,
      (v + 1) * FORCES,
    );
    this.#hardest.fill(0, v * FORCES, (v + 1) * FORCES);
    return { braking, acceleration, cornering };
  }

  /** As base64. */
  save(): { until: string; hardest: string } {
    const { count } = this.#vehicles;
    this.#reach(count);
    return {
      until: toBase64(this.#until.subarray(0, count)),
      hardest: toBase64(this.#hardest.subarray(0, count * FORCES)),
    };
  }

  restore({ until, hardest }: ReturnType<Handling['save']>): void {
    const { count } = this.#vehicles;
    this.#until = new Float64Array(savedBytes(until, count * 8, '/until'));
    this.#hardest = new Float32Array(savedBytes(hardest, count * FORCES * 4, '/hardest'));
  }

  /** Up to a moment, as far as the vehicle is on its plan. */
  #measure(v: number, to: number): void {
    this.#reach(v + 1);
    const c = this.#vehicles;
    const since = c.since[v] ?? 0;
    const from = Math.max(this.#until[v] ?? 0, since);
    this.#until[v] = Math.max(this.#until[v] ?? 0, to);
    if (c.mode[v] !== modes.driving || to <= from) return;
    const rate = c.rate[v] ?? 1;
    const secondsAt = (at: number) => ((at - since) / SECOND) * rate;
    const forces = hardestWithin(
      this.#ways.pool,
      this.#ways.plan(c.plan[v] ?? 0),
      secondsAt(from),
      secondsAt(to),
    );
    for (const [place, manoeuvre] of manoeuvres.entries()) {
      const at = v * FORCES + place;
      // A slower driver takes the same way in more time.
      this.#hardest[at] = Math.max(this.#hardest[at] ?? 0, forces[manoeuvre] * rate ** 2);
    }
  }

  #reach(count: number): void {
    if (this.#until.length >= count) return;
    this.#until = grown(this.#until, count, 0);
    this.#hardest = grown(this.#hardest, this.#until.length * FORCES, 0);
  }
}
