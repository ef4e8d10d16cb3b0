/**
 * Checks that no schema can make: answers that are each well-formed, and do not go together.
 *
 * - `forms.ts`     texts that are of no form, by the schema: pointers, durations, time zones, headers
 * - `answers.ts`   pages, statuses, bodies, lists, postings
 * - `places.ts`    places in payloads that no lens can be made of
 * - `controls.ts`  templates, and where a value may occur
 */
import { formatPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue, Say } from '../errors.ts';
import type { CompleteProfile } from '../profile.ts';
import { isDotSegment } from '../templates.ts';
import { answersDiffer } from './answers.ts';
import { controlsMislead } from './controls.ts';
import { placesMeet } from './places.ts';

/**
 * Everything in which a profile contradicts itself. It must be complete, since one answer may
 * contradict the default of another, and must follow the schema, which the types see to.
 */
export function findIncoherences(profile: CompleteProfile): ProfileIssue[] {
  const issues: ProfileIssue[] = [];
  const say: Say = (code, at, message, hint) =>
    issues.push({ code, message, pointer: formatPointer(at), ...(hint !== undefined && { hint }) });
  const sayOfOpenings: Say = (code, at, ...words) => say(code, ['openings', ...at], ...words);
  basePathMisleads(profile.basePath, say);
  answersDiffer(profile.openings, sayOfOpenings);
  placesMeet(profile.openings, sayOfOpenings);
  controlsMislead(profile, say);
  return issues;
}

function basePathMisleads(basePath: string, say: Say): void {
  const segments = basePath.split('/');
  if (segments[1] === '_control')
    say(
      'BASE_PATH_INVALID',
      ['basePath'],
      `the prefix ${quoted(basePath)} belongs to the simulator's own control API`,
    );
  else if (segments.some(isDotSegment))
    say('BASE_PATH_INVALID', ['basePath'], `${quoted(basePath)} is not a path prefix such as /fleet/v2`);
}
