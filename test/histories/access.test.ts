/** The histories about tokens and access: no rule fails where nothing is broken. */
import { expect, it } from 'vitest';
import { accessHistories, endHistories } from '../../contracts/histories/access.ts';
import { tokenHistories } from '../../contracts/histories/tokens.ts';
import { playSimulator } from '../verify/directed/playing.ts';

const all = [...tokenHistories, ...accessHistories, ...endHistories];

it('no rule fails on a simulator as it should be', async () => {
  const { rulings, requests, fault } = await playSimulator({}, { histories: all });
  expect({ fault, failed: rulings.filter(({ verdict }) => verdict === 'fail') }).toEqual({ failed: [] });
  expect(requests).toBeLessThan(1_000);
});
