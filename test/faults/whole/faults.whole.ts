/** The whole suite finds a service with a further fault. */
import { expect, it } from 'vitest';
import { inPart, SEED } from '../../sample.ts';
import { furtherFaults } from '../index.ts';
import { idsWith, isBroken, judged, told } from '../judging.ts';

it.each(inPart(furtherFaults))('$does', async (fault) => {
  const run = await judged(fault, { seed: SEED });
  expect(idsWith(run, 'fail'), told(run, (id) => isBroken(fault, id)).join('\n')).not.toEqual([]);
});
