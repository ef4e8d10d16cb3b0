/** Positions and equipment of vehicles at the beginning of a story. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, shareOf, stateFor } from '../../../contracts/kit/random.ts';
import type { Story } from '../../language/story.ts';
import type { FleetPart } from '../../language/terms.ts';
import type { Position } from '../../motion/geodesy.ts';
import { town } from '../../motion/roads/town.ts';
import { positionOf } from './legs.ts';
import { begunAlready, putAt, takeUp } from './movement.ts';
import type { Road } from './road.ts';
import { kinds } from './ways.ts';

/** The draws of chance for a vehicle. */
const asked = { driver: 1, odometer: 2, fuel: 3, battery: 4, wait: 5 };
const slowest = 0.88;

function chanceOf({ story }: Road, v: number, about: keyof typeof asked): number {
  return shareOf(bitsOf(stateFor(story.clock.seed + asked[about] * 7919, v)));
}

/** Gives a vehicle its kind, its driver and what it has left; it is still nowhere. */
export function initVehicle(road: Road, v: number, part: Partial<FleetPart>): void {
  const { vehicles, story, world } = road;
  const { vehicle = 'car', odometer, fuel, battery } = part;
  vehicles.kind[v] = kinds.indexOf(vehicle);
  vehicles.driver[v] = slowest + (1 - slowest) * chanceOf(road, v, 'driver');
  vehicles.odometer[v] = 1000 * (odometer ?? Math.round(4_000 + 86_000 * chanceOf(road, v, 'odometer')));
  vehicles.fuel[v] = fuel ?? 45 + 52 * chanceOf(road, v, 'fuel');
  vehicles.battery[v] = battery ?? 70 + 30 * chanceOf(road, v, 'battery');
  vehicles.usedAlong[v] = vehicles.odometer[v] ?? 0;
  vehicles.usedAt[v] = world.timeline.now;
  vehicles.chance[v] = stateFor(story.clock.seed, v);
}

/** Puts the vehicles of a part where they begin, and has them take up what they drive. */
export function putInPlace(road: Road, part: FleetPart): void {
  const { ways, vehicles } = road;
  const { now } = road.world.timeline;
  const { first, count, start, drives, standsFirst } = part;
  const driving = drives === null ? -1 : ways.numberOf(drives);
  /** It has a route with a beginning of its own, and starts there. */
  const startsOnRoute = driving !== -1 && !ways.isRoaming(driving) && start === null;
  for (let place = 0; place < count; place++) {
    const v = first - 1 + place;
    // Vehicles that go round begin at different stops.
    const leg = startsOnRoute && drives?.repeat !== 'once' ? place % ways.legsOf(driving) : 0;
    if (start !== null) putAt(road, v, positionOf(start));
    else putAt(road, v, startsOnRoute ? ways.startOf(driving, leg) : beginning(road.story, v, driving));
    if (drives === null) continue;
    const { dwell, repeat } = drives;
    const drivesOnce = repeat === 'once' && !ways.isRoaming(driving);
    const atOnce = standsFirst === undefined ? drivesOnce : (v + 1) % standsFirst !== 0;
    takeUp(road, v, driving, now + Math.round(atOnce ? 0 : dwell * chanceOf(road, v, 'wait')));
    if (!startsOnRoute) continue;
    vehicles.leg[v] = leg;
    if (ways.legsOf(driving) === 1 && repeat !== 'once') begunAlready(road, v, now, place / count);
  }
}

/** About the town; a vehicle that only stands in a story elsewhere is at its first site. */
function beginning(story: Story, v: number, driving: number): Position {
  const elsewhere = story.inTown ? undefined : (story.sites[0]?.at ?? firstOf(story));
  if (elsewhere !== undefined && driving === -1) return positionOf(elsewhere);
  const { places } = town();
  const { latitude, longitude } = itemAt(places, v % places.length);
  return { latitude, longitude };
}

function firstOf({ routes }: Story): readonly [number, number] | undefined {
  for (const route of routes) {
    if (route.kind === 'waypoints') return route.points[0];
    const fix = route.kind === 'track' ? route.fixes[0] : undefined;
    if (fix !== undefined) return [fix.latitude, fix.longitude];
  }
  return undefined;
}
