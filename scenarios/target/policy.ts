/** The profile that the story's own service performs while it is repeated elsewhere. */
import type { Profile } from '../../contracts/profile/profile.ts';
import { openings } from '../../contracts/specification/openings/index.ts';

/** The openings that say how a service behaves; all others are about how its calls are answered. */
const behaviour = openings.filter(({ decides }) => decides === 'state').map(({ id }) => id);

/**
 * A service that behaves as the deployment does, as far as its profile says, and speaks the default dialect:
 * it is never called, and the payloads of a deployment need not be ones that a simulator can perform.
 */
export function referenceProfile(profile: Pick<Profile, 'openings'>): Profile {
  const entries = behaviour.flatMap((id) => {
    const answer = profile.openings[id];
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return { roadtest: 1, name: 'reference run', openings: Object.fromEntries(entries) };
}
