/** Tells whether the simulator can perform a profile: it must not contradict itself, and must leave nothing out that the service needs. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { findIncoherences } from '../../contracts/profile/coherence/index.ts';
import { ProfileError, type ProfileIssue } from '../../contracts/profile/errors.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { CompleteProfile } from '../../contracts/profile/profile.ts';

/** Facts that callers must send; a dialect without a place for one could never create the record. */
const needed = { group: ['name'], user: ['name'], alert: ['type'] } as const;

/** Throws a ProfileError `PROFILE_INVALID` that names every place. */
export function requirePerformable(profile: CompleteProfile, lens: Lens): void {
  const issues = findIncoherences(profile);
  if (issues.length === 0) issues.push(...missingFacts(profile, lens));
  if (issues.length === 0) return;
  throw new ProfileError(
    'PROFILE_INVALID',
    `The profile ${quoted(profile.name)} cannot be imitated.`,
    issues,
  );
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
