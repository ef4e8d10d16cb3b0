/**
 * The ways of a story: what each driving goes along, leg by leg, and the plans for them. A leg that several
 * vehicles of a kind drive is planned once; a way that only one vehicle takes, such as the one to the start
 * of its route, is forgotten when it got there.
 */

import { itemAt } from '../../../contracts/kit/items.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import type { Story } from '../../language/story.ts';
import type { Driving, Route } from '../../language/terms.ts';
import { distanceBetween, type Position } from '../../motion/geodesy.ts';
import { type PathPoint, pathThrough, reversed, straight } from '../../motion/path.ts';
import { type Plan, planDrive, planRecorded } from '../../motion/plan.ts';
import { PlanPool } from '../../motion/pool.ts';
import { town } from '../../motion/roads/town.ts';
import { type Traits, vehicles } from '../../motion/vehicles.ts';
import { backwards, CROSS_COUNTRY, type Leg, legsOf, positionOf, SAME_PLACE, startOf } from './legs.ts';

export const kinds = namesOf(vehicles);

/** The traits of a vehicle by its kind. */
export function traitsOf({ kind }: { readonly kind: Uint8Array }, v: number): Traits {
  return vehicles[itemAt(kinds, kind[v] ?? 0)];
}

/** The purpose of a plan: enough to make it again. Kinds are their places in `kinds`. */
export type PlanFor =
  | { for: 'leg'; driving: number; leg: number; heading: number; kind: number }
  | { for: 'town'; from: number; to: number; driving: number; kind: number }
  | { for: 'approach'; from: Position; to: Position; kind: number };

export interface PlannedWay {
  made: PlanFor;
  first: number;
  rows: number;
  /** Seconds, metres. */
  duration: number;
  length: number;
  /** A recording is repeated in its own time. */
  recorded: boolean;
}

interface Planned {
  plan: Plan;
  recorded: boolean;
}

interface DrivingWays {
  driving: Driving;
  roaming: boolean;
  legs: readonly Leg[];
  /** By kind, then leg and heading, or pair of places: the number of the plan, plus 1. */
  plans: Int32Array[];
}

/**
 * Plans for several vehicles, by story: each world that is made of it (at a reset, a snapshot, a
 * keyframe) takes the same ways, and planning them is most of what it costs to go back in a story.
 */
const plannedFor = new WeakMap<Story, Map<string, Planned>>();

/** How many places a vehicle that roams the town goes to from each: so that few ways have to be planned. */
const DESTINATIONS = 12;

export class Ways {
  readonly pool = new PlanPool();
  readonly #routes: readonly Route[];
  readonly #planned: Map<string, Planned>;
  #drivings: DrivingWays[] = [];
  #plans: (PlannedWay | undefined)[] = [];
  #free: number[] = [];

  /** Throws a MotionError for a route that leads off the map. */
  constructor(story: Story) {
    this.#routes = story.routes;
    this.#planned = plannedFor.get(story) ?? new Map();
    plannedFor.set(story, this.#planned);
    for (const route of story.routes) {
      if (route.kind !== 'roads') continue;
      for (const stop of route.stops) town().requireNear(positionOf(stop));
    }
  }

  /** Forgets all plans and drivings. */
  clear(): void {
    for (const plan of this.#plans) if (plan !== undefined) this.pool.remove(plan.first, plan.rows);
    this.#plans = [];
    this.#free = [];
    this.#drivings = [];
  }

  /** The number of a driving; equal ones have the same. */
  numberOf(driving: Driving): number {
    const known = this.#drivings.findIndex((other) => sameDriving(other.driving, driving));
    if (known !== -1) return known;
    const route = this.#routes[driving.route];
    if (route === undefined) throw new RangeError(`The story has no route ${driving.route}.`);
    const roaming = route.kind === 'roaming';
    const legs = roaming ? [] : legsOf(route, driving);
    const pairs = roaming ? town().places.length ** 2 : 2 * legs.length;
    const plans = kinds.map(() => new Int32Array(pairs));
    return this.#drivings.push({ driving: { ...driving }, roaming, legs, plans }) - 1;
  }

  drivings(): Driving[] {
    return this.#drivings.map(({ driving }) => driving);
  }

  drivingOf(driving: number): Driving {
    return this.#ways(driving).driving;
  }

  isRoaming(driving: number): boolean {
    return this.#ways(driving).roaming;
  }

  /** How many legs there are one way. */
  legsOf(driving: number): number {
    return this.#ways(driving).legs.length;
  }

  /** Start of a leg. */
  startOf(driving: number, leg: number): Position {
    return startOf(itemAt(this.#ways(driving).legs, leg));
  }

  plan(number: number): PlannedWay {
    return itemAt(this.#plans, number);
  }

  /** The plan for a leg, driven forwards (1) or back (-1). */
  legPlan(driving: number, leg: number, heading: number, kind: number): number {
    const plans = itemAt(this.#ways(driving).plans, kind);
    const place = 2 * leg + (heading < 0 ? 1 : 0);
    return this.#shared(plans, place, { for: 'leg', driving, leg, heading, kind });
  }

  /** The plan from one place of the town to another. */
  townPlan(driving: number, from: number, to: number, kind: number): number {
    const plans = itemAt(this.#ways(driving).plans, kind);
    return this.#shared(plans, from * town().places.length + to, { for: 'town', from, to, driving, kind });
  }

  /** The plan of one vehicle alone, by roads where both ends are near them; undefined where it is there. */
  approachPlan(from: Position, to: Position, kind: number): number | undefined {
    if (distanceBetween(from, to) <= SAME_PLACE) return undefined;
    return this.#keep({ for: 'approach', from: bare(from), to: bare(to), kind });
  }

  /** A vehicle is done with a plan. */
  release(number: number): void {
    const plan = this.#plans[number];
    if (plan?.made.for !== 'approach') return;
    this.pool.remove(plan.first, plan.rows);
    this.#plans[number] = undefined;
    this.#free.push(number);
  }

  /** Makes a plan again that was saved. */
  again(made: PlanFor): number {
    if (made.for === 'leg') return this.legPlan(made.driving, made.leg, made.heading, made.kind);
    if (made.for === 'town') return this.townPlan(made.driving, made.from, made.to, made.kind);
    return this.#keep(made);
  }

  #ways(driving: number): DrivingWays {
    return itemAt(this.#drivings, driving);
  }

  #shared(plans: Int32Array, place: number, made: PlanFor): number {
    const known = plans[place] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#keep(made);
    plans[place] = number + 1;
    return number;
  }

  #keep(made: PlanFor): number {
    const { plan, recorded } = this.#known(made);
    const { rows, duration, length } = plan;
    const number = this.#free.pop() ?? this.#plans.length;
    this.#plans[number] = { made, first: this.pool.add(plan), rows, duration, length, recorded };
    return number;
  }

  /** A plan that only one vehicle drives is not remembered. */
  #known(made: PlanFor): Planned {
    if (made.for === 'approach') return this.#plan(made);
    // Drivings are numbered by each world for itself, in the order in which they come up.
    const key = JSON.stringify({ ...made, driving: this.#ways(made.driving).driving });
    let planned = this.#planned.get(key);
    if (planned === undefined) {
      planned = this.#plan(made);
      this.#planned.set(key, planned);
    }
    return planned;
  }

  #plan(made: PlanFor): Planned {
    const traits = vehicles[itemAt(kinds, made.kind)];
    if (made.for === 'approach') {
      const path = pathThrough(approach(made.from, made.to));
      return { plan: planDrive(path, traits, 0), recorded: false };
    }
    const { legs, driving } = this.#ways(made.driving);
    if (made.for === 'town') {
      const { places } = town();
      const points = town().wayBetween(itemAt(places, made.from), itemAt(places, made.to));
      return { plan: planDrive(pathThrough(points), traits, driving.above), recorded: false };
    }
    const leg = itemAt(legs, made.leg);
    if ('fixes' in leg) {
      return { plan: planRecorded(made.heading < 0 ? backwards(leg.fixes) : leg.fixes), recorded: true };
    }
    const points = made.heading < 0 ? reversed(leg.points) : leg.points;
    return { plan: planDrive(pathThrough(points), traits, driving.above), recorded: false };
  }
}

/** How long a car takes for each route of a story, one way, in ms; `null` for one without an end. */
export function drivingTimes(story: Story): (number | null)[] {
  const ways = new Ways(story);
  return story.routes.map(({ kind }, route) => {
    if (kind === 'roaming') return null;
    const driving = ways.numberOf({ route, repeat: 'once', above: 0, dwell: 0 });
    let seconds = 0;
    for (let leg = 0; leg < ways.legsOf(driving); leg++)
      seconds += ways.plan(ways.legPlan(driving, leg, 1, kinds.indexOf('car'))).duration;
    return Math.round(seconds) * 1000;
  });
}

/** A position without whatever else is known of the point. */
function bare({ latitude, longitude }: Position): Position {
  return { latitude, longitude };
}

let near: readonly (readonly number[])[] | undefined;

/** The places that a vehicle at a place of the town may go to next. */
export function destinationsFrom(place: number): readonly number[] {
  near ??= town().places.map((from, at) => {
    const others = town()
      .places.map((to, number) => ({ number, metres: distanceBetween(from, to) }))
      .filter(({ number }) => number !== at)
      .sort((a, b) => a.metres - b.metres || a.number - b.number);
    // From near to far, leaving out some in between.
    const step = Math.max(1, Math.floor(others.length / DESTINATIONS));
    const chosen = others.filter((_, rank) => rank % step === 0);
    return chosen.slice(0, DESTINATIONS).map(({ number }) => number);
  });
  return itemAt(near, place);
}

/** By the roads of the town where both ends are near them, else straight across. */
function approach(from: Position, to: Position): PathPoint[] {
  const byRoad = town().holds(from) && town().holds(to);
  return byRoad ? town().wayBetween(from, to) : straight(from, to, CROSS_COUNTRY);
}

function sameDriving(a: Driving, b: Driving): boolean {
  if (a.route !== b.route || a.repeat !== b.repeat || a.towed !== b.towed) return false;
  return a.above === b.above && a.dwell === b.dwell;
}
