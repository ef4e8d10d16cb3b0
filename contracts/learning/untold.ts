/** Facts that no verdict can do without: how calls are answered and refused, and how groups and users are written. */
import { isWhole } from '../profile/complete.ts';
import type { Profile } from '../profile/profile.ts';
import { familyOperations } from '../specification/operations.ts';

/** The most requests that are sent for learning; what a clean-up takes is beside them. */
export const MAX_LEARNING = 80;

const statuses = ['auth.refusal', 'operations.status', 'errors.status'] as const;

/** Returns whether a profile leaves any of that out. @param writes whether groups or users are made */
export function leavesUntold(profile: Profile | undefined, writes: boolean): boolean {
  if (profile === undefined || statuses.some((id) => !profile.openings[id])) return true;
  if (writes && !isWhole('operations.status', profile.openings['operations.status'])) return true;
  const { openings } = profile;
  const { records, bodies, answers } = openings['operations.envelope'] ?? {};
  const families = ['group', 'user'] as const;
  const isRead = families.some((family) => records?.[family] && openings[`records.${family}`]);
  const isAnswered = families.some((family) => answers?.[familyOperations[family].create] !== undefined);
  // It says how records are read, and nothing of how they are written.
  return writes && isRead && !isAnswered && bodies === undefined && openings['patch.format'] === undefined;
}
