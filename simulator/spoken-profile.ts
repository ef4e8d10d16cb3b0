/** The profile of a world as others are told it: with what its account says where the profile leaves that to the account. */
import type { CompleteProfile } from '../contracts/profile/profile.ts';
import type { World } from './world.ts';

export function spokenProfile({ profile, fleet }: Pick<World, 'profile' | 'fleet'>): CompleteProfile {
  return { ...profile, openings: { ...profile.openings, ...fleet.dayEnds } };
}
