/** The part of its profile that a deployment publishes. */
import type { CompleteProfile, FetchedProfile } from './profile.ts';

/**
 * Gives the part of a profile that anyone may know: how the deployment answers. The controls, with the secrets that their
 * headers may hold, the known ids and the samples are for the person who has the file.
 *
 * @example publishedProfile(defaultProfile).openings['token.status'] // 200
 */
export function publishedProfile({ roadtest, name, basePath, openings }: CompleteProfile): FetchedProfile {
  return { roadtest, name, basePath, openings };
}
