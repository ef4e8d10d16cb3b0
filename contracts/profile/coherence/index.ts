/**
 * Checks that no schema can make: answers that are each well-formed, and do not go together.
 *
 * - `forms.ts`     texts that are not of their form: pointers, durations (`durations.ts`), time zones, headers
 * - `values.ts`    ranges of limits, pages
 * - `payloads.ts`  places (with `places.ts`), ids, maps
 * - `replies.ts`   statuses and bodies
 * - `controls.ts`  templates, and where a value may occur
 */

import { formatPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue } from '../errors.ts';
import type { CompleteProfile } from '../profile.ts';
import { isDotSegment } from '../templates.ts';
import { checkControls, checkControlsUrl, checkSamples } from './controls.ts';
import { checkForms } from './forms.ts';
import { issue } from './issue.ts';
import { checkPayloads } from './payloads.ts';
import { checkReplies } from './replies.ts';
import { checkValues } from './values.ts';

/**
 * Everything in which a profile contradicts itself. It must be complete, since one answer may
 * contradict the default of another, and must follow the schema, which the types see to.
 */
export function findIncoherences(profile: CompleteProfile): ProfileIssue[] {
  const misshapen = checkForms(profile.openings);
  return [
    ...checkBasePath(profile.basePath),
    ...misshapen,
    ...checkValues(profile.openings),
    ...(misshapen.length > 0 ? [] : checkPayloads(profile.openings)),
    ...checkReplies(profile.openings),
    ...checkControlsUrl(profile.controlsUrl),
    ...checkControls(profile.controls ?? {}),
    ...checkSamples(profile.samples),
  ];
}

function checkBasePath(basePath: string): ProfileIssue[] {
  const wrong = (what: string) => [issue('BASE_PATH_INVALID', formatPointer(['basePath']), what)];
  if (basePath.split('/')[1] === '_control')
    return wrong(`the prefix ${quoted(basePath)} belongs to the simulator's own control API`);
  const leads = basePath.split('/').some(isDotSegment);
  if (!leads && /^(\/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*$/.test(basePath)) return [];
  return wrong(`${quoted(basePath)} is not a path prefix such as /fleet/v2`);
}
