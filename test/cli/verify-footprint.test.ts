/** What a whole run costs, between two processes as people run them. Needs a build. */
import { afterAll, expect, test } from 'vitest';
import type { Run } from '../../contracts/suite/run.ts';
import { endAll, roadtest, serve } from './roadtest.ts';
import { folder } from './verifying.ts';

afterAll(endAll);

test('the whole suite sends at most 900 requests to a simulator', async () => {
  const service = await serve(['--frozen']);
  const surroundings = { env: { XDG_STATE_HOME: folder } };
  const { out } = await roadtest(['verify', service.baseUrl, '--json'], surroundings);
  const run = JSON.parse(out) as Run;
  expect(run.exitCode).toBe(0);
  expect(run.exchanges.length).toBeLessThanOrEqual(900);
  await service.stop();
});
