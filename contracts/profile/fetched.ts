/** From the profile that a deployment publishes to one that can do no harm: see `FetchedProfile`. */
import { isFields } from '../kit/fields.ts';
import { ProfileError } from './errors.ts';
import { checkProfile } from './load.ts';
import { readSource } from './loading/source.ts';
import type { FetchedProfile } from './profile.ts';

/**
 * Reads the profile that a deployment publishes, within the bounds of a profile file. `where` is its
 * address, for the messages.
 *
 * Throws ProfileError `PROFILE_SYNTAX` for what cannot be read or is too large, and `PROFILE_INVALID`
 * for what is not a profile.
 */
export function parseFetchedProfile(text: string, where: string): FetchedProfile {
  const { data, locate } = readSource(text, where);
  const profile = kept(data);
  const issues = checkProfile(profile);
  if (issues.length === 0) return profile as FetchedProfile;
  throw new ProfileError('PROFILE_INVALID', `${where} does not serve a valid profile.`, issues.map(locate));
}

/** Keeps the parts that a fetched profile may have. All else is left where it is, unread. */
function kept(data: unknown): unknown {
  if (!isFields(data)) return data;
  const { roadtest, name, basePath, openings } = data;
  return { roadtest, name, openings, ...(basePath !== undefined && { basePath }) };
}
