/** The countries and time zones that a user can have. */
import { type Case, fail, inconclusive, pass } from '../../case.ts';

export const referenceCases: readonly Case[] = (
  [
    ['users/countries-listed', 'countries', 'listCountries', 'countries'],
    ['users/time-zones-listed', 'timeZones', 'listTimeZones', 'time zones'],
  ] as const
).map(([rule, list, operation, words]) => ({
  rule,
  touches: 'nothing',
  cost: { requests: 1 },
  async judge(kit) {
    const answer = await kit.looks.withToken(operation);
    const { records, issues } = kit.lens.list(list).read(answer.json);
    if (records.length > 0) return pass(`${records.length} ${words} are listed.`, answer);
    const [issue] = issues;
    if (issue) {
      const why = `${issue.pointer || 'its body'} is ${issue.found}, not ${issue.expected}`;
      return inconclusive(`The ${words} cannot be read: ${why}.`, 'operations.envelope');
    }
    return fail(`${words} that are not none`, 'an empty collection', answer);
  },
}));
