/** Positions: how they are read and compared, and where on earth a run draws its own. */
import type { AnyId, Facts } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { Unreached } from '../../finding.ts';
import { contentOf } from '../../reading/success.ts';
import type { Chance } from '../../session/chance.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** The last location of a device; no place where the answer shows none. */
export interface Located {
  answer: Answer;
  facts: Facts<'location', AnyId>;
  place: Place | undefined;
}

/** Stores round, and convert units on the way: some ten metres. */
const SAME_PLACE = 1e-4;
/** Half a kilometre: far enough to be distinguished, near enough to be driven in half a minute or so. */
export const STEP = 0.005;
/** So near to a pole no longitude shows anything. */
const POLAR = 90 - SAME_PLACE;

/** Throws where the profile does not say where a position is. */
export function requirePosition(context: CaseContext): void {
  const { facts } = context.lens.reply('location');
  if (facts.includes('latitude') && facts.includes('longitude')) return;
  throw new Unreached('the profile does not say where latitude and longitude are', 'records.location');
}

export async function lastLocation(context: CaseContext, id: AnyId): Promise<Located> {
  return readPlace(context, await context.call('lastLocation', { id }));
}

export function readPlace({ lens }: Pick<CaseContext, 'lens'>, answer: Answer): Located {
  const { facts } = lens.reply('location').read(contentOf(answer));
  const { latitude, longitude } = facts;
  const known = typeof latitude === 'number' && typeof longitude === 'number';
  return { answer, facts, place: known ? { latitude, longitude } : undefined };
}

/** Reads until the device is there, or every write has had its time. */
export function eventuallyAt(context: CaseContext, id: AnyId, place: Place): Promise<Located> {
  return context.eventually(
    () => lastLocation(context, id),
    (found) => isAt(found.place, place),
  );
}

export function isAt(one: Place | undefined, other: Place | undefined): boolean {
  if (!one || !other || !isOnEarth(one) || !isOnEarth(other)) return false;
  if (Math.abs(one.latitude - other.latitude) > SAME_PLACE) return false;
  const apart = Math.abs(one.longitude - other.longitude) % 360;
  return Math.abs(other.latitude) >= POLAR || Math.min(apart, 360 - apart) <= SAME_PLACE;
}

/** Whether a place was rounded to two or three decimals: with how many it is kept is open. */
export function isRounded(kept: Place | undefined, { latitude, longitude }: Place): boolean {
  return [100, 1_000].some((parts) => {
    const round = (degrees: number) => Math.round(degrees * parts) / parts;
    return kept?.latitude === round(latitude) && kept.longitude === round(longitude);
  });
}

/** Longitudes count from -180 to 180, or from 0 to 360. */
export function isOnEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

export function tellPlace(place: Place | undefined): string {
  return place ? `${place.latitude}, ${place.longitude}` : 'none';
}

/** A road south over the equator, west of Greenwich: the latitude passes 0 at the third place. */
export function equatorRoad(chance: Chance): Place {
  return { latitude: 2 * STEP, longitude: chance.pick('equator', [-90.966, -155.2, -60.672, -0.5]) };
}

/** A road far from the other one: in the south and east, where no longitude is a latitude, on Greenwich, or near a pole. */
export function farRoad(chance: Chance): Place {
  return chance.pick('far road', [
    { latitude: -33.868, longitude: 151.209 },
    { latitude: -36.848, longitude: 174.763 },
    { latitude: -6.175, longitude: 106.827 },
    { latitude: 5.65, longitude: 0 },
    { latitude: 82.501, longitude: 62.348 },
  ]);
}
