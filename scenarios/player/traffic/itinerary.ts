/** Next destination of a vehicle: the plan of the way that it takes from where it is. */

import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, nextState, shareOf } from '../../../contracts/kit/random.ts';
import type { Position } from '../../motion/geodesy.ts';
import { town } from '../../motion/roads/town.ts';
import type { Vehicles } from './vehicles.ts';
import { destinationsFrom, type Ways } from './ways.ts';

export class Itinerary {
  readonly #vehicles: Vehicles;
  readonly #ways: Ways;

  constructor(vehicles: Vehicles, ways: Ways) {
    this.#vehicles = vehicles;
    this.#ways = ways;
  }

  /** The plan of its next way; `undefined` where it is at the beginning of its route already. */
  next(v: number, driving: number): number | undefined {
    return this.#ways.isRoaming(driving) ? this.#townPlan(v, driving) : this.#routePlan(v, driving);
  }

  /** The way to a place of the town, chosen by chance. */
  #townPlan(v: number, driving: number): number {
    const c = this.#vehicles;
    const kind = c.kind[v] ?? 0;
    const here = this.#positionOf(v);
    const from = c.leg[v] === -1 ? placeAt(here) : (c.leg[v] ?? 0);
    const near = from === -1 ? town().places.map((_, place) => place) : destinationsFrom(from);
    const to = near[Math.floor(this.#share(v) * near.length)] ?? 0;
    c.leg[v] = to;
    if (from !== -1) return this.#ways.townPlan(driving, from, to, kind);
    const target = itemAt(town().places, to);
    return (
      this.#ways.approachPlan(here, target, kind) ??
      this.#ways.townPlan(driving, to, this.#other(v, to), kind)
    );
  }

  #other(v: number, place: number): number {
    const to = destinationsFrom(place)[0] ?? 0;
    this.#vehicles.leg[v] = to;
    return to;
  }

  #routePlan(v: number, driving: number): number | undefined {
    const c = this.#vehicles;
    if (c.leg[v] !== -1) return this.legPlan(v, driving);
    return this.#ways.approachPlan(this.#positionOf(v), this.#ways.startOf(driving, 0), c.kind[v] ?? 0);
  }

  /** The plan of the leg on which it is. */
  legPlan(v: number, driving: number): number {
    const c = this.#vehicles;
    return this.#ways.legPlan(driving, c.leg[v] ?? 0, c.heading[v] ?? 0, c.kind[v] ?? 0);
  }

  #positionOf(v: number): Position {
    const c = this.#vehicles;
    return { latitude: c.latitude[v] ?? 0, longitude: c.longitude[v] ?? 0 };
  }

  #share(v: number): number {
    const c = this.#vehicles;
    const chance = nextState(c.chance[v] ?? 0);
    c.chance[v] = chance;
    return shareOf(bitsOf(chance));
  }
}

function placeAt({ latitude, longitude }: Position): number {
  return town().places.findIndex((place) => place.latitude === latitude && place.longitude === longitude);
}
