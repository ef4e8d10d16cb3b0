/**
 * How much is learned of dialects that learning was not written by: rows of another covering array. Of the ids that the whole
 * profile lets be judged, without controls, so many are judged by what was learned; nothing of it is wrong.
 */
import { expect, it } from 'vitest';
import { MOST_REQUESTS } from '../../contracts/learning/budget.ts';
import { learnedFrom } from '../../contracts/learning/learned.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { type Profile, parseProfile } from '../../contracts/profile/index.ts';
import { coveringArray } from '../permutants/array.ts';
import { compose } from '../permutants/compose.ts';
import { wrongIn as wrongDescribed } from '../profile/openapi/told.ts';
import { oneIn, turns } from '../sample.ts';
import { judgedWith, learnFrom, wrongIn } from './learning.ts';

/** Another one than the array of the permutants has. */
const SEED = 777;
const DIALECTS = 40;

const all = coveringArray(SEED);
const step = Math.floor(all.length / DIALECTS);
const permutants = all
  .filter((_, index) => index % step === 0)
  .slice(0, DIALECTS)
  // The clock of a deployment without a control API stands, where it does not go by itself.
  .map((row) => ({ ...row, 'rate limit': 'none', consistency: 'at once' }))
  .map((row, index) => compose({ row, label: `#${index}` }));

it.runIf(turns(1)()).each(oneIn(DIALECTS, permutants, { whole: 8 }).map((one) => [one.name, one] as const))(
  '%s',
  async (_, permutant) => {
    const whole = await judgedWith(permutant, permutant.profile);
    const shareOf = async (profile: Profile): Promise<number> => {
      const { passed, wrong } = await judgedWith(permutant, profile);
      expect(wrong).toEqual([]);
      return whole.passed.filter((id) => passed.includes(id)).length / whole.passed.length;
    };

    const described = readOpenApi(JSON.parse(JSON.stringify(writeOpenApi(permutant.profile))));
    expect(wrongDescribed(described.findings, permutant.profile)).toEqual([]);
    const byDescription = learnedFrom([{ ...described, from: 'its description' }]);
    expect(await shareOf(byDescription.profile)).toBeGreaterThan(0.9);

    const { learned, data, text, ...built } = await learnFrom(permutant, true);
    expect(wrongIn({ data, ...built }, permutant.profile)).toEqual([]);
    expect(learned.leftBehind).toEqual([]);
    // A status that may put a request off as well shows no cause: where all refusals have it, less is learned.
    const isPutOff = permutant.profile.openings['errors.status'].invalid === 429;
    expect(await shareOf(parseProfile(text))).toBeGreaterThan(isPutOff ? 0.75 : 0.9);

    const reading = await learnFrom(permutant);
    expect(reading.learned.requests).toBeLessThanOrEqual(MOST_REQUESTS);
    // No read shows how groups and users are written: the run finds that out itself.
    expect(await shareOf(parseProfile(reading.text))).toBeGreaterThan(0.95);
    const both = learnedFrom([
      { ...described, from: 'its description' },
      { ...reading.learned, from: 'the deployment' },
    ]);
    expect(await shareOf(both.profile)).toBeGreaterThan(0.9);
  },
);
