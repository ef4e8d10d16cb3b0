/** Steps that cannot be taken because the profile does not answer an opening. */
import { ProfileError } from '../../profile/errors.ts';
import { type OpeningId, openings } from '../../specification/openings/index.ts';
import { Unreached } from '../finding.ts';
import { unlessUnreached } from '../transport/failures.ts';

/** The opening that a profile was asked for in vain. */
export function unboundOpening(error: unknown): OpeningId | undefined {
  if (!isUnbound(error)) return undefined;
  const id = error.issues[0]?.pointer.split('/')[2];
  return openings.find((opening) => opening.id === id)?.id;
}

/** For `catch`: a step that the profile or the deployment does not allow is left out, but for one in which it broke off. */
export function unlessUnbound(error: unknown): undefined {
  return unboundOpening(error) === undefined ? unlessUnreached(error) : undefined;
}

/** Tells whether no answer came, or none that the profile says how to read. */
export function isUntold(error: unknown): error is Error {
  return error instanceof Unreached || isUnbound(error);
}

function isUnbound(error: unknown): error is ProfileError {
  return error instanceof ProfileError && error.code === 'PROFILE_UNBOUND';
}

/** The statement of the profile; `otherwise` where there is none. */
export function whereBound<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isUnbound(error)) return otherwise;
    throw error;
  }
}
