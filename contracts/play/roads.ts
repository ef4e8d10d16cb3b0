/** Where the devices of a run drive: each on a road of its own, a step further with each report. */
import type { Deployment } from '../deployment/deployment.ts';
import { sampledPlace } from '../deployment/probing/posts.ts';
import type { Place } from './places.ts';

/**
 * Half a kilometre and more: far enough to be distinguished, near enough to be driven in half a minute or so. Rounded to
 * two decimals no place is the one before it.
 */
const STEP = 0.006;
/** Roads side by side, in degrees. */
const APART = 0.02;
/** Not on the roads themselves. */
const BETWEEN = 0.4;

/** The road of a device of which no other client posts locations: where the profile has a sample, near its place. */
export function roadOf(deployment: Deployment, number: number): Place {
  if (deployment.profile.samples?.location?.latitude !== undefined)
    return besides(sampledPlace(deployment.profile), number);
  if (number === 1) return equatorRoad(deployment);
  if (number === 2) return farRoad(deployment);
  return { latitude: 48 - Math.floor(number / ROADS), longitude: 12 + (number % ROADS) };
}

/** A degree apart. */
const ROADS = 60;

/** The road of a device that was somewhere before, or may be there only. */
export function besides({ latitude, longitude }: Place, number: number): Place {
  return { latitude, longitude: rounded(longitude + APART * (number + BETWEEN)) };
}

/** So many steps along a road: south, as far as that goes. */
export function along({ latitude, longitude }: Place, steps: number): Place {
  return { latitude: rounded(latitude + (latitude > -89 ? -STEP : STEP) * steps), longitude };
}

/** Beside a road. */
export function aside({ latitude, longitude }: Place, steps: number): Place {
  return { latitude, longitude: rounded(longitude + STEP * steps) };
}

/** Without the dust of sums: 0 is 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

/** A road south over the equator, west of Greenwich: the latitude is 0 at the second place. */
function equatorRoad({ chance }: Deployment): Place {
  return { latitude: 2 * STEP, longitude: chance.pick('equator', [-90.966, -155.2, -60.672, -0.5]) };
}

/** A road far from the other one: in the south and east, where no longitude is a latitude, on Greenwich, or near a pole. */
function farRoad({ chance }: Deployment): Place {
  return chance.pick('far road', [
    { latitude: -33.868, longitude: 151.209 },
    { latitude: -36.848, longitude: 174.763 },
    { latitude: -6.175, longitude: 106.827 },
    { latitude: 5.65, longitude: 0 },
    { latitude: 82.501, longitude: 62.348 },
  ]);
}
