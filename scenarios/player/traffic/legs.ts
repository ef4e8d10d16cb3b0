/**
 * Routes as legs: the ways between one stop and the next, and back to the first where a vehicle goes round.
 */

import { itemAt } from '../../../contracts/kit/items.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Driving, Route } from '../../language/terms.ts';
import type { Fix } from '../../motion/derive.ts';
import { distanceBetween, type Position } from '../../motion/geodesy.ts';
import { type PathPoint, simplified, straight } from '../../motion/path.ts';
import { town } from '../../motion/roads/town.ts';

/** A way between two stops: a line to drive along, or a recording to repeat. */
export type Leg = { points: PathPoint[] } | { fixes: Fix[] };

/** Ends of legs closer together than this are the same place, in metres. */
export const SAME_PLACE = 2;
/** A recording's wander that is not a bend, in metres. */
const WANDER = 6;
/** km/h on ways that no story describes, and at most where a recording was faster. */
export const CROSS_COUNTRY = 50;
const FASTEST = 130;

/** The legs between the stops of a route; all in one where the vehicle drives through. */
export function legsOf(route: Exclude<Route, { kind: 'roaming' }>, driving: Driving): Leg[] {
  const legs = oneWay(route);
  if (driving.repeat === 'loop') {
    const last = itemAt(legs, legs.length - 1);
    const [end, start] = [endOf(last), startOf(itemAt(legs, 0))];
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
  throw new RangeError(`The route ${quoted(route.name)} leads nowhere.`);
}

function trackLeg({ rhythm, fixes }: Extract<Route, { kind: 'track' }>): Leg {
  const own = fixes.map(({ after, ...fix }) => ({ time: after, ...fix }));
  return rhythm === 'recorded' ? { fixes: own } : { points: limitedAsDriven(own) };
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

/** The same recording from its end to its beginning. */
export function backwards(fixes: readonly Fix[]): Fix[] {
  const last = fixes.at(-1)?.time ?? 0;
  return fixes.toReversed().map((fix) => ({ ...fix, time: last - fix.time }));
}

export function startOf(leg: Leg): Position {
  return 'fixes' in leg ? itemAt(leg.fixes, 0) : itemAt(leg.points, 0);
}

function endOf(leg: Leg): Position {
  return 'fixes' in leg ? itemAt(leg.fixes, leg.fixes.length - 1) : itemAt(leg.points, leg.points.length - 1);
}

export function positionOf([latitude, longitude]: readonly [number, number]): Position {
  return { latitude, longitude };
}
