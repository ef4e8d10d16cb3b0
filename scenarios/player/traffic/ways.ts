/**
 * The ways of a story: what each driving goes along, leg by leg, and the plans for them. A leg that several
 * vehicles of a kind drive is planned once; a way that only one vehicle takes, such as the one to the start
 * of its route, is forgotten when it got there.
 */

import type { Driving, Route, Story } from '../../language/story.ts';
import {
  distanceBetween,
  type Fix,
  type Kind,
  MotionError,
  type PathPoint,
  type Plan,
  PlanPool,
  type Position,
  pathThrough,
  planDrive,
  planRecorded,
  reversed,
  simplified,
  straight,
  town,
  vehicles,
} from '../../motion/index.ts';

export const kinds = Object.keys(vehicles) as Kind[];

/** A way between two stops: a line to drive along, or a recording to repeat. */
type Leg = { points: PathPoint[] } | { fixes: Fix[] };

/** What a plan is for, as JSON: enough to make it again. Kinds are their places in `kinds`. */
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

interface DrivingWays {
  driving: Driving;
  roaming: boolean;
  legs: readonly Leg[];
  /** By kind, then leg and heading, or pair of places: the number of the plan, plus 1. */
  plans: Int32Array[];
}

/** Ends of legs closer together than this are the same place, in metres. */
const SAME_PLACE = 2;
/** A recording's wander that is no bend, in metres. */
const WANDER = 6;
/** km/h on ways that no story describes, and at most where a recording was faster. */
const CROSS_COUNTRY = 50;
const FASTEST = 130;
/** How many places a vehicle that roams the town goes to from each: so that few ways have to be planned. */
const DESTINATIONS = 12;

export class Ways {
  readonly pool = new PlanPool();
  readonly #routes: readonly Route[];
  #drivings: DrivingWays[] = [];
  #plans: (PlannedWay | undefined)[] = [];
  #free: number[] = [];

  /** Throws a MotionError for a route that leads off the map. */
  constructor(story: Story) {
    this.#routes = story.routes;
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

  /** Where a leg begins. */
  startOf(driving: number, leg: number): Position {
    const way = this.#ways(driving).legs[leg] as Leg;
    return ('fixes' in way ? way.fixes[0] : way.points[0]) as Position;
  }

  plan(number: number): PlannedWay {
    return this.#plans[number] as PlannedWay;
  }

  /** The plan for a leg, driven forwards (1) or back (-1). */
  legPlan(driving: number, leg: number, heading: number, kind: number): number {
    const plans = this.#ways(driving).plans[kind] as Int32Array;
    const place = 2 * leg + (heading < 0 ? 1 : 0);
    return this.#shared(plans, place, { for: 'leg', driving, leg, heading, kind });
  }

  /** The plan from one place of the town to another. */
  townPlan(driving: number, from: number, to: number, kind: number): number {
    const plans = this.#ways(driving).plans[kind] as Int32Array;
    return this.#shared(plans, from * town().places.length + to, { for: 'town', from, to, driving, kind });
  }

  /** The plan of one vehicle alone, by roads where both ends lie near them; undefined where it is there. */
  approachPlan(from: Position, to: Position, kind: number): number | undefined {
    if (distanceBetween(from, to) <= SAME_PLACE) return undefined;
    return this.#keep({ for: 'approach', from, to, kind });
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
    return this.#drivings[driving] as DrivingWays;
  }

  #shared(plans: Int32Array, place: number, made: PlanFor): number {
    const known = plans[place] as number;
    if (known > 0) return known - 1;
    const number = this.#keep(made);
    plans[place] = number + 1;
    return number;
  }

  #keep(made: PlanFor): number {
    const { plan, recorded } = this.#planned(made);
    const { rows, duration, length } = plan;
    const number = this.#free.pop() ?? this.#plans.length;
    this.#plans[number] = { made, first: this.pool.add(plan), rows, duration, length, recorded };
    return number;
  }

  #planned(made: PlanFor): { plan: Plan; recorded: boolean } {
    const traits = vehicles[kinds[made.kind] as Kind];
    if (made.for === 'approach') {
      const path = pathThrough(approach(made.from, made.to));
      return { plan: planDrive(path, traits, 0), recorded: false };
    }
    const { legs, driving } = this.#ways(made.driving);
    if (made.for === 'town') {
      const { places } = town();
      const points = town().wayBetween(places[made.from] as Position, places[made.to] as Position);
      return { plan: planDrive(pathThrough(points), traits, driving.above), recorded: false };
    }
    const leg = legs[made.leg] as Leg;
    if ('fixes' in leg) {
      return { plan: planRecorded(made.heading < 0 ? backwards(leg.fixes) : leg.fixes), recorded: true };
    }
    const points = made.heading < 0 ? reversed(leg.points) : leg.points;
    return { plan: planDrive(pathThrough(points), traits, driving.above), recorded: false };
  }
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
  return near[place] as readonly number[];
}

/** The legs between the stops of a route; all in one where the vehicle drives through. */
function legsOf(route: Exclude<Route, { kind: 'roaming' }>, driving: Driving): Leg[] {
  const legs = oneWay(route);
  if (driving.repeat === 'loop') {
    const last = legs.at(-1) as Leg;
    const [end, start] = [endOf(last), startOf(legs[0] as Leg)];
    const limit = route.kind === 'waypoints' ? route.speedLimit : CROSS_COUNTRY;
    if (distanceBetween(end, start) > SAME_PLACE) {
      legs.push({
        points: route.kind === 'roads' ? town().wayBetween(end, start) : straight(end, start, limit),
      });
    }
  }
  if (driving.dwell > 0 || route.kind === 'track') return legs;
  return [{ points: legs.flatMap((leg) => ('points' in leg ? leg.points : [])) }];
}

function oneWay(route: Exclude<Route, { kind: 'roaming' }>): Leg[] {
  if (route.kind === 'track') return [trackLeg(route)];
  const stops = (route.kind === 'waypoints' ? route.points : route.stops).map(positionOf);
  const legs: Leg[] = [];
  let from: Position | undefined;
  for (const to of stops) {
    if (from !== undefined && distanceBetween(from, to) <= SAME_PLACE) continue;
    if (from !== undefined) {
      legs.push({
        points:
          route.kind === 'waypoints' ? straight(from, to, route.speedLimit) : town().wayBetween(from, to),
      });
    }
    from = to;
  }
  if (legs.length > 0) return legs;
  throw new MotionError(
    'ROUTE_EMPTY',
    `The route "${route.name}" leads nowhere: it has fewer than two different stops.`,
    'Give two stops or more that lie apart.',
  );
}

function trackLeg({ name, rhythm, fixes }: Extract<Route, { kind: 'track' }>): Leg {
  const own = fixes.map(({ after, ...fix }) => ({ time: after, ...fix }));
  if (rhythm === 'recorded') {
    const timed = own.length > 1 && own.every(({ time }, at) => at === 0 || time > (own[at - 1]?.time ?? 0));
    if (timed) return { fixes: own };
    throw new MotionError(
      'ROUTE_NO_TIMES',
      `The track "${name}" has no times in order, and cannot be driven in its recorded rhythm.`,
      'Drive it in the rhythm of a vehicle of its own, or give a track with a time at each point.',
    );
  }
  return { points: limitedAsDriven(own) };
}

/** A recorded line without its wander; as fast as it was driven, in steps of 10 km/h, but for the slow parts. */
function limitedAsDriven(fixes: readonly Fix[]): PathPoint[] {
  const corners = new Set(simplified(fixes, WANDER));
  const points: PathPoint[] = [];
  for (const fix of fixes) {
    const { latitude, longitude, altitude, speed = 0 } = fix;
    const limit = Math.min(FASTEST, Math.max(CROSS_COUNTRY, Math.ceil(speed / 10) * 10));
    const last = points.at(-1);
    if (last !== undefined) last.limit = Math.max(last.limit, limit);
    if (!corners.has(fix)) continue;
    points.push({ latitude, longitude, ...(altitude !== undefined && { altitude }), limit, flags: 0 });
  }
  return points;
}

/** By the roads of the town where both ends lie near them, else straight across. */
function approach(from: Position, to: Position): PathPoint[] {
  const byRoad = town().holds(from) && town().holds(to);
  return byRoad ? town().wayBetween(from, to) : straight(from, to, CROSS_COUNTRY);
}

function backwards(fixes: readonly Fix[]): Fix[] {
  const last = fixes.at(-1)?.time ?? 0;
  return fixes.toReversed().map((fix) => ({ ...fix, time: last - fix.time }));
}

function startOf(leg: Leg): Position {
  return ('fixes' in leg ? leg.fixes[0] : leg.points[0]) as Position;
}

function endOf(leg: Leg): Position {
  return ('fixes' in leg ? leg.fixes.at(-1) : leg.points.at(-1)) as Position;
}

function sameDriving(a: Driving, b: Driving): boolean {
  if (a.route !== b.route || a.repeat !== b.repeat || a.towed !== b.towed) return false;
  return a.above === b.above && a.dwell === b.dwell;
}

export function positionOf([latitude, longitude]: readonly [number, number]): Position {
  return { latitude, longitude };
}
