/** The profile that the story's own service performs while it is repeated elsewhere. */
import type { GivenOpenings, Profile } from '../../contracts/profile/index.ts';

/** The openings that say how a service behaves; all others are about how its payloads look. */
const behaviour = [
  'token.lifetime',
  'token.live-when-disabled',
  'limits.range',
  'limits.default',
  'alerts.recipients',
  'locations.order',
  'day.ends',
  'day.time-zone',
  'expiry.instant',
  'expiry.limits',
  'expired.may',
  'activation.also',
  'groups.delete-devices',
  'users.delete-self',
] as const satisfies readonly (keyof GivenOpenings)[];

/**
 * A service that behaves as the deployment does, as far as its profile tells, and speaks the default dialect:
 * nobody talks to it, and the payloads of a deployment need not be ones that a simulator can perform.
 */
export function shadowProfile({ openings }: Pick<Profile, 'openings'>): Profile {
  const told = behaviour.flatMap((opening) =>
    openings[opening] === undefined ? [] : [[opening, openings[opening]] as const],
  );
  return { roadtest: 1, name: 'shadow', openings: Object.fromEntries(told) };
}
