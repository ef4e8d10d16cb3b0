/** The effect of a renewal on older tokens is open; and wrong keys are sent with care. */
import { expect, test } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { bearerFaults } from '../faults/bearers.ts';
import { oneIn, turns } from '../sample.ts';
import { evidence, type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';

const inTurn = turns(6);

const isTokenRequest = ({ url }: Request): boolean => url.endsWith('/api/Auth/Token');

/** A new token ends all that were issued before, and is `late`: others are refused before it arrives. */
const endsOlder =
  (late: number) =>
  (fetch: Fetch): Fetch => {
    let newest: string | undefined;
    return async (request) => {
      const given = request.headers.get('authorization')?.replace('Bearer ', '');
      if (given !== undefined && given !== newest && !isTokenRequest(request)) {
        const headers = new Headers(request.headers);
        headers.delete('authorization');
        return fetch(new Request(request, { headers }));
      }
      const reply = await fetch(request);
      if (!isTokenRequest(request)) return reply;
      const answer = await reply.clone().json();
      if (answer.success === true) newest = answer.token;
      for (let turn = 0; turn < late; turn++) await new Promise(setImmediate);
      return reply;
    };
  };

test.runIf(inTurn()).each(oneIn(2, [0, 50]))(
  'where a renewal ends older tokens against the profile, that alone is drift, nothing fails, and nothing stays open: %i turns late',
  async (late) => {
    const run = await runAgainst({}, { wrap: endsOlder(late) });
    expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual([
      'token.older',
    ]);
    expect(idsOf(run, 'inconclusive')).toEqual([]);
  },
);

test.runIf(inTurn()).each([{ 'token.older': 'ends' }, { 'token.reissue': 'same' }] as const)(
  '%o is performed by the simulator, observed, and held against nobody',
  async (openings) => {
    const profile = completeProfile({ roadtest: 1, name: 'renewals', openings });
    for (const told of [profile, null]) {
      const run = await runAgainst({ profile }, { profile: told, only: ['token/', 'auth/'] });
      const open = told === null ? (['inconclusive'] as const) : [];
      expect(evidence(run, 'pass', 'not-applicable', ...open)).toEqual([]);
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
      for (const [opening, answer] of Object.entries(openings))
        expect(run.observations.find((one) => one.opening === opening)?.observed).toBe(answer);
    }
  },
);

test.runIf(inTurn()).each([
  [deviations['auth/expired-refused'].does, guardedOperations.length],
  ['carries out every write before it looks at the end of the token', 9],
])(
  'where a renewal ends older tokens, a service that %s fails for each of %i operations: each is tried with the newest token',
  async (does, broken) => {
    const deviation = [deviations['auth/expired-refused'], ...bearerFaults].find((one) => one.does === does);
    if (!deviation) throw new Error('There is no such deviation.');
    const profile = completeProfile({ roadtest: 1, name: 'renewals', openings: { 'token.older': 'ends' } });
    const simulator = deviantSimulator(defectOf(deviation), { profile });
    const run = await runAgainst(simulator.fetch, { profile, only: ['auth/expired-refused/'] });
    expect(idsOf(run, 'fail')).toHaveLength(broken);
    simulator.stop();
  },
);

test.runIf(inTurn())(
  'where a renewal ends older tokens, a service that looks at no signature fails for each operation, with or without a profile',
  async () => {
    const base = { roadtest: 1, name: 'renewals' } as const;
    const profile = completeProfile({ ...base, openings: { 'token.older': 'ends' } });
    const only = ['token/', 'auth/tampered-refused/'];
    for (const told of [profile, null]) {
      const target = { profile, rules: { signatureCounts: () => true } };
      const run = await runAgainst(target, { profile: told, only });
      expect(idsOf(run, 'fail').length).toBeGreaterThanOrEqual(told === null ? 6 : guardedOperations.length);
      expect(idsOf(run, 'pass').filter((id) => id.startsWith('auth/'))).toEqual([]);
    }
  },
);

test.runIf(inTurn())(
  'a wrong key that is answered like too many requests, or while no token is issued at all, shows nothing about the key',
  async () => {
    let isLocked = false;
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (request.url.endsWith('/_control/account')) isLocked = true;
        if (!isTokenRequest(request)) return fetch(request);
        const { apiKey } = await request.clone().json();
        if (apiKey === 'demo-key' && !isLocked) return fetch(request);
        return Response.json({ success: false, error: 'Later.' }, { status: isLocked ? 401 : 429 });
      };
    const run = await runAgainst(
      {},
      { profile: null, wrap, only: ['token/wrong-api-key', 'token/api-disabled'] },
    );
    expect(idsOf(run, 'pass')).toEqual([]);
    expect(idsOf(run, 'inconclusive')).toEqual(['token/wrong-api-key', 'token/api-disabled']);
  },
);

/** After so many wrong keys the account is locked. */
function locksAfter(most: number, counts: (wrong: number) => void): (fetch: Fetch) => Fetch {
  let wrong = 0;
  return (fetch) => async (request) => {
    if (!isTokenRequest(request)) return fetch(request);
    const { userName, apiKey } = await request
      .clone()
      .json()
      .catch(() => ({}));
    if (userName === 'demo' && typeof apiKey === 'string' && apiKey !== 'demo-key') counts(++wrong);
    if (wrong >= most)
      return Response.json({ success: false, error: 'The account is locked.' }, { status: 401 });
    return fetch(request);
  };
}

test.runIf(inTurn())(
  'at a sign that the account is locked no further wrong keys are sent, and the rule stays open',
  async () => {
    let sent = 0;
    const wrap = locksAfter(2, (wrong) => {
      sent = wrong;
    });
    const run = await runAgainst({}, { wrap, only: ['token/wrong-api-key', 'token/near-miss-refused'] });
    expect(outcomeOf(run, 'token/near-miss-refused').verdict).toBe('inconclusive');
    // Two come before the right one, which shows it.
    expect(sent).toBe(3);
  },
);

/** An account may be locked after a few wrong keys; one that brings a token ends the count. */
test.runIf(inTurn()).each([
  ['refuses them', (_: unknown): boolean => false],
  ['takes one of them each time', (key: unknown): boolean => key === '%'],
])(
  'a run sends no more than two wrong keys for its user before one that brings a token, also where the service %s',
  async (_, isTaken) => {
    let [inRow, most] = [0, 0];
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (!isTokenRequest(request)) return fetch(request);
        const { userName, apiKey } = await request
          .clone()
          .json()
          .catch(() => ({}));
        if (userName !== 'demo' || apiKey === undefined) return fetch(request);
        const isGood = apiKey === 'demo-key' || isTaken(apiKey);
        inRow = isGood ? 0 : inRow + 1;
        most = Math.max(most, inRow);
        const body = JSON.stringify({ userName, apiKey: isGood ? 'demo-key' : apiKey });
        return fetch(new Request(request, { body }));
      };
    const run = await runAgainst({}, { wrap, only: ['token/'] });
    expect(idsOf(run, 'fail')).toEqual(isTaken('%') ? ['token/near-miss-refused'] : []);
    expect(most).toBe(2);
  },
);

test.runIf(inTurn())(
  'credentials of which it is open whether they count are told beside the pass',
  async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (!isTokenRequest(request)) return fetch(request);
        const body = await request.clone().text();
        return fetch(new Request(request, { body: body.replace('" demo "', '"demo"') }));
      };
    const run = await runAgainst({}, { wrap, only: ['token/near-miss-refused'] });
    expect(outcomeOf(run, 'token/near-miss-refused')).toMatchObject({
      verdict: 'pass',
      reason: expect.stringContaining('leaves open spaces around the user name: that got a token.'),
    });
  },
);
