/** The answers of a profile that the judge holds a deployment to. */
import { dayEndAfter } from '../../deployment/reading/dates.ts';
import type { Known } from '../../judge/pins.ts';
import { remembering } from '../../kit/remembering.ts';
import { expiryInstant } from '../../play/expiry-instant.ts';
import type { Profile } from '../../profile/profile.ts';

/** A profile as far as it answers openings. */
type Answering = Pick<Profile, 'openings'>;

const known = new WeakMap<Answering, Known>();

/** The same object each time for a profile, since the judge remembers by it. */
export function knownBy({ profile }: { profile: Answering }): Known {
  const answers = known.get(profile) ?? answersOf(profile);
  known.set(profile, answers);
  return answers;
}

function answersOf(profile: Answering): Known {
  const instant = profile.openings['expiry.instant'];
  return {
    ...(dayEndAfter({ profile }, 0) !== undefined && {
      dayEndAfter: remembering((moment) => dayEndAfter({ profile }, moment)),
    }),
    ...(instant && { reachOf: remembering((date) => expiryInstant(date, instant)) }),
  };
}
