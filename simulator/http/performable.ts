/** Tells whether the simulator can perform a profile: it must not contradict itself, and must leave nothing out that the service needs. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { findIncoherences } from '../../contracts/profile/coherence/index.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { ProfileError, type ProfileIssue } from '../../contracts/profile/errors.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { CompleteProfile, Profile } from '../../contracts/profile/profile.ts';

/** Facts that callers must send; a dialect without a place for one could never create the record. */
const needed = { group: ['name'], user: ['name'], alert: ['type'] } as const;

/**
 * Checks the shape of a profile that was written in a program and never went through `checkProfile`.
 * Throws a ProfileError `PROFILE_INVALID`.
 */
export function requireProfile(given: unknown): asserts given is Profile {
  const { name, openings } = (given ?? {}) as { [field: string]: unknown };
  const issues: ProfileIssue[] = [];
  if (typeof given === 'string') {
    const hint = 'pass a text through parseProfile of roadtest/profile first, which reads YAML and JSON';
    const issue = { code: 'WRONG_TYPE', message: 'must be a profile, and not a text', pointer: '', hint };
    throw new ProfileError('PROFILE_INVALID', 'This is not a profile that the simulator can imitate.', [
      issue,
    ]);
  }
  if (typeof name !== 'string') issues.push(wrongType('/name', 'a text'));
  if (typeof openings !== 'object' || openings === null) issues.push(wrongType('/openings', 'an object'));
  else {
    const unknown = Object.keys(openings).filter((id) => !Object.hasOwn(defaultProfile.openings, id));
    issues.push(...unknown.map(unknownOpening));
  }
  if (issues.length > 0) {
    throw new ProfileError(
      'PROFILE_INVALID',
      'This is not a profile that the simulator can imitate.',
      issues,
    );
  }
}

function wrongType(pointer: string, expected: string): ProfileIssue {
  return { code: 'WRONG_TYPE', message: `must be ${expected}`, pointer };
}

function unknownOpening(id: string): ProfileIssue {
  return {
    code: 'UNKNOWN_FIELD',
    message: `there is no opening ${quoted(id)}`,
    pointer: `/openings/${id}`,
    hint: 'roadtest rules prints the openings',
  };
}

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
