/**
 * The ways of a story: what each driving goes along, leg by leg, and the plans for them. A leg that several
 * vehicles of a kind drive is planned once; a way that only one vehicle takes, such as the one to the start
 * of its route, is forgotten when it got there.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import type { Story } from '../../language/story.ts';
import type { Driving } from '../../language/terms.ts';
import { distanceBetween, type Position } from '../../motion/geodesy.ts';
import { pathThrough, reversed, straight } from '../../motion/path.ts';
import { type Plan, planDrive, planRecorded } from '../../motion/plan.ts';
import { PlanPool } from '../../motion/pool.ts';
import { town } from '../../motion/roads/town.ts';
import { type Traits, vehicles } from '../../motion/vehicles.ts';
import { backwards, CROSS_COUNTRY, type Leg, legsOf, SAME_PLACE, startOf } from './legs.ts';

export const kinds = namesOf(vehicles);

/** The traits of a vehicle by its kind. */
export function traitsOf({ kind }: { readonly kind: Uint8Array }, v: number): Traits {
  return vehicles[itemAt(kinds, kind[v] ?? 0)];
}

/** The purpose of a plan: enough to make it again. Kinds are their places in `kinds`, drivings and legs their numbers. */
export type PlanFor =
  | { for: 'leg'; driving: number; leg: number; heading: number; kind: number }
  | { for: 'town'; from: number; to: number; driving: number; kind: number }
  | { for: 'approach'; from: Position; to: Position; kind: number };

export interface PlannedWay {
  made: PlanFor;
  /** In the pool. */
  first: number;
  rows: number;
  /** Seconds, metres. */
  duration: number;
  length: number;
  /** A recording is repeated in its own time. */
  recorded: boolean;
}

type Planned = Plan & Pick<PlannedWay, 'recorded'>;

interface DrivingWays {
  driving: Driving;
  key: string;
  isRoaming: boolean;
  legs: readonly Leg[];
}

/**
 * Plans for several vehicles, by story: each world that is made of it (at a reset, a snapshot, a
 * keyframe) takes the same ways, and planning them is most of what it costs to go back in a story.
 */
const plannedFor = new WeakMap<Story, Map<string, Planned>>();

/** How many places a vehicle that roams the town goes to from each: so that few ways have to be planned. */
const DESTINATIONS = 12;
/** More than there are places in the town, or legs of a route. */
const PLACES = 2 ** 16;

export type Ways = ReturnType<typeof createWays>;

export function createWays(story: Story) {
  const pool = new PlanPool();
  const drivings: DrivingWays[] = [];
  const plans: (PlannedWay | undefined)[] = [];
  const free: number[] = [];
  /** The numbers of plans for several vehicles: a departure that found its plan by a text would take several times as long. */
  const shared = new Map<number, number>();
  const planned = plannedFor.get(story) ?? new Map<string, Planned>();
  plannedFor.set(story, planned);

  const waysOf = (driving: number): DrivingWays => itemAt(drivings, driving);

  /** The number of a driving; equal ones have the same. */
  function numberOf(driving: Driving): number {
    const { repeat, above, dwell, towed = false } = driving;
    const key = [driving.route, repeat, above, dwell, towed].join();
    const known = drivings.findIndex((other) => other.key === key);
    if (known !== -1) return known;
    const route = story.routes[driving.route];
    if (route === undefined) throw new RangeError(`The story has no route ${driving.route}.`);
    const isRoaming = route.kind === 'roaming';
    return drivings.push({ driving, key, isRoaming, legs: isRoaming ? [] : legsOf(route, driving) }) - 1;
  }

  /** The number of a plan that serves all vehicles of a kind; `made` says what for where there is none yet. */
  function sharedPlan(
    driving: number,
    kind: number,
    from: number,
    to: number,
    made: () => Exclude<PlanFor, { for: 'approach' }>,
  ): number {
    const key = ((driving * kinds.length + kind) * PLACES + from) * PLACES + to;
    const known = shared.get(key);
    if (known !== undefined) return known;
    // Drivings are numbered by each world for itself, in the order in which they come up.
    const purpose = made();
    const everywhere = JSON.stringify({ ...purpose, driving: waysOf(driving).key });
    const plan = planned.get(everywhere) ?? planFor(purpose);
    planned.set(everywhere, plan);
    const number = keep(purpose, plan);
    shared.set(key, number);
    return number;
  }

  /** The plan for a leg, driven forwards (1) or back (-1). */
  function legPlan(driving: number, leg: number, heading: number, kind: number): number {
    return sharedPlan(driving, kind, leg, heading + 1, () => ({ for: 'leg', driving, leg, heading, kind }));
  }

  /** The plan from one place of the town to another. */
  function townPlan(driving: number, from: number, to: number, kind: number): number {
    return sharedPlan(driving, kind, from, to, () => ({ for: 'town', from, to, driving, kind }));
  }

  function keep(made: PlanFor, plan: Planned): number {
    const { rows, duration, length, recorded } = plan;
    const number = free.pop() ?? plans.length;
    plans[number] = { made, first: pool.add(plan), rows, duration, length, recorded };
    return number;
  }

  function planFor(made: PlanFor): Planned {
    const traits = vehicles[itemAt(kinds, made.kind)];
    const { above } = made.for === 'approach' ? { above: 0 } : waysOf(made.driving).driving;
    const leg = made.for === 'leg' ? itemAt(waysOf(made.driving).legs, made.leg) : pointsFor(made);
    const isBack = made.for === 'leg' && made.heading < 0;
    if ('fixes' in leg) return { ...planRecorded(isBack ? backwards(leg.fixes) : leg.fixes), recorded: true };
    const path = pathThrough(isBack ? reversed(leg.points) : leg.points);
    return { ...planDrive(path, traits, above), recorded: false };
  }

  /** Makes a plan again that was saved. */
  function again(made: PlanFor): number {
    if (made.for === 'leg') return legPlan(made.driving, made.leg, made.heading, made.kind);
    if (made.for === 'town') return townPlan(made.driving, made.from, made.to, made.kind);
    return keep(made, planFor(made));
  }

  return {
    pool,
    numberOf,
    legPlan,
    townPlan,
    again,
    drivings: (): Driving[] => drivings.map(({ driving }) => driving),
    drivingOf: (driving: number): Driving => waysOf(driving).driving,
    isRoaming: (driving: number): boolean => waysOf(driving).isRoaming,
    /** How many legs there are one way. */
    legsOf: (driving: number): number => waysOf(driving).legs.length,
    /** The start of a leg. */
    startOf: (driving: number, leg: number): Position => startOf(itemAt(waysOf(driving).legs, leg)),
    plan: (number: number): PlannedWay => itemAt(plans, number),

    /** The plan of one vehicle alone, by roads where both ends are near them; undefined where it is there. */
    approachPlan(from: Position, to: Position, kind: number): number | undefined {
      if (distanceBetween(from, to) <= SAME_PLACE) return undefined;
      return again({ for: 'approach', from: bare(from), to: bare(to), kind });
    },

    /** A vehicle is done with a plan. */
    release(number: number): void {
      const plan = plans[number];
      if (plan?.made.for !== 'approach') return;
      pool.remove(plan.first, plan.rows);
      plans[number] = undefined;
      free.push(number);
    },
  };
}

/** From one place of the town to another; or by the town's roads where both ends are near them, else straight across. */
function pointsFor(made: Exclude<PlanFor, { for: 'leg' }>): Leg {
  const { places } = town();
  if (made.for === 'town')
    return { points: town().wayBetween(itemAt(places, made.from), itemAt(places, made.to)) };
  const { from, to } = made;
  const byRoad = town().holds(from) && town().holds(to);
  return { points: byRoad ? town().wayBetween(from, to) : straight(from, to, CROSS_COUNTRY) };
}

/** How long a car takes for each route of a story, one way, in ms; `null` for one without an end. */
export function drivingTimes(story: Story): (number | null)[] {
  const ways = createWays(story);
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
