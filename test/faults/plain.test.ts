/** By a profile that pins statuses and refusals alone an operation that is not there, or is served without a good token, passes by no rule. */
import { expect, it } from 'vitest';
import { defaultProfile } from '../../contracts/profile/index.ts';
import { idsWith, judged, told } from './judging.ts';
import { plainFaults } from './plain.ts';

const pins = ['token.status', 'auth.refusal', 'operations.status', 'errors.status'];
const openings = Object.fromEntries(
  Object.entries(defaultProfile.openings).filter(([id]) => pins.includes(id)),
);

it.each(plainFaults)('a service that $does', async (fault) => {
  const run = await judged(fault, { only: fault.breaks, known: { roadtest: 1, name: 'statuses', openings } });
  expect(run.outcomes.length).toBeGreaterThan(0);
  expect(told(run, (id) => idsWith(run, 'pass').includes(id))).toEqual([]);
});
