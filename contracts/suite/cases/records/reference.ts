/** The countries and time zones that a user can have. */
import { type Case, fail, inconclusive, pass } from '../../case.ts';

export const referenceCases: readonly Case[] = (
  [
    ['users/countries-listed', 'countries', 'countries'],
    ['users/time-zones-listed', 'timeZones', 'time zones'],
  ] as const
).map(([rule, list, words]) => ({
  rule,
  touches: 'nothing',
  cost: { requests: 1 },
  async judge(kit) {
    const { records, issues, pages } = await kit.list(list);
    if (records.length > 0) return pass(`${records.length} ${words} are listed.`, ...pages);
    if (issues[0]) return inconclusive(`The ${words} cannot be read: ${issues[0]}.`, 'operations.envelope');
    return fail(`${words} that are not none`, 'an empty collection', ...pages);
  },
}));
