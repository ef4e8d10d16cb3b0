/** Positions: how they are read and compared. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import type { AnyId, Facts } from '../profile/facts.ts';

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
/** So near to a pole no longitude shows anything. */
const POLAR = 90 - SAME_PLACE;

export async function lastLocation(deployment: Deployment, id: AnyId): Promise<Located> {
  return readPlace(deployment, await deployment.call('lastLocation', { id }));
}

export function readPlace({ lens }: Pick<Deployment, 'lens'>, answer: Answer): Located {
  const { facts } = lens.reply('location').read(contentOf(answer));
  const { latitude, longitude } = facts;
  const known = typeof latitude === 'number' && typeof longitude === 'number';
  return { answer, facts, place: known ? { latitude, longitude } : undefined };
}

export function isAt(one: Place | undefined, other: Place | undefined): boolean {
  if (!one || !other || !isOnEarth(one) || !isOnEarth(other)) return false;
  if (Math.abs(one.latitude - other.latitude) > SAME_PLACE) return false;
  const apart = Math.abs(one.longitude - other.longitude) % 360;
  return Math.abs(other.latitude) >= POLAR || Math.min(apart, 360 - apart) <= SAME_PLACE;
}

/** Returns whether a place was rounded to two or three decimals: with how many it is kept is open. */
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
