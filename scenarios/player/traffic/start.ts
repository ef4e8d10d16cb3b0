/** Positions and equipment of vehicles at the beginning of a story. */

import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, shareOf, stateFor } from '../../../contracts/kit/random.ts';
import type { Story } from '../../language/story.ts';
import type { FleetPart } from '../../language/terms.ts';
import type { Position } from '../../motion/geodesy.ts';
import { town } from '../../motion/roads/town.ts';
import { positionOf } from './legs.ts';
import type { Movement } from './movement.ts';
import type { Vehicles } from './vehicles.ts';
import { kinds, type Ways } from './ways.ts';

/** The draws of chance for a vehicle. */
const asked = { driver: 1, odometer: 2, fuel: 3, battery: 4, wait: 5 };
const slowest = 0.88;

/** Gives a vehicle its kind, its driver and what it has left; it is still nowhere. */
export function initVehicle(
  vehicles: Vehicles,
  v: number,
  part: Partial<FleetPart>,
  seed: number,
  now: number,
): void {
  const chance = (about: number) => shareOf(bitsOf(stateFor(seed + about * 7919, v)));
  const { vehicle = 'car', odometer, fuel, battery } = part;
  vehicles.kind[v] = kinds.indexOf(vehicle);
  vehicles.driver[v] = slowest + (1 - slowest) * chance(asked.driver);
  vehicles.odometer[v] = 1000 * (odometer ?? Math.round(4_000 + 86_000 * chance(asked.odometer)));
  vehicles.fuel[v] = fuel ?? 45 + 52 * chance(asked.fuel);
  vehicles.battery[v] = battery ?? 70 + 30 * chance(asked.battery);
  vehicles.usedAlong[v] = vehicles.odometer[v] ?? 0;
  vehicles.usedAt[v] = now;
  vehicles.chance[v] = stateFor(seed, v);
}

/** Puts the vehicles of a part where they begin, and has them take up what they drive. */
export function putInPlace(
  story: Story,
  part: FleetPart,
  vehicles: Vehicles,
  movement: Movement,
  ways: Ways,
  now: number,
): void {
  const driving = part.drives === null ? -1 : ways.numberOf(part.drives);
  for (let place = 0; place < part.count; place++) {
    const v = part.first - 1 + place;
    const leg =
      driving === -1 || ways.isRoaming(driving) || part.start !== null
        ? 0
        : firstLeg(part, place, ways, driving);
    movement.place(
      v,
      part.start === null ? beginning(story, part, place, ways, driving, leg) : positionOf(part.start),
    );
    if (driving === -1 || part.drives === null) continue;
    const { dwell, repeat } = part.drives;
    const atOnce =
      part.standsFirst === undefined
        ? repeat === 'once' && !ways.isRoaming(driving)
        : (v + 1) % part.standsFirst !== 0;
    const waits = atOnce ? 0 : dwell * shareOf(bitsOf(stateFor(story.clock.seed + asked.wait * 7919, v)));
    movement.takeUp(v, driving, now + Math.round(waits));
    if (part.start === null && !ways.isRoaming(driving)) vehicles.leg[v] = leg;
    if (part.start === null && ways.legsOf(driving) === 1 && repeat !== 'once') {
      movement.begunAlready(v, now, place / part.count);
    }
  }
}

/** Vehicles that go round begin at different stops. */
function firstLeg(part: FleetPart, place: number, ways: Ways, driving: number): number {
  return part.drives?.repeat === 'once' ? 0 : place % ways.legsOf(driving);
}

function beginning(
  story: Story,
  part: FleetPart,
  place: number,
  ways: Ways,
  driving: number,
  leg: number,
): Position {
  if (driving !== -1 && !ways.isRoaming(driving)) return ways.startOf(driving, leg);
  const elsewhere = story.inTown ? undefined : (story.sites[0]?.at ?? firstOf(story));
  if (elsewhere !== undefined && driving === -1) return positionOf(elsewhere);
  const { places } = town();
  const { latitude, longitude } = itemAt(places, (part.first - 1 + place) % places.length);
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
