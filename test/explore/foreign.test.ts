/**
 * A deployment that shares no code with us: nothing is held against it, and what it does wrong after several steps is
 * found: by `npm run whole -- explore`.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { explore } from '../../contracts/explore/explore.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { longHistories } from '../foreign/long-histories.ts';
import { type ForeignOptions, start } from '../foreign/server.ts';
import { SEED, WHOLE } from '../sample.ts';

const file = new URL('../foreign/profile.yaml', import.meta.url);
const profile = parseProfile(readFileSync(file, 'utf8'), 'profile.yaml');
const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };

async function exploreForeign(
  broken: ForeignOptions['broken'],
  { requests, withProfile = true, seed = SEED }: { requests: number; withProfile?: boolean; seed?: number },
): Promise<Exploration> {
  const depot = await start({ ...(broken && { broken }), licences: 1_000 });
  try {
    const described = withProfile ? { baseUrl: depot.url, profile } : { baseUrl: `${depot.url}/tracking` };
    const bounds = { seed, requests, timeMs: 1e9, shrinkMs: 1e9, maxMessages: 1e6, maxDevices: 1e6 };
    return await explore({ ...described, credentials, ...bounds }, nodeHost());
  } finally {
    await depot.close();
  }
}

it.each([true, false])('finds nothing wrong with the depot, with its profile: %s', async (withProfile) => {
  const run = await exploreForeign({}, { requests: WHOLE ? 2_000 : 100, withProfile });
  expect(run).toMatchObject({ failures: [], brokenOff: 0, exitCode: 0 });
  expect(run.problem).toBeUndefined();
});

it.runIf(WHOLE).each(longHistories.map((one) => [one.what, one] as const))(
  'finds one that %s',
  async (what, { broken, breaks, kind }) => {
    const run = await exploreForeign(broken(), { requests: 10_000 });
    const [failure] = run.failures;
    const named = failure?.broken[0]?.join(' and ') ?? 'nothing';
    if (WHOLE)
      console.log(
        `${what} (${kind}): ${failure?.requests} requests, ${failure?.steps.length} steps, ${named}`,
      );
    expect(failure?.verdict).toBe('fail');
    expect(breaks.some((start) => named.startsWith(start))).toBe(true);
  },
);
