/** Facts that no verdict can do without: how calls are answered and refused, and how groups and users are written. */
import type { Profile } from '../profile/profile.ts';
import { familyOperations } from '../specification/operations.ts';

const statuses = ['auth.refusal', 'operations.status', 'errors.status'] as const;
const families = ['group', 'user'] as const;

/** Returns whether a profile leaves any of that out. @param writes whether groups or users are made */
export function leavesUntold(profile: Profile | undefined, writes: boolean): boolean {
  if (profile === undefined || statuses.some((id) => !profile.openings[id])) return true;
  return writes && saysReadsAlone(profile);
}

function saysReadsAlone({ openings }: Profile): boolean {
  const { records, bodies, answers } = openings['operations.envelope'] ?? {};
  const isRead = families.some(
    (family) => records?.[family] !== undefined && openings[`records.${family}`] !== undefined,
  );
  const isAnswered = families.some((family) => answers?.[familyOperations[family].create] !== undefined);
  return isRead && !isAnswered && bodies === undefined && openings['patch.format'] === undefined;
}
