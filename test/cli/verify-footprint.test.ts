/** What a whole run costs, between two processes as people run them. Stands on a build. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/suite/index.ts';
import { endAll, roadtest, type Service, serve } from './roadtest.ts';
import { folder } from './verifying.ts';

afterAll(endAll);

async function verified({ baseUrl }: Service): Promise<{ run: Run; took: number }> {
  const surroundings = { env: { XDG_STATE_HOME: folder } };
  const { out } = await roadtest(['verify', baseUrl, '--json'], surroundings);
  const run = JSON.parse(out) as Run;
  return { run, took: Date.parse(run.finishedAt) - Date.parse(run.startedAt) };
}

describe('the whole suite', () => {
  it('takes less than 2 s and 400 requests against a simulator on this machine', async () => {
    const service = await serve(['--frozen']);
    const { run, took } = await verified(service);
    expect(run.exitCode).toBe(0);
    expect(took).toBeLessThan(2000);
    expect(run.exchanges.length).toBeLessThan(400);
    await service.stop();
  });

  it('keeps many requests on their way where each answer takes 100 ms', async () => {
    const service = await serve(['--frozen']);
    await service.control('PUT', '/faults', { rules: [{ operation: '*', latency: 100 }] });
    const { run, took } = await verified(service);
    expect(run.exitCode).toBe(0);
    // One after the other they would take over 30 s; the longest chain of requests that need each other's answers, some 35.
    expect(took).toBeLessThan(10_000);
    await service.stop();
  });
});
