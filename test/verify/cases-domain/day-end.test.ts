/** When days end is open: another end than the profile says is drift, and breaks no rule. */
import { expect, it } from 'vitest';
import { documentRules } from '../../../simulator/options.ts';
import { oneIn } from '../../sample.ts';
import { evidence, idsOf, runAgainst } from '../support.ts';

const only = ['limits/next-day-restores', 'limits/holds-each-day', 'limits/usage-restarts'];
const { dayEnd } = documentRules;

it.each(
  oneIn(3, [
    ['at noon', { dayEnds: '12:00' }],
    ['at midnight in Tokyo', { timeZone: 'Asia/Tokyo' }],
    ['an hour late', { dayEnds: '01:00' }],
  ] as const),
)('a day that ends %s is told as drift', async (_, other) => {
  const run = await runAgainst({ rules: { dayEnd: (facts) => dayEnd({ ...facts, ...other }) } }, { only });
  expect(evidence(run, 'pass', 'drift')).toEqual([]);
  const [seen] = run.observations.filter(({ drift }) => drift);
  expect(seen).toMatchObject({ opening: 'day.ends', pinned: '00:00' });
  expect(run.exitCode).toBe(4);
});

it('a day that ends as the profile says is told, too', async () => {
  const run = await runAgainst({}, { only });
  const seen = run.observations.filter(({ opening }) => opening.startsWith('day.'));
  expect(seen.map(({ observed, drift }) => ({ observed, drift }))).toEqual([
    { observed: '00:00', drift: false },
    { observed: 'UTC', drift: false },
  ]);
  expect(idsOf(run, 'pass')).toHaveLength(run.outcomes.length);
});
