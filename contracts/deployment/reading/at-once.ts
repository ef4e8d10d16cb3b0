/** Tells whether what is written can be read at once, by what the profile says (opening `consistency`). */
import { durationMs } from '../../kit/durations.ts';
import type { Profile } from '../../profile/profile.ts';

/** Otherwise an earlier write may still be on its way when something is read. */
export function isReadAtOnce({ profile }: { readonly profile: Pick<Profile, 'openings'> }): boolean {
  const { consistency } = profile.openings;
  return consistency !== undefined && durationMs(consistency.readableAfter) === 0;
}
