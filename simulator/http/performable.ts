/** Whether the simulator can perform a profile: it must not contradict itself, and must leave nothing out that the service needs. */
import {
  type CompleteProfile,
  findIncoherences,
  type Lens,
  ProfileError,
  type ProfileIssue,
} from '../../contracts/profile/core.ts';

/** Facts that callers must send; a dialect without a place for one could never create the record. */
const needed = { group: ['name'], user: ['name'], alert: ['type'] } as const;

/** Throws a ProfileError `PROFILE_INVALID` that names every place. */
export function requirePerformable(profile: CompleteProfile, lens: Lens): void {
  const issues = findIncoherences(profile);
  if (issues.length === 0) issues.push(...missingFacts(profile, lens));
  if (issues.length === 0) return;
  throw new ProfileError('PROFILE_INVALID', `The profile "${profile.name}" cannot be performed.`, issues);
}

function missingFacts({ openings }: CompleteProfile, lens: Lens): ProfileIssue[] {
  const posted = { group: true, user: true, alert: openings['alerts.purpose'].does === 'record' };
  return (Object.keys(needed) as (keyof typeof needed)[])
    .filter((resource) => posted[resource])
    .flatMap((resource) =>
      needed[resource]
        .filter((fact) => lens.record(resource).pointer(fact) === undefined)
        .map((fact) => ({
          code: 'FACT_NEEDED',
          message: `the simulator needs a place for the ${fact} of a ${resource}`,
          pointer: `/openings/records.${resource}/fields`,
        })),
    );
}
