/** Statuses that say that the deployment could not answer. */
import type { Profile } from '../../profile/profile.ts';

const NOT_IMPLEMENTED = 501;

/**
 * All statuses are open in the document, so what the profile pins for a refusal is an answer like any other; other server errors
 * are none. `documented`: an operation as it is described. Beside those, 501 is a lawful word for "not offered".
 */
export function serverErrorsBy({
  openings,
}: Pick<Profile, 'openings'>): (status: number, asked: { documented?: boolean | undefined }) => boolean {
  const { failed: _, ...refusals } = openings['errors.status'] ?? {};
  const pinned = new Set<unknown>([
    openings['auth.refusal']?.status,
    openings['token.status']?.refused,
    openings['token.status']?.incomplete,
    openings['token.malformed']?.notJson,
    openings['token.malformed']?.contentType,
    ...Object.values(refusals),
    ...Object.values(openings['operations.status'] ?? {}),
  ]);
  return (status, { documented = false }) =>
    status >= 500 && !pinned.has(status) && (documented || status !== NOT_IMPLEMENTED);
}
