/** What a deployment publishes of its profile. */
import type { CompleteProfile, FetchedProfile } from './profile.ts';

/**
 * What anyone may know of a profile: how the deployment answers. The controls, with the secrets that their
 * headers may hold, the known ids and the samples are for the person who has the file.
 *
 * @example publishedProfile(defaultProfile).openings['token.status'] // 200
 */
export function publishedProfile({ roadtest, name, basePath, openings }: CompleteProfile): FetchedProfile {
  return { roadtest, name, basePath, openings };
}
