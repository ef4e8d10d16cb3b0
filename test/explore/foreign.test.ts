/** A deployment that shares no code with us: nothing is held against it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { explore } from '../../contracts/explore/explore.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { start } from '../foreign/server.ts';
import { SEED, WHOLE } from '../sample.ts';

const file = new URL('../foreign/profile.yaml', import.meta.url);
const profile = parseProfile(readFileSync(file, 'utf8'), 'profile.yaml');
const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };

async function exploreForeign(requests: number, withProfile: boolean): Promise<Exploration> {
  const depot = await start({ licences: 1_000 });
  try {
    const described = withProfile ? { baseUrl: depot.url, profile } : { baseUrl: `${depot.url}/tracking` };
    const bounds = { seed: SEED, requests, timeMs: 1e9, shrinkMs: 1e9, maxMessages: 1e6, maxDevices: 1e6 };
    return await explore({ ...described, credentials, ...bounds }, nodeHost());
  } finally {
    await depot.close();
  }
}

it.each([true, false])('finds nothing wrong with the depot, with its profile: %s', async (withProfile) => {
  const run = await exploreForeign(WHOLE ? 2_000 : 100, withProfile);
  expect(run).toMatchObject({ failures: [], brokenOff: 0, exitCode: 0 });
  expect(run.problem).toBeUndefined();
});
