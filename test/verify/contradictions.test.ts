/** A deployment that contradicts itself is suspect: no single rule is proven broken, and nothing is held to be well. */
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';

const inTurn = turns(4);

/** The requests that it is about are carried out otherwise. */
const changed =
  (isMeant: (request: Request) => boolean | Promise<boolean>, change: (request: Request) => Request) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    fetch((await isMeant(request.clone())) ? change(request) : request);

function withoutToken(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  return new Request(request, { headers });
}

test.runIf(inTurn())(
  'an alert that is taken with any token and from anybody for any device, and refused without one, passes nothing',
  async () => {
    const alerts = 'auth/tampered-refused/postAlerts';
    const served = 'operations/postAlerts';
    const { profile } = createSimulator();
    const { openings } = profile;
    const quiet = {
      ...profile,
      openings: {
        ...openings,
        'operations.status': { ...openings['operations.status'], postAlerts: 202 },
        'operations.envelope': {
          ...openings['operations.envelope'],
          answers: { ...openings['operations.envelope']?.answers, postAlerts: 'nothing' as const },
        },
      },
    };
    const isTaken = ({ url, headers }: Request) => url.endsWith('/alerts') && headers.has('authorization');
    const taking = await runAgainst(
      { profile: quiet },
      {
        wrap: (fetch) => async (request) =>
          isTaken(request) ? Response.json({ queued: true }, { status: 202 }) : fetch(request),
        only: [alerts, served],
      },
    );
    expect(outcomeOf(taking, alerts).verdict).toBe('inconclusive');
    expect(outcomeOf(taking, served).verdict).toBe('fail');
    const refusing = await runAgainst({ profile: quiet }, { only: [alerts] });
    expect(outcomeOf(refusing, alerts).verdict).toBe('pass');
  },
);

const rule = 'devices/listed-can-be-read';

test.runIf(inTurn())(
  'a device that the list shows and that is not served, while others are, is suspect',
  async () => {
    const wrap = changed(({ url }) => url.endsWith('/api/devices/dev-2'), withoutToken);
    const run = await runAgainst({ devices: 3 }, { wrap, only: [rule] });
    expect(outcomeOf(run, rule)).toMatchObject({
      verdict: 'suspect',
      reason: expect.stringContaining('dev-2'),
    });
    expect(run.exitCode).toBe(3);
  },
);

test.runIf(inTurn())('one that is expired may be hidden', async () => {
  const simulator = createSimulator({ devices: 3 });
  simulator.fleet.limits.set(2, { expires: true, expirationDate: '2020-01-01' });
  const wrap = changed(({ url }) => url.endsWith('/api/devices/dev-2'), withoutToken);
  const run = await runAgainst(wrap(simulator.fetch), { profile: simulator.profile, only: [rule] });
  simulator.stop();
  expect(outcomeOf(run, rule).verdict).toBe('pass');
});

test.runIf(inTurn())(
  'a token that was issued once for a wrong key, and none for the same later, is suspect',
  async () => {
    let wrong = 0;
    const isWrong = async (request: Request) => {
      if (!request.url.endsWith('/api/Auth/Token')) return false;
      const { userName, apiKey } = await request.json();
      return userName === 'demo' && apiKey !== 'demo-key' && wrong++ === 0;
    };
    const body = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
    const wrap = changed(isWrong, ({ url, headers }) => new Request(url, { method: 'POST', headers, body }));
    const run = await runAgainst({}, { wrap, only: ['token/wrong-api-key'] });
    expect(outcomeOf(run, 'token/wrong-api-key').verdict).toBe('suspect');
  },
);

test.runIf(inTurn())('a limit that is taken and read as another is found', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const reply = await fetch(request);
      if (request.method !== 'GET' || !request.url.endsWith('/limits')) return reply;
      const read = await reply.json();
      const { dailySms } = read;
      return Response.json({ ...read, dailySms: typeof dailySms === 'number' ? dailySms % 4 : dailySms });
    };
  const run = await runAgainst({}, { wrap, only: ['limits/'] });
  expect(idsOf(run, 'fail').every((id) => id.endsWith('/sms'))).toBe(true);
  expect(run.exitCode).toBe(1);
});

test.runIf(inTurn())(
  'an operation that answers a device which is there as one that is not is not served',
  async () => {
    const wrap = changed(
      ({ url }) => url.endsWith('/locations'),
      (request) => new Request(request.url.replace(/dev-\d+/, 'dev-99'), request),
    );
    const run = await runAgainst({ devices: 3 }, { wrap, only: ['operations/postLocations'] });
    expect(outcomeOf(run, 'operations/postLocations').verdict).toBe('fail');
  },
);

test.runIf(inTurn())(
  'an alert that is refused for its content says nothing: a deployment may take only kinds of its own',
  async () => {
    const wrap = changed(
      ({ url }) => url.endsWith('/alerts'),
      ({ url, headers }) => new Request(url, { method: 'POST', headers, body: '{}' }),
    );
    const run = await runAgainst({ devices: 3 }, { wrap, only: ['devices/posted-alert-is-taken'] });
    const { verdict, unlock } = outcomeOf(run, 'devices/posted-alert-is-taken');
    expect([verdict, unlock]).toEqual(['inconclusive', ['samples.alert']]);
  },
);

describe('a device from which', () => {
  const sends = 'limits/sends-below-limit/email';
  const sending = (isMeant: (channel: string) => boolean) =>
    changed(
      async (request) => request.url.endsWith('/send') && isMeant((await request.json()).channel),
      ({ url, headers }) =>
        new Request(url, { method: 'POST', headers, body: JSON.stringify({ channel: 'email', count: 0 }) }),
    );

  test.runIf(inTurn()).each([
    ['nothing is sent by either channel may belong to an account that may not send', () => true],
    ['only SMS messages are sent may have no e-mail set up', (channel: string) => channel === 'email'],
  ] as const)('%s', async (_, isMeant) => {
    const run = await runAgainst({ devices: 3 }, { wrap: sending(isMeant), only: [sends] });
    const { verdict, unlock } = outcomeOf(run, sends);
    expect([verdict, unlock]).toEqual(['inconclusive', ['account']]);
  });
});

test.runIf(inTurn()).each([
  ['is suspect', 'works', 'suspect'],
  ['may have been superseded, where a renewal ends older ones', 'ends', 'pass'],
] as const)('a fresh token that is refused like none once, and not again, %s', async (_, older, verdict) => {
  const accepted = 'auth/bearer-accepted/listTimeZones';
  let asked = 0;
  const isFirst = ({ url, headers }: Request) =>
    url.endsWith('/timeZones') && headers.has('authorization') && ++asked === 1;
  const { openings, ...rest } = createSimulator().profile;
  const profile = { ...rest, openings: { ...openings, 'token.older': older } };
  const run = await runAgainst({ profile }, { wrap: changed(isFirst, withoutToken), only: [accepted] });
  expect(outcomeOf(run, accepted).verdict).toBe(verdict);
});
