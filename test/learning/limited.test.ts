/** A rate limit that lasts longer than the run, and is missing in a learned profile, is not reported as a broken rule. */
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { coveringArray } from '../permutants/array.ts';
import { compose } from '../permutants/compose.ts';
import { oneIn } from '../sample.ts';
import { judgedWith, learnFrom } from './learning.ts';

/** Room to look around before the first judged step, also where something on the way doubles each request. */
const ENOUGH = { 'rate-limit': { requests: 120, per: 'PT5S', retryAfter: false } } as const;

/** Without a word on how long to wait; the clock of these deployments stands, so that it never ends. */
const limited = coveringArray()
  .filter((row) => row['rate limit'] === '429 alone')
  .map((row, index) => compose({ row, label: `limited #${index + 1}` }))
  .map(({ profile, ...rest }) => ({
    ...rest,
    profile: { ...profile, openings: { ...profile.openings, ...ENOUGH } },
  }));

describe('a limit without Retry-After', () => {
  it.each(oneIn(30, limited).map((one) => [one.name, one] as const))(
    'leaves open what comes after it: %s',
    async (_, permutant) => {
      const { text } = await learnFrom(permutant);
      const { passed, wrong } = await judgedWith(permutant, parseProfile(text));
      expect(wrong).toEqual([]);
      expect(passed.length).toBeGreaterThan(0);
    },
  );
});
