/** Each further fault is found by a rule that it breaks. `npm run whole` judges all of them by the whole suite, too. */
import { describe, expect, it } from 'vitest';
import { LONG, oneIn, SEED, WHOLE } from '../sample.ts';
import { deviationFaults, furtherFaults } from './index.ts';
import { idsWith, isBroken, judged, told } from './judging.ts';

describe('A service is found by a rule that it breaks, where it', () => {
  it.each(furtherFaults)('$does', async (fault) => {
    const run = await judged(fault, { only: fault.breaks });
    const failed = idsWith(run, 'fail').filter((id) => isBroken(fault, id));
    expect(failed, told(run, (id) => isBroken(fault, id)).join('\n')).not.toEqual([]);
  });
});

const wholly = () => {
  it.each(oneIn(1, furtherFaults))('$does', LONG, async (fault) => {
    const run = await judged(fault, { seed: SEED });
    expect(idsWith(run, 'fail'), told(run, (id) => isBroken(fault, id)).join('\n')).not.toEqual([]);
  });
};

if (WHOLE) describe('The whole suite finds a service, where it', wholly);

it('no two faults do the same', () => {
  const all = [...deviationFaults, ...furtherFaults].map(({ does }) => does);
  expect(new Set(all).size).toBe(all.length);
});
