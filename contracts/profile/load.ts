/**
 * From the text of a profile file to a profile. The one part of the profile that needs YAML and Ajv.
 *
 * Three steps: `loading/source.ts` reads the text, `loading/validate.ts` holds it against the schema,
 * and `coherence/` finds what no schema can see.
 */
import { REPORTED_PROBLEMS } from '../kit/bounds.ts';
import { findIncoherences } from './coherence/index.ts';
import { completeProfile } from './complete.ts';
import { ProfileError, type ProfileIssue } from './errors.ts';
import { readSource } from './loading/source.ts';
import { schemaIssues } from './loading/validate.ts';
import type { Profile } from './profile.ts';

/**
 * Reads a profile from YAML or JSON. `fileName` only serves the messages.
 *
 * Throws ProfileError `PROFILE_SYNTAX` when the text cannot be read, or `PROFILE_INVALID` with every
 * issue that was found, each with its line.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { parseProfile } from 'roadtest/profile';
 *
 * const profile = parseProfile('{ roadtest: 1, name: ours, basePath: /fleet, openings: { token.lifetime: PT8H } }');
 * console.log(createSimulator({ profile }).profile.basePath); // /fleet
 */
export function parseProfile(text: string, fileName = 'profile'): Profile {
  const { data, locate } = readSource(text, fileName);
  const issues = checkProfile(data).map(locate);
  if (issues.length > 0) {
    issues.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    throw new ProfileError('PROFILE_INVALID', `${fileName} is not a valid profile.`, issues);
  }
  const { $schema: _, ...profile } = data as Profile & { $schema?: string };
  return profile;
}

/**
 * Gives the issues of something that should be a profile; none, when it is one.
 *
 * @example
 * import { checkProfile } from 'roadtest/profile';
 *
 * const [issue] = checkProfile({ roadtest: 1, name: 'ours', openings: { 'token.lifetime': 5 } });
 * console.log(issue?.pointer); // /openings/token.lifetime
 */
export function checkProfile(data: unknown): ProfileIssue[] {
  const issues = schemaIssues(data);
  if (issues.length > 0) return issues;
  return findIncoherences(completeProfile(data as Profile)).slice(0, REPORTED_PROBLEMS);
}
