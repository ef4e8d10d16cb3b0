/** The countries and time zones that a user can have. */
import type { Case, Cases } from '../../case.ts';
import { fail, inconclusive, pass } from '../../finding.ts';
import { formOfAnswer } from '../../reading/describe.ts';
import { readPage } from '../../reading/list.ts';
import { contentOf } from '../../reading/success.ts';

export const referenceCases = {
  'users/countries-listed': listCase('countries', 'listCountries', 'countries'),
  'users/time-zones-listed': listCase('timeZones', 'listTimeZones', 'time zones'),
} satisfies Cases;

function listCase(
  list: 'countries' | 'timeZones',
  operation: 'listCountries' | 'listTimeZones',
  words: string,
): Case {
  return {
    touches: 'nothing',
    cost: { requests: 1 },
    async judge(context) {
      const answer = await context.fingerprints.withToken(operation);
      const { records, issues } = readPage(context.lens, list, contentOf(answer));
      const kind = await context.fingerprints.kind(operation, answer);
      // The body of a refusal can be read as a map from code to name.
      if (kind !== 'served' && !context.probes.shows({ operation, answer, good: true })) {
        return inconclusive(`The ${words} are not served: ${formOfAnswer(answer)} came.`);
      }
      if (records.length > 0) return pass(`${records.length} ${words} are listed.`, answer);
      const [issue] = issues;
      if (issue) {
        const why = `${issue.pointer || 'its body'} is ${issue.found}, not ${issue.expected}`;
        return inconclusive(`The ${words} cannot be read: ${why}.`, 'operations.envelope');
      }
      return fail(`a list of ${words} that is not empty`, 'an empty collection', answer);
    },
  };
}
