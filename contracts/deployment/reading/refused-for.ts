/** The cause of a refusal, by its status and the profile. */
import { namesOf } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Refusal } from '../../specification/openings/index.ts';

const forContent: ReadonlySet<Refusal> = new Set(['invalid', 'malformed']);

/**
 * Returns whether a refusal was for what was sent, and for nothing else. Where the profile leaves the status of any cause open,
 * or has the same one for several, that is not known.
 *
 * @param status `undefined` where there is none, as of a command
 */
export function isForContent(status: number | undefined, { openings }: Pick<Profile, 'openings'>): boolean {
  const { 'errors.status': statuses, 'auth.refusal': token } = openings;
  if (status === undefined || !statuses || !isWhole('errors.status', statuses)) return false;
  const causes = namesOf(statuses).filter((cause) => statuses[cause] === status);
  return causes.length > 0 && causes.every((cause) => forContent.has(cause)) && token?.status !== status;
}
