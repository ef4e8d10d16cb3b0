/** Deployments and options that cannot be judged, and deployments that misbehave below the rules. */
import { describe, expect, test } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { Run, Verdict } from '../../contracts/verify/run.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import {
  ADDRESS,
  type Against,
  credentials,
  type Fetch,
  idsOf,
  outcomeOf,
  runAgainst,
  runVirtually,
} from './support.ts';
import { usualRun } from './usual.ts';
import { answeringOtherwise, operationOf } from './wrappers.ts';

const inTurn = turns(4);

const nobody: Fetch = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );
/** A run against the simulator that waits for nothing. */
async function runUnwaited(against: Against): Promise<Run> {
  const simulator = createSimulator();
  try {
    return await runVirtually(simulator.fetch, { profile: simulator.profile, ...against });
  } finally {
    simulator.stop();
  }
}

const html = () =>
  new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });

describe('A run that cannot begin ends with exit code 2, a code and what to try', () => {
  test.runIf(inTurn()).each([
    ['no address', { baseUrl: 'fleet' }],
    ['another protocol', { baseUrl: 'ftp://fleet.example' }],
    ['a query in the address', { baseUrl: `${ADDRESS}?tenant=1` }],
    ['credentials in the address', { baseUrl: 'http://demo:demo-key@127.0.0.1' }],
  ])('%s', async (_what, options) => {
    const run = await runAgainst({}, options);
    expect(run.problem?.code).toBe('ADDRESS_INVALID');
    expect(run.exitCode).toBe(2);
    expect(run.exchanges).toEqual([]);
  });

  test.runIf(inTurn())('credentials are missing', async () => {
    const run = await runAgainst({}, { credentials: { userName: 'demo', apiKey: '' } });
    expect(run.problem).toMatchObject({
      code: 'CREDENTIALS_MISSING',
      hint: expect.stringContaining('ROADTEST_API_KEY'),
    });
  });

  test.runIf(inTurn()).each([
    ['a wrong key', { userName: 'demo', apiKey: 'no such key' }],
    ['a wrong user', { userName: 'nobody', apiKey: 'demo-key' }],
  ])('%s', async (_what, wrong) => {
    const run = await runAgainst({}, { credentials: wrong });
    expect(run.problem).toMatchObject({
      code: 'CREDENTIALS_REFUSED',
      message: expect.stringContaining('The user name or the API key is wrong.'),
    });
    expect(run.exitCode).toBe(2);
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.outcomes.every(({ verdict }) => verdict === 'inconclusive')).toBe(true);
  });

  test.runIf(inTurn())('API access is off', async () => {
    const simulator = createSimulator();
    simulator.fleet.account.setApiEnabled(false);
    const run = await runAgainst(simulator.fetch);
    simulator.stop();
    expect(run.problem).toMatchObject({
      code: 'CREDENTIALS_REFUSED',
      hint: expect.stringContaining('API access'),
    });
  });

  test.runIf(inTurn())('no service answers', async () => {
    const run = await runAgainst(nobody);
    expect(run.problem).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(run.exitCode).toBe(2);
  });

  test.runIf(inTurn())('it hangs', async () => {
    const run = await runAgainst(() => new Promise(() => {}), { timeoutMs: 20 });
    expect(run.problem).toMatchObject({ code: 'UNREACHABLE', message: expect.stringContaining('in time') });
  });

  test.runIf(inTurn())('it redirects: credentials are not sent on', async () => {
    const asked: string[] = [];
    const run = await runAgainst(async (request) => {
      asked.push(new URL(request.url).host);
      return new Response(null, {
        status: 308,
        headers: { location: 'https://elsewhere.example/api/Auth/Token' },
      });
    });
    expect(run.problem).toMatchObject({
      code: 'REDIRECTED',
      message: expect.stringContaining('https://elsewhere.example'),
    });
    expect(new Set(asked)).toEqual(new Set(['127.0.0.1:4010']));
  });

  test.runIf(inTurn()).each([
    ['/api/Auth/Token/', /without a slash at the end/],
    ['http://127.0.0.1:4010/api/Auth/Token', /in a circle/],
    ['https://fleet.example/v2/api/Auth/Token', /^Give https:\/\/fleet\.example\/v2: credentials/],
    ['https://127.0.0.1:4010/api/Auth/Token', /^Give https:\/\/127\.0\.0\.1:4010: credentials/],
    ['/login', /page to sign in/],
    ['https://id.example/authorize?next=/api/Auth/Token', /page to sign in/],
    ['/', /page to sign in/],
    ['http://[::', /page to sign in/],
    ['javascript:alert()', /page to sign in/],
  ])('it redirects to %s: the advice can be followed', async (location, hint) => {
    const run = await runAgainst(async () => new Response(null, { status: 307, headers: { location } }));
    expect(run.problem).toMatchObject({ code: 'REDIRECTED', hint: expect.stringMatching(hint) });
  });

  test.runIf(inTurn())('it is a web site', async () => {
    const run = await runAgainst(async () => html());
    expect(run.problem).toMatchObject({ code: 'NOT_THE_API', message: expect.stringContaining('HTML') });
  });

  test.runIf(inTurn())('it is another service', async () => {
    const run = await runAgainst(async () => Response.json({ message: 'no such route' }, { status: 404 }));
    expect(run.problem).toMatchObject({ code: 'NOT_THE_API', hint: expect.stringContaining('basePath') });
  });

  test.runIf(inTurn())('the path prefix is missing', async () => {
    const profile = completeProfile({ roadtest: 1, name: 'prefixed', basePath: '/fleet/v2', openings: {} });
    const run = await runAgainst({ profile }, { profile: null });
    expect(run.problem?.code).toBe('NOT_THE_API');
  });

  test.runIf(inTurn())('nothing is asked for', async () => {
    const run = await runAgainst({}, { only: ['no-such-area/'] });
    expect(run.problem?.code).toBe('NOTHING_SELECTED');
    expect(run.exchanges).toEqual([]);
  });
});

describe('One operation misbehaves: its rules are suspect, the others are judged', () => {
  const only = ['auth/header-required', 'token/issued', 'operations/listCountries'];
  const misbehaving =
    (answer: () => Response | Promise<Response>) =>
    (fetch: Fetch): Fetch =>
    async (request) =>
      operationOf(request) === 'listCountries' ? answer() : fetch(request);

  test.runIf(inTurn()).each<[string, string, Verdict, () => Response | Promise<Response>]>([
    [
      'cuts the connection',
      'cut',
      'suspect',
      () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: Object.assign(new Error('socket'), { code: 'ECONNRESET' }),
          }),
        ),
    ],
    [
      'breaks off in the middle',
      'cut',
      'suspect',
      () =>
        new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('terminated')) })),
    ],
    ['answers 502', 'status 502', 'suspect', () => new Response('Bad Gateway', { status: 502 })],
    [
      'sends no end of bytes',
      'did not end',
      'suspect',
      () => new Response(endless(100), { headers: { 'content-type': 'application/json' } }),
    ],
    [
      'sends 50 MB',
      'too large',
      'inconclusive',
      () => new Response(endless(50), { headers: { 'content-type': 'application/json' } }),
    ],
  ])('%s', async (_what, reason, verdict, answer) => {
    const run = await runAgainst({}, { only, timeoutMs: 1_000, wrap: misbehaving(answer) });
    expectOneMisbehaved(run, verdict, reason);
  });

  test.runIf(inTurn())('hangs', async () => {
    const wrap = misbehaving(() => new Promise(() => {}));
    const run = await runUnwaited({ only, wrap });
    expectOneMisbehaved(run, 'suspect', 'in time');
  });

  function expectOneMisbehaved(run: Run, verdict: Verdict, reason: string): void {
    expect(outcomeOf(run, 'operations/listCountries')).toMatchObject({
      verdict,
      reason: expect.stringContaining(reason),
    });
    expect(outcomeOf(run, 'auth/header-required/listDevices').verdict).toBe('pass');
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'error')).toEqual([]);
  }

  test.runIf(inTurn())('the token request alone hangs: its rules are suspect', async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      (request) =>
        operationOf(request) === 'issueToken' ? new Promise(() => {}) : fetch(request);
    const run = await runUnwaited({ only: ['token/'], wrap });
    expect(run.problem).toBeUndefined();
    expect(outcomeOf(run, 'token/issued').verdict).toBe('suspect');
    expect(run.exitCode).toBe(3);
  });
});

describe('A profile that contradicts what is seen', () => {
  test.runIf(inTurn())('is drift where it pins an answer', async () => {
    const wrong = completeProfile({
      roadtest: 1,
      name: 'wrong',
      openings: {
        'token.lifetime': 'PT8H',
        'auth.refusal': { status: 403, headers: {}, body: 'error' },
        versioning: { headers: { 'api-version': '2' } },
      },
    });
    const run = await runAgainst({}, { profile: wrong, only: ['token/', 'auth/header-required'] });
    expect(idsOf(run, 'fail')).toEqual([]);
    const drifted = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
    expect(drifted.toSorted()).toEqual(['auth.refusal', 'token.lifetime', 'versioning']);
    expect(run.exitCode).toBe(4);
  });

  test.runIf(inTurn())('is told by the place where the list was looked for', async () => {
    const wrong = completeProfile({
      roadtest: 1,
      name: 'wrong',
      openings: { 'operations.envelope': { lists: { devices: { form: 'array', at: '/items' } } } },
    });
    const run = await runAgainst({}, { profile: wrong, only: ['operations/'] });
    const envelope = run.observations.find(({ opening }) => opening === 'operations.envelope');
    expect(envelope).toMatchObject({ drift: true, observed: expect.stringContaining('/items') });
    expect(idsOf(run, 'fail')).toEqual([]);
  });
});

describe('Too many requests', () => {
  test.runIf(inTurn()).each<[string, { [name: string]: string }]>([
    ['with Retry-After in seconds', { 'retry-after': '1' }],
    [
      'with Retry-After as a date',
      { 'retry-after': 'Mon, 05 Jan 2026 08:00:01 GMT', date: 'Mon, 05 Jan 2026 08:00:00 GMT' },
    ],
    ['without a word', {}],
  ])('%s: the request is made again', async (_what, headers) => {
    let requests = 0;
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (request.url.includes('_control')) return new Response('', { status: 404 });
        return requests++ % 5 === 3 ? new Response('', { status: 429, headers }) : fetch(request);
      };
    const run = await runUnwaited({
      only: ['token/issued', 'auth/header-required'],
      profile: null,
      wrap,
    });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(outcomeOf(run, 'auth/header-required/listUsers').verdict).toBe('pass');
  });

  test.runIf(inTurn())('patience has an end', async () => {
    const wrap = answeringOtherwise((request, response) =>
      operationOf(request) === 'listUsers'
        ? new Response('', { status: 429, headers: { 'retry-after': '86400' } })
        : response,
    );
    const run = await runAgainst({}, { only: ['auth/header-required/listUsers'], wrap });
    expect(outcomeOf(run, 'auth/header-required/listUsers')).toMatchObject({
      verdict: 'inconclusive',
      unlock: ['patience'],
    });
  });
});

test.runIf(inTurn())('The user name and the key never stand in a URL', async () => {
  const { run } = await usualRun();
  expect(run.exchanges.filter(({ request }) => request.url.includes(credentials.apiKey))).toEqual([]);
});

/** So many megabytes of an array that does not end. */
function endless(megabytes: number): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(`[${'0,'.repeat(512 * 1024)}`);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < megabytes) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
