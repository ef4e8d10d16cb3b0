/** The profile of a world as others are told it: with what its account says where the profile leaves that to the account. */
import type { CompleteProfile } from '../contracts/profile/profile.ts';
import type { Fleet } from './fleet/fleet.ts';

export function spokenProfile(
  profile: CompleteProfile,
  { dayEnds }: Pick<Fleet, 'dayEnds'>,
): CompleteProfile {
  return { ...profile, openings: { ...profile.openings, ...dayEnds } };
}
