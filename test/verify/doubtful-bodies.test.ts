import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { type Foreign, start } from '../foreign/server.ts';
import { SEED } from '../sample.ts';
import { idsOf, outcomeOf } from './support.ts';

const file = new URL('../../docs/writing-a-profile/3-controls.yaml', import.meta.url);
const { samples, ...profile } = parseProfile(readFileSync(file, 'utf8'), 'profile.yaml');

let foreign: Foreign;
beforeAll(async () => {
  foreign = await start();
});
afterAll(() => foreign.close());

test('where every refusal looks alike, a body that may not be good enough is no reason to fail the token', async () => {
  const { alert: _unsaid, ...others } = samples ?? {};
  const run = await verify(
    {
      baseUrl: foreign.url,
      profile: { ...profile, samples: others },
      credentials: { userName: 'dispatch', apiKey: 'k-7731-newfoundland' },
      only: ['auth/bearer-accepted/', 'operations/'],
      seed: SEED,
    },
    nodeHost(),
  );
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(outcomeOf(run, 'auth/bearer-accepted/postAlerts')).toMatchObject({
    verdict: 'inconclusive',
    unlock: ['samples.alert'],
  });
});
