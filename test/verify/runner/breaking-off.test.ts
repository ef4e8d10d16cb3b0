/** Deployments that break off: what is suspect then, and what is only a disturbance. Time is virtual. */
import { describe, expect, test } from 'vitest';
import { pick } from '../../../contracts/kit/random.ts';
import { completeProfile } from '../../../contracts/profile/index.ts';
import type { Openings } from '../../../contracts/specification/openings/index.ts';
import type { Run } from '../../../contracts/verify/run.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { quickHost } from '../../quick-host.ts';
import { oneIn, turns, WHOLE } from '../../sample.ts';
import {
  ADDRESS,
  type Against,
  credentials,
  evidence,
  type Fetch,
  idsOf,
  outcomeOf,
  runAgainst,
} from '../support.ts';

const inTurn = turns(6);

type Answer = (request: Request) => Promise<Response>;

const cut: Answer = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('socket'), { code: 'ECONNRESET' }) }),
  );
const refused: Answer = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );
const silent: Answer = () => new Promise(() => {});
const unavailable: Answer = async () => new Response('', { status: 503 });
const broken: Answer = async () => new Response('Bad Gateway', { status: 502 });

/** A run in virtual time, in which some requests are answered otherwise. They are counted from 1. */
async function runWhere(
  otherwise: (request: Request, count: number) => Answer | undefined,
  against: Against = {},
): Promise<{ run: Run; requests: number }> {
  const simulator = createSimulator();
  let requests = 0;
  const host = quickHost(simulator.fetch, 'breakoff');
  // A request that is never answered is not under way: time goes on without it.
  const fetch: Fetch = (request) => (otherwise(request, ++requests) ?? host.fetch)(request);
  const run = await runAgainst(fetch, { profile: simulator.profile, host: { ...host, fetch }, ...against });
  simulator.stop();
  return { run, requests };
}

const limited: Answer = async () => new Response('', { status: 429, headers: { 'retry-after': '1' } });

const failures = { cut, refused, silent, broken };

/** The rules that are judged where a disturbance comes again and again: some hundred requests show it. */
const some: Against = WHOLE ? {} : { only: ['auth/', 'groups/', 'users/'] };

describe('A deployment that is gone', () => {
  test.each(oneIn(3, [20, 320, 60]))('puts off every request for good from request %i on', async (at) => {
    const { run, requests } = await runWhere((_, count) => (count > at ? limited : undefined));
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'suspect').length).toBeGreaterThan(0);
    expect(run.exitCode).toBe(3);
    expect(requests).toBeLessThan(at + 250);
    expect(run.outcomes.some(({ reason }) => reason === 'The deployment no longer answers.')).toBe(true);
  });

  test.runIf(inTurn())(
    'does not answer every second request, and is given up before all those waits add up',
    async () => {
      const { run, requests } = await runWhere((_, count) => (count > 60 && count % 2 ? silent : undefined));
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
      expect(idsOf(run, 'suspect').length).toBeGreaterThan(0);
      expect(run.exitCode).toBe(3);
      expect(requests).toBeLessThan(200);
    },
  );

  test.runIf(inTurn())('does not answer one request in eight, and is judged to the end', async () => {
    const { run } = await runWhere((_, count) => (count % 8 === 5 ? silent : undefined), some);
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
    expect(run.outcomes.some(({ reason }) => reason === 'The deployment no longer answers.')).toBe(false);
  });

  const breaks = Object.entries(failures).flatMap(([name, failure]) =>
    [7, 20, 60, 150, 320].map((at) => [name, at, failure] as const),
  );

  test.each(oneIn(10, breaks))(
    '%s from request %i on: the rest is suspect, and nothing fails',
    async (_name, at, failure) => {
      const { run, requests } = await runWhere((_, count) => (count > at ? failure : undefined));
      expect(run.problem).toBeUndefined();
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
      expect(idsOf(run, 'suspect').length).toBeGreaterThan(0);
      expect(idsOf(run, 'inconclusive')).toEqual([]);
      expect([run.exitCode, run.fault]).toEqual([3, undefined]);
      expect(requests).toBeLessThan(at + 120);
      expect(run.outcomes.some(({ reason }) => reason === 'The deployment no longer answers.')).toBe(true);
    },
  );

  test('is broken all the same where a rule was proven to be before', async () => {
    const { run } = await runWhere((request, count) => {
      if (count > 60) return refused;
      return request.url.endsWith('/api/Auth/Token')
        ? async () => Response.json({ success: true, token: 'none', expires: 'never' })
        : undefined;
    });
    expect(idsOf(run, 'fail')).toContain('token/is-jwt');
    expect(run.exitCode).toBe(1);
  });

  test('never answered: that is a matter of configuration', async () => {
    for (const failure of Object.values(failures)) {
      const { run } = await runWhere(() => failure);
      expect(run.problem?.code).toBe('UNREACHABLE');
      expect(run.exitCode).toBe(2);
    }
  });

  test.runIf(inTurn())('is asked once more for the clean-up', async () => {
    const simulator = createSimulator();
    const before = simulator.fleet.groups.size + simulator.fleet.users.size;
    let requests = 0;
    let judging = true;
    const fetch: Fetch = (request) => (++requests > 120 && judging ? refused : simulator.fetch)(request);
    const run = await runAgainst(fetch, {
      profile: simulator.profile,
      host: quickHost(fetch, 'breakoff'),
      onProgress: (progress) => {
        if (progress.kind === 'phase' && progress.phase === 'clean-up') judging = false;
      },
    });
    expect(idsOf(run, 'suspect').length).toBeGreaterThan(0);
    expect(simulator.fleet.groups.size + simulator.fleet.users.size).toBe(before);
    simulator.stop();
  });
});

describe('A disturbance that passes', () => {
  test.runIf(inTurn()).each(oneIn(4, Object.entries(failures)))(
    '%s, one request in a hundred: every rule holds when it is judged again',
    async (_name, failure) => {
      const { run } = await runWhere(
        (_, count) => (count > 5 && count % 100 === 0 ? failure : undefined),
        some,
      );
      // A request that was lost on its way may have taken a licence all the same, which a later rule then lacks.
      const lacking = /^inconclusive licences\/.*could not be brought to/;
      expect(evidence(run, 'pass').filter((line) => !lacking.test(line))).toEqual([]);
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
      expect(run.exitCode).toBe(0);
      // Requests that may come twice were sent once more.
      const isSilent = failure === silent;
      expect(run.warnings.filter((text) => text.includes('sent once more')).length).toBe(isSilent ? 0 : 1);
    },
  );

  const anywhere = [cut, unavailable].flatMap((failure) =>
    [false, true].flatMap((isLate) => [1, 2, 3, 4, 5].map((seed) => ({ failure, isLate, seed }))),
  );
  test.each(oneIn(20, anywhere))(
    'by chance, one request in a hundred ($failure.name, after it was carried out: $isLate, seed $seed)',
    async ({ failure, isLate, seed }) => {
      let requests = 0;
      const wrap = (fetch: Fetch) => async (request: Request) => {
        if (pick(seed, requests++, isLate ? 1 : 0, 100) > 0) return fetch(request);
        if (isLate) await fetch(request.clone());
        return failure(request);
      };
      const run = await runAgainst({}, { seed, wrap });
      expect(evidence(run, 'pass')).toEqual([]);
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
      expect(run.exitCode).toBe(0);
    },
  );

  test.each([false, true])(
    'each second move of the clock, after it was carried out: %s: what waits for it goes on',
    async (isLate) => {
      let moves = 0;
      const wrap = (fetch: Fetch) => async (request: Request) => {
        if (!request.url.endsWith('/clock/advance') || moves++ % 2 > 0) return fetch(request);
        if (isLate) await fetch(request.clone());
        return unavailable(request);
      };
      const run = await runAgainst({}, { wrap, only: ['limits/next-day', 'limits/usage-restarts'] });
      expect(evidence(run, 'pass')).toEqual([]);
      expect(run.exitCode).toBe(0);
    },
  );

  test.runIf(inTurn())('all that is under way at once is no end of the deployment', async () => {
    const { run } = await runWhere((_, count) => (count > 40 && count <= 56 ? cut : undefined), some);
    expect(evidence(run, 'pass')).toEqual([]);
  });

  test('of many requests that are put off at once the last is waited for, too', async () => {
    let served = 0;
    const { run } = await runWhere(
      ({ url }) => {
        // The clock of the deployment moves on: a new window.
        if (url.includes('/_control/')) served = 0;
        return ++served > 2 ? limited : undefined;
      },
      { only: ['auth/header-required'] },
    );
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.outcomes.flatMap(({ retries = [] }) => retries)).toEqual([]);
  });

  test.runIf(inTurn())('503 with Retry-After is waited for', async () => {
    const busy: Answer = async () => new Response('', { status: 503, headers: { 'retry-after': '2' } });
    const { run } = await runWhere((_, count) => (count > 5 && count % 30 === 0 ? busy : undefined), some);
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.outcomes.flatMap(({ retries = [] }) => retries)).toEqual([]);
    // It is not a rate limit: the profile says that there is none.
    const seen = run.observations.find(({ opening }) => opening === 'rate-limit');
    expect(seen?.observed).toMatch(/^none met in \d+ requests; unavailable for a while after \d+$/);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
  });

  test.each([
    [429, undefined, 'limits requests'],
    [503, undefined, 'is unavailable (503)'],
    [503, 503, 'limits requests'],
  ] as const)(
    '%i that asks to wait for longer than the run is patient, pinned %s: it %s',
    async (status, pinned, why) => {
      const openings = pinned === undefined ? {} : { 'errors.status': { 'rate-limited': pinned } };
      const profile = completeProfile({ roadtest: 1, name: 'busy', openings });
      const busy: Answer = async () => new Response('', { status, headers: { 'retry-after': '3600' } });
      const { run } = await runWhere(
        // Too little is known of an altered token to say whether it was refused.
        ({ headers }) =>
          /^Bearer eyJ[^.]+\.eyJ/.test(headers.get('authorization') ?? 'Bearer eyJ0.eyJ0') ? undefined : busy,
        { profile, only: ['auth/garbage-refused/listUsers'] },
      );
      expect(run.outcomes[0]?.reason ?? '').toContain(why);
    },
  );
});

test.runIf(inTurn()).each(oneIn(3, [1, 2, 3]))(
  '503 with Retry-After is waited for where the clock is to be moved, too (every other time from the %ith)',
  async (first) => {
    let moves = 0;
    const busy: Answer = async () => new Response('', { status: 503, headers: { 'retry-after': '2' } });
    const isMove = (request: Request) => request.url.endsWith('/clock/advance');
    const { run } = await runWhere(
      (request) => (isMove(request) && ++moves >= first && moves % 2 === first % 2 ? busy : undefined),
      { only: ['limits/', 'expiry/'] },
    );
    expect(moves).toBeGreaterThan(first);
    expect(evidence(run, 'pass')).toEqual([]);
  },
);

describe('A server error', () => {
  const only = ['auth/header-required', 'auth/garbage-refused', 'devices/unknown-device-not-served'];
  const performing = (openings: Partial<Openings>) =>
    runAgainst({ profile: completeProfile({ roadtest: 1, name: 'sloppy', openings }) }, { only });

  test('that the profile pins for a refusal is an answer like any other', async () => {
    const run = await performing({ 'auth.refusal': { status: 500, headers: {}, body: 'error' } });
    expect(evidence(run, 'pass')).toEqual([]);
  });

  test('that it does not pin leaves what it answers suspect', async () => {
    const profile = completeProfile({
      roadtest: 1,
      name: 'sloppy',
      openings: { 'auth.refusal': { status: 500, headers: {}, body: 'error' } },
    });
    const run = await runAgainst({ profile }, { only, profile: null });
    expect(outcomeOf(run, 'auth/header-required/listDevices')).toMatchObject({
      verdict: 'suspect',
      reason: expect.stringContaining('GET /api/devices: a server error came (status 500)'),
    });
    expect(run.exitCode).toBe(3);
  });

  test('in answer to nonsense is none, as long as what makes sense is answered', async () => {
    const { run } = await runWhere(
      ({ url }) => (url.includes('undocumented') ? async () => new Response('', { status: 500 }) : undefined),
      { only: ['operations/'] },
    );
    expect(evidence(run, 'pass')).toEqual([]);
  });
});

describe('A control', () => {
  const control = (url: string) =>
    completeProfile({
      roadtest: 1,
      name: 'controlled',
      openings: {},
      controls: { setApiEnabled: { by: 'http', method: 'PUT', url, body: { on: '{enabled}' } } },
    });
  const hidden = async (request: Request) => {
    const { hostname, pathname } = new URL(request.url);
    if (pathname.startsWith('/switch') || hostname !== '127.0.0.1') return cut(request);
    return pathname.startsWith('/_control') ? new Response('', { status: 404 }) : undefined;
  };
  const judged = async (url: string) => {
    const simulator = createSimulator();
    const fetch: Fetch = async (request) => (await hidden(request)) ?? simulator.fetch(request);
    const host = quickHost(fetch, 'breakoff');
    const run = await runAgainst(fetch, { profile: control(url), only: ['token/api-disabled'], host });
    simulator.stop();
    return outcomeOf(run, 'token/api-disabled');
  };

  test('that the deployment serves is part of it', async () => {
    expect(await judged('/switch')).toMatchObject({ verdict: 'suspect' });
  });

  test('that is served elsewhere is not', async () => {
    expect(await judged('http://elsewhere.example/switch')).toMatchObject({
      verdict: 'inconclusive',
      unlock: ['controls.setApiEnabled'],
    });
  });
});

test('The first contact can break off too: then the run has judged nothing, and is suspect', async () => {
  const simulator = createSimulator();
  let requests = 0;
  const fetch: Fetch = (request) => {
    requests++;
    if (requests === 2) return Promise.resolve(Response.json({ message: 'no token here' }, { status: 404 }));
    return requests > 2 ? cut(request) : simulator.fetch(request);
  };
  const run = await runAgainst(fetch, { credentials, baseUrl: ADDRESS, host: quickHost(fetch, 'breakoff') });
  simulator.stop();
  expect(run.problem).toBeUndefined();
  expect(new Set(run.outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['suspect']));
  expect(run.exitCode).toBe(3);
});
