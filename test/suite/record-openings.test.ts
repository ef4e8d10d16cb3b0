/** What becomes of records is open: ids, and fields of a request. */
import { expect, test } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { runAgainst, telling } from './support.ts';

const answers: readonly GivenOpenings[] = [{ 'records.id-reuse': 'reused' }];

test.each(answers)('%o is performed by the simulator, observed, and fails no rule', async (openings) => {
  const profile = completeProfile({ roadtest: 1, name: 'records', openings });
  for (const told of [profile, null]) {
    const run = await runAgainst({ profile }, { profile: told });
    expect(telling(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    if (told === null) continue;
    for (const [opening, answer] of Object.entries(openings))
      expect(run.observations.find((one) => one.opening === opening)?.observed).toBe(answer);
  }
});

test.each(answers)('%o is drift where the profile pins the default', async (openings) => {
  const run = await runAgainst(
    { profile: completeProfile({ roadtest: 1, name: 'records', openings }) },
    { profile: completeProfile({ roadtest: 1, name: 'default', openings: {} }) },
  );
  expect(telling(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
  expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual(
    Object.keys(openings),
  );
});
