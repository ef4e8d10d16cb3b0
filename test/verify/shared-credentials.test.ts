/** Another client signs in with the credentials of the run, where a new sign-in ends older tokens. */
import { describe, expect, test } from 'vitest';
import { explore } from '../../contracts/explore/explore.ts';
import { mix } from '../../contracts/kit/random.ts';
import { completeProfile } from '../../contracts/profile/index.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { createSimulator } from '../../simulator/index.ts';
import { deviationsFrom } from '../deviations/index.ts';
import { exploreBy } from '../explore/exploring.ts';
import { quickHost } from '../matrix/host.ts';
import { oneIn, SEED, turns } from '../sample.ts';
import { ADDRESS, credentials, evidence, type Fetch, idsOf, runAgainst, runVirtually } from './support.ts';
import { goodToken } from './wrappers.ts';

const inTurn = turns(3);

const endsOlder = completeProfile({ roadtest: 1, name: 'ends', openings: { 'token.older': 'ends' } });
const worksOn = completeProfile({ roadtest: 1, name: 'works', openings: { 'token.older': 'works' } });

/** Between two sign-ins of another client there are `every` requests of the run, more or less. */
function signsInBeside(every: number, seed: number): (fetch: Fetch) => Fetch {
  return (fetch) => {
    let count = 0;
    let next = 1 + (mix(seed, 0, 3) % every);
    return async (request) => {
      if (++count === next) {
        next = count + 1 + Math.floor(every / 2) + (mix(seed, count, 3) % every);
        await goodToken(fetch);
      }
      return fetch(request);
    };
  };
}

const rates = [400, 150, 30, 10];
const seeds = [SEED, SEED + 1, SEED + 2];
const cases = rates.flatMap((every) =>
  seeds.flatMap((seed) => [true, false].map((told) => ({ every, seed, told }))),
);

const saysSo = expect.stringMatching(/^Another client signs in with these credentials/);

function expectNothingWrong(run: Run): void {
  expect(evidence(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
  expect(run.leftBehind).toEqual([]);
  expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
}

describe('beside another client that signs in', () => {
  test.runIf(inTurn()).each(oneIn(24, cases))(
    'a run holds nothing against the deployment and leaves nothing: %o',
    async (one) => {
      const { every, seed, told } = one;
      const simulator = createSimulator({ profile: endsOlder });
      const profile = told ? simulator.profile : null;
      const run = await runVirtually(simulator.fetch, { profile, seed, wrap: signsInBeside(every, seed) });
      simulator.stop();
      expectNothingWrong(run);
      const isAboutTokens = (id: string) => id.startsWith('auth/') || id.startsWith('token/');
      if (told) expect(idsOf(run, 'inconclusive').filter((id) => !isAboutTokens(id))).toEqual([]);
      if (told || every <= 30) expect(run.warnings).toContainEqual(saysSo);
    },
  );

  test.runIf(inTurn()).each(oneIn(24, cases))(
    'an exploration finds nothing and leaves nothing: %o',
    async ({ every, seed, told }) => {
      const simulator = createSimulator({ profile: endsOlder });
      const profile = told && { profile: simulator.profile };
      const meddled = signsInBeside(every, seed)(simulator.fetch);
      const run = await exploreBy(meddled, { ...profile, seed, requests: 600 });
      simulator.stop();
      expect(run.failures).toEqual([]);
      expect(run.leftBehind).toEqual([]);
      expect(run.exitCode).toBe(0);
    },
  );

  test.runIf(inTurn())('the rules about the end of a token stay open, and all others pass', async () => {
    const simulator = createSimulator({ profile: endsOlder });
    const only = ['auth/', 'groups/'];
    const { profile } = simulator;
    const run = await runVirtually(simulator.fetch, { profile, only, seed: 1, wrap: signsInBeside(150, 1) });
    simulator.stop();
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'inconclusive').length).toBeGreaterThan(0);
    expect(idsOf(run, 'inconclusive').filter((id) => !/^auth\/(expired|valid)-/.test(id))).toEqual([]);
    expect(run.exitCode).toBe(3);
  });
});

describe('two that run at once with the same credentials', () => {
  test.runIf(inTurn()).each(
    oneIn(2, [
      ['on all rules, one after the other', {}],
      ['on records, both at once', { only: ['groups/', 'users/'], alone: true }],
    ] as const satisfies readonly (readonly [string, Partial<VerifyOptions>])[]),
  )('hold nothing against the deployment and leave nothing: %s', async (_, options) => {
    const simulator = createSimulator({ profile: endsOlder });
    const { fetch, profile } = simulator;
    const run = (nonce: string, seed: number) =>
      runAgainst(fetch, { ...options, profile, seed, host: quickHost(fetch, nonce) });
    const runs = await Promise.all([run('agentone', SEED), run('agenttwo', SEED + 1)]);
    simulator.stop();
    runs.forEach(expectNothingWrong);
  });

  test.runIf(inTurn())('explore without a failure, and leave nothing', async () => {
    const simulator = createSimulator({ profile: endsOlder });
    const { fetch, profile } = simulator;
    const run = (nonce: string, seed: number) =>
      explore(
        { baseUrl: ADDRESS, credentials, profile, seed, requests: 300, alone: true, timeMs: 1e12 },
        quickHost(fetch, nonce),
      );
    const runs = await Promise.all([run('agentone', SEED), run('agenttwo', SEED + 1)]);
    simulator.stop();
    expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
    // The devices of the other are not the run's own.
    const left = runs.flatMap(({ leftBehind }) => leftBehind);
    expect(left.filter((one) => !one.startsWith('licences in use'))).toEqual([]);
  });
});

test
  .runIf(inTurn())
  .each(oneIn(3, deviationsFrom('auth/valid-until-expiry')).map((one) => [one.does, one] as const))(
  'where a renewal ends older tokens, a service that %s fails for each operation, and no other client is blamed',
  async (_, deviation) => {
    const simulator = deviantSimulator(defectOf(deviation), { profile: endsOlder });
    const { profile } = simulator;
    const run = await runVirtually(simulator.fetch, { profile, only: ['auth/'] });
    simulator.stop();
    expect(idsOf(run, 'fail').filter((id) => id.startsWith('auth/valid-until-expiry/'))).toHaveLength(
      guardedOperations.length,
    );
    expect(idsOf(run, 'fail')).toHaveLength(guardedOperations.length);
    expect(run.warnings).toEqual([]);
    expect(run.leftBehind).toEqual([]);
  },
);

test.runIf(inTurn()).each(['auth/tampered-refused/', 'auth/valid-until-expiry/', 'auth/expired-refused/'])(
  'older tokens that end against the profile are seen as drift by whatever rests on them: %s',
  async (id) => {
    const run = await runAgainst({ profile: endsOlder }, { profile: worksOn, only: [id] });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual([
      'token.older',
    ]);
  },
);

test.runIf(inTurn())(
  'where a renewal ends older tokens, a service that accepts its first token alone fails',
  async () => {
    const [deviation] = deviationsFrom('token/renewal').filter(({ does }) => /but the first/.test(does));
    if (!deviation) throw new Error('There is no such deviation.');
    const simulator = deviantSimulator(defectOf(deviation), { profile: endsOlder });
    const { profile } = simulator;
    const run = await runVirtually(simulator.fetch, { profile, only: ['token/renewal'] });
    simulator.stop();
    expect(idsOf(run, 'fail')).toEqual(['token/renewal']);
  },
);
