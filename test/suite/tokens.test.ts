/** Tokens: their form and times, renewals that end older ones, keys that are sent with care, what a call without a good token did. */
import { describe, expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import { operations } from '../../contracts/specification/index.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import {
  type Around,
  both,
  changing,
  drifted,
  idsOf,
  on,
  others,
  reply,
  type Scene,
  scene,
} from './scene.ts';

const guarded = operations.filter(({ id }) => id !== 'issueToken').map(({ id }) => id);
const isTokenRequest = ({ target }: Call) => target.endsWith('/api/Auth/Token');
const bearing = (call: Call, authorization: string | undefined): Call => {
  const { authorization: _, ...headers } = call.headers;
  return { ...call, headers: { ...headers, ...(authorization !== undefined && { authorization }) } };
};
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [head, payload] = [part({ alg: 'HS256' }), part({ sub: 'Zoë' })];
const issuing = (answer: (token: string, expires: string) => object): SimulatorOptions => ({
  rules: { issuedAnswer: (token, expires) => ({ success: true, token, expires, ...answer(token, expires) }) },
});

describe('a token is a JWT', () => {
  it.each([
    ['not with one part', 'opaque-token', 'fail'],
    ['not with two parts', `${head}.${payload}`, 'fail'],
    ['not with five parts', `${head}.${payload}.x.a.b`, 'fail'],
    ['not with padding', `${head}=.${payload}.abcd`, 'fail'],
    ['not with a header that is no JSON', `bm8.${payload}.abcd`, 'fail'],
    ['not with a payload that is a list', `${head}.${part([1])}.abcd`, 'fail'],
    [
      'not with a payload that is no UTF-8',
      `${head}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.abcd`,
      'fail',
    ],
    ['with three parts, a header and a payload', `${head}.${payload}.abcd`, 'pass'],
  ])('%s', async (_, token, verdict) => {
    const { judge } = await scene(issuing(() => ({ token })));
    const { run } = await judge({ only: ['token/is-jwt'] });
    expect(run.outcomes).toMatchObject([{ verdict }]);
    expect(JSON.stringify(run)).not.toContain(token);
  });
});

it('a token that no header can hold is told, and nothing is taken for broken off', async () => {
  const { judge } = await scene(issuing((token) => ({ token: `${token}\u007f` })));
  const { run } = await judge({ only: ['groups/created-can-be-read'] });
  expect(run.outcomes).toMatchObject([
    { verdict: 'inconclusive', reason: expect.stringContaining('the request cannot be sent') },
  ]);
});

/** The end of a token in ways of writing it, of which the document allows those in UTC alone. */
const times: { [what: string]: [write: (expires: string) => string, verdict: string] } = {
  'with a fraction of seven digits': [(expires) => expires.replace(/(\.\d+)?Z/, '.1234567Z'), 'pass'],
  'with a comma': [(expires) => expires.replace(/(\.\d+)?Z/, ',5Z'), 'pass'],
  'without seconds': [(expires) => expires.replace(/:\d\d(\.\d+)?Z/, 'Z'), 'pass'],
  'in the basic form': [(expires) => expires.replace(/[-:]|\.\d+/g, ''), 'pass'],
  'with an offset of zero': [(expires) => expires.replace('Z', '+00:00'), 'pass'],
  'with an offset': [(expires) => expires.replace('Z', '+02:00'), 'fail'],
  'without an offset': [(expires) => expires.replace('Z', ''), 'fail'],
  'with a blank': [(expires) => expires.replace('T', ' '), 'fail'],
  'as HTTP writes it': [(expires) => new Date(expires).toUTCString(), 'fail'],
  'as a number in text': [(expires) => String(Date.parse(expires)), 'fail'],
  'with a month that is none': [(expires) => expires.replace(/-\d\d-/, '-13-'), 'fail'],
};

it.each(Object.entries(times))('the end of a token %s', async (_, [write, verdict]) => {
  const { judge } = await scene(issuing((__, expires) => ({ expires: write(expires) })));
  const { run } = await judge({ only: ['token/expires-iso-utc'] });
  expect(run.outcomes).toMatchObject([{ verdict }]);
});

describe('a valid token that is decorated', () => {
  const only = [
    'auth/tampered-refused/listGroups',
    'auth/garbage-refused/listGroups',
    'auth/no-way-round/listTimeZones',
    'token/renewal',
  ];
  it.each([
    ['that reads three parts of it', /^Bearer ([^.]*\.[^.]*\.[^.]*)/],
    ['that takes blanks', /^Bearer +(.*)$/],
    ['that takes its scheme in any letters', /^bearer (.*)$/i],
    ['that takes it exactly so', /^Bearer (\S+)$/],
  ])('is held against no service %s', async (_, token) => {
    const rules = { bearerToken: (header: string | undefined) => token.exec(header ?? '')?.[1] };
    const { judge } = await scene({ rules });
    const { run } = await judge({ only, thorough: true });
    expect(others(run, 'pass')).toEqual([]);
    expect(run.observations.find(({ opening }) => opening === 'auth.other-ways')).toMatchObject({
      observed: 'none',
      drift: false,
    });
  });
});

/** A new token ends all that were issued before; others are refused so many turns before it arrives. */
const endsOlder =
  (late: number): Around =>
  (handle: Handle) => {
    let newest: string | undefined;
    return async (call) => {
      const given = call.headers.authorization?.toString().replace('Bearer ', '');
      if (given !== undefined && given !== newest && !isTokenRequest(call))
        return handle(bearing(call, undefined));
      const answer = await handle(call);
      if (!isTokenRequest(call)) return answer;
      const { success, token } = JSON.parse(answer.body);
      if (success === true) newest = token;
      for (let turn = 0; turn < late; turn++) await new Promise((resolve) => setImmediate(resolve));
      return answer;
    };
  };

describe('a renewal', () => {
  it.each([0, 50])(
    'that ends older tokens against the profile is drift alone: %i turns late',
    async (late) => {
      const { judge } = await scene();
      const { run } = await judge({
        around: endsOlder(late),
        only: ['token/', 'auth/bearer-accepted/list', 'auth/valid-until-expiry/listGroups', 'groups/created'],
      });
      expect(others(run, 'pass')).toEqual([]);
      expect(drifted(run)).toEqual(['token.older']);
    },
  );

  const ends = completeProfile({ roadtest: 1, name: 'renewals', openings: { 'token.older': 'ends' } });
  it.each([
    ['with its profile', {}, guarded.length],
    ['without a profile', { profile: null }, 6],
  ])('that ends older tokens hides no signature that is not looked at, %s', async (_, asked, least) => {
    const { judge } = await scene({ profile: ends, rules: { signatureCounts: () => true } });
    const { run } = await judge({ ...asked, only: ['token/renewal', 'auth/tampered-refused/'] });
    expect(idsOf(run, 'fail').length).toBeGreaterThanOrEqual(least);
    expect(idsOf(run, 'pass').filter((id) => id.startsWith('auth/'))).toEqual([]);
  });

  it.each([
    ['is suspect', 'works', 'suspect'],
    ['may have been superseded, where a renewal ends older ones', 'ends', 'pass'],
  ] as const)('after which a fresh token is refused once, and not again, %s', async (_, older, verdict) => {
    const { judge, profile } = await scene();
    let asked = 0;
    const around = on(/timeZones$/, (call, handle) =>
      handle(call.headers.authorization && ++asked === 1 ? bearing(call, undefined) : call),
    );
    const told = { ...profile, openings: { ...profile.openings, 'token.older': older } };
    const { run } = await judge({ around, profile: told, only: ['auth/bearer-accepted/listTimeZones'] });
    expect(run.outcomes).toMatchObject([{ verdict }]);
  });
});

/** Changes or counts the requests with which tokens are asked for; `credentials` are those of the request where it has any. */
const askingForTokens = (
  act: (
    credentials: { userName?: unknown; apiKey?: unknown },
    call: Call,
    handle: Handle,
  ) => ReturnType<Handle>,
): Around =>
  on(/ \/api\/Auth\/Token$/, (call, handle) => {
    try {
      return act(JSON.parse(call.body ?? '{}') ?? {}, call, handle);
    } catch {
      return handle(call);
    }
  });

describe('wrong keys', () => {
  it('that are answered like too many requests, or while no token is issued at all, show nothing', async () => {
    let isLocked = false;
    const around = both(
      on(/ \/_control\/account$/, (call, handle) => {
        isLocked = true;
        return handle(call);
      }),
      askingForTokens(({ apiKey }, call, handle) =>
        apiKey === 'demo-key' && !isLocked
          ? handle(call)
          : reply(isLocked ? 401 : 429, { success: false, error: 'Later.' }),
      ),
    );
    const { judge } = await scene();
    const { run } = await judge({
      around,
      profile: null,
      only: ['token/wrong-api-key', 'token/api-disabled'],
    });
    expect(others(run, 'inconclusive')).toEqual([]);
  });

  it('are sent no more at a sign that the account is locked, and the rule stays open', async () => {
    let wrong = 0;
    const around = askingForTokens(({ userName, apiKey }, call, handle) => {
      if (userName === 'demo' && typeof apiKey === 'string' && apiKey !== 'demo-key') wrong++;
      return wrong < 2 ? handle(call) : reply(401, { success: false, error: 'The account is locked.' });
    });
    const { judge } = await scene();
    const { run } = await judge({ around, only: ['token/wrong-api-key', 'token/near-miss-refused'] });
    expect(run.outcomes.at(-1)).toMatchObject({ id: 'token/near-miss-refused', verdict: 'inconclusive' });
    // Two come before the right one, which shows it.
    expect(wrong).toBe(3);
  });

  it.each([
    ['refuses them', () => false, []],
    ['takes one of them each time', (key: unknown) => key === '%', ['token/near-miss-refused']],
    ['fails at each of them', () => false, [], reply(503)],
    ['cuts the connection at each of them', () => false, [], { ...reply(0), dropped: true as const }],
  ])(
    'are no more than two for a user before one that brings a token, also where the service %s',
    async (_, isTaken, failing, failed?: Reply) => {
      let [inRow, most] = [0, 0];
      const around = askingForTokens(({ userName, apiKey }, call, handle) => {
        if (userName !== 'demo' || apiKey === undefined) return handle(call);
        const isGood = apiKey === 'demo-key' || isTaken(apiKey);
        inRow = isGood ? 0 : inRow + 1;
        most = Math.max(most, inRow);
        if (failed && !isGood) return failed;
        return handle({ ...call, body: JSON.stringify({ userName, apiKey: isGood ? 'demo-key' : apiKey }) });
      });
      const { judge } = await scene();
      const { run } = await judge({ around, only: ['token/'] });
      expect([idsOf(run, 'fail'), most]).toEqual([failing, 2]);
    },
  );

  it('that are the name of the user are no secret: requests after them can be sent again', async () => {
    const { judge } = await scene();
    const { run } = await judge({ only: ['token/near-miss-refused'], thorough: true });
    const bodies = run.exchanges.map(({ request }) => request.body).join('\n');
    expect(bodies).toContain('{"userName":"$ROADTEST_USER_NAME","apiKey":"$ROADTEST_API_KEY"}');
    expect(bodies).not.toContain('"userName":"<WRONG_API_KEY>"');
  });
});

/** A call without a good token that is carried out all the same, and answered as it should be. */
const carriesOut = (isMeant: (call: Call) => boolean): Around => {
  let good: string | undefined;
  return (handle) => async (call) => {
    const isWrite = call.method !== 'GET' && /\/api\/(groups|users|devices)/.test(call.target);
    const answer = await handle(call);
    if (answer.status < 400) good = call.headers.authorization?.toString() ?? good;
    if (answer.status === 401 && isWrite && isMeant(call)) await handle(bearing(call, good));
    return answer;
  };
};

describe('a write without a good token', () => {
  it('that is carried out and answered with 401 fails, shows the effect, and what it made is removed', async () => {
    const { judge, simulator } = await scene();
    const names = () =>
      [...simulator.fleet.groups.list(), ...simulator.fleet.users.list()].map(({ name }) => name);
    const before = names();
    const { run } = await judge({
      around: carriesOut(({ headers }) => headers.authorization === undefined),
      only: ['auth/header-required/'],
    });
    const created = run.outcomes.find(({ id }) => id === 'auth/header-required/createGroup');
    expect(created?.observed).toMatch(
      /the list then holds the group that it sent \(look.*it got the answer 401|it got the answer 401.*the list then holds/s,
    );
    expect(idsOf(run, 'fail').length).toBeGreaterThanOrEqual(9);
    expect(names()).toEqual(before);
  });

  it.each([
    ['auth/garbage-refused/updateGroup', 'PATCH'],
    ['auth/garbage-refused/deleteUser', 'DELETE'],
  ])('fails %s, whose last exchange is the call that was carried out', async (id, method) => {
    const { judge } = await scene();
    const around = carriesOut(({ headers }) => headers.authorization !== undefined);
    const { run } = await judge({ around, only: [id] });
    expect(others(run, 'fail')).toEqual([]);
    const exchange = run.exchanges[run.outcomes[0]?.exchanges.at(-1) ?? -1];
    expect([exchange?.request.method, exchange?.reply?.status]).toEqual([method, 401]);
  });
});

/** Each answer is numbered, and bears the moment. */
const numbered = (): Around => {
  let count = 0;
  return changing(/ \/api\/(?!Auth)/, ({ status, body }) =>
    reply(status, { meta: { call: ++count, at: `moment ${count}` }, data: JSON.parse(body || 'null') }),
  );
};

/** Refused requests are answered all the same where it is open. */
const openFor = (isOpen: (call: Call) => boolean): Around => {
  let good: string | undefined;
  return on(/ \/api\/(?!Auth)/, async (call, handle) => {
    const answer = await handle(call);
    if (answer.status < 400) good = String(call.headers.authorization);
    return answer.status < 400 || good === undefined || !isOpen(call) ? answer : handle(bearing(call, good));
  });
};

const openForAnyToken = openFor(
  ({ target, headers }) => target.endsWith('timeZones') && headers.authorization !== undefined,
);

describe('data that is given for a bad token', () => {
  const only = ['auth/garbage-refused/'];
  const played = async ({ judge }: Scene, around: Around, more: object) =>
    (await judge({ around, ...more })).run;

  it('fails without a profile, whatever else changes on each call', async () => {
    const run = await played(await scene(), both(openForAnyToken, numbered()), { profile: null, only });
    expect(idsOf(run, 'fail')).toEqual(['auth/garbage-refused/listTimeZones']);
  });

  it('is none where a good and a made-up token are refused alike', async () => {
    const refusal = { code: 17, hints: ['a', 'b', 'c'].map((hint) => ({ hint })), success: false };
    const alike = on(/timeZones$/, (call, handle) =>
      call.headers.authorization ? reply(200, refusal) : handle(call),
    );
    const run = await played(await scene(), both(numbered(), alike), { profile: null, only });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'inconclusive')).toContain('auth/garbage-refused/listTimeZones');
  });

  it('fails on a page after the first', async () => {
    const run = await played(
      await scene(),
      openFor(({ target }) => /\/api\/groups\?.*offset=[1-9]/.test(target)),
      { only: ['auth/no-way-round/list'] },
    );
    expect(idsOf(run, 'fail')).toEqual(['auth/no-way-round/listGroups']);
  });

  it('is shown in the verdict on one line, cut, without secrets and without what acts on a terminal', async () => {
    const zones = (name: string) =>
      JSON.stringify(
        [
          { id: 'UTC', name, token: 'word' },
          { id: 'Z', name: 'x'.repeat(20_000) },
        ],
        null,
        8,
      );
    for (const name of [
      '\u001b[2J\u202e',
      ...[0, 60, 100, 125, 140].map((ahead) => `${'y'.repeat(ahead)}demo-key`),
    ]) {
      const around = on(/timeZones$/, () => ({ ...reply(200, []), body: zones(name) }));
      const run = await played(await scene(), around, { only: ['auth/header-required/listTimeZones'] });
      const observed = run.outcomes[0]?.observed ?? '';
      const [, shown = ''] = /the answer 200 \((.*)/s.exec(observed) ?? [];
      expect(shown).toMatch(/^\[ \{ "id": "UTC", "name": "(\\u001b\[2J\\u202e|y*\$ROADTEST_API_KEY|y+)/);
      expect(shown.length).toBeLessThan(330);
      const kept = run.exchanges[run.outcomes[0]?.exchanges.at(-1) ?? -1]?.reply;
      expect(kept?.truncated).toBe(true);
      expect(kept?.body.length).toBeLessThan(16_500);
      for (const secret of ['demo-', '"word"', '\u001b', '\u202e', '\n'])
        expect(observed).not.toContain(secret);
    }
  });
});

describe('tokens that a deployment chooses', () => {
  const only = ['token/'];
  const judged = async (token: unknown) =>
    (await (await scene(issuing(() => ({ token })))).judge({ only })).run;
  let another: ReturnType<typeof judged> | undefined;

  it.each(['fail', 'pass', 'group', '"verdict":', 'token/issued'])(
    'take nothing out of the record: %s',
    async (token) => {
      another ??= judged('another-word');
      const [run, other] = [await judged(token), await another];
      const verdicts = ({ outcomes }: typeof run) => outcomes.map(({ id, verdict }) => [id, verdict]);
      expect(verdicts(run)).toEqual(verdicts(other));
      for (const { reply: replied } of run.exchanges)
        expect(replied?.body).not.toContain(`"token":"${token}"`);
    },
  );

  it.each([
    ['no JWT', 'opaque-token-4711'],
    ['an object', { access: 'opaque-token-4711' }],
    ['long', `opaque-token-4711${'x1'.repeat(1 << 15)}`],
  ])('are secrets where they are %s', async (_, token) => {
    const run = await judged(token);
    expect(JSON.stringify(run)).not.toContain('opaque-token-4711');
    expect(idsOf(run, 'error')).toEqual([]);
  });
});

it('secrets that a deployment repeats in its errors are hidden in each form', async () => {
  const seen = new Set<string>();
  const { judge } = await scene({ apiKey: 'a-key-of-ours' });
  const around: Around = (handle) => async (call) => {
    const authorization = String(call.headers.authorization ?? '');
    const answer = await handle(call);
    if (/^Bearer eyJ/.test(authorization) && answer.status < 400) seen.add(authorization.slice(7));
    const echo = `You sent ${authorization} and ${call.body}`;
    return answer.status < 400
      ? answer
      : reply(
          answer.status,
          { success: false, error: echo, echo },
          { 'x-echo': encodeURIComponent(authorization) },
        );
  };
  const { run } = await judge({
    around,
    credentials: { userName: 'demo', apiKey: 'a-key-of-ours' },
    only: ['token/', 'auth/garbage-refused/listUsers', 'auth/tampered-refused/listUsers'],
  });
  const text = JSON.stringify(run);
  expect(seen.size).toBeGreaterThan(1);
  for (const bearer of [...seen, 'a-key-of-our']) expect(text).not.toContain(bearer);
});

describe('a deployment whose time cannot be moved', () => {
  const only = ['auth/valid-until-expiry/listUsers', 'auth/expired-refused/listUsers'];

  /** Its time goes on as the run waits. */
  async function waitedFor(lifetime: string, { patienceMs }: { patienceMs?: number }) {
    const openings = { 'token.lifetime': lifetime };
    const profile = completeProfile({ roadtest: 1, name: 'real', openings });
    const { judge, simulator, now } = await scene({ profile });
    const { clock } = simulator;
    const start = clock.now();
    const around: Around = (handle) => async (call) => {
      if (call.target.startsWith('/_control')) return reply(404);
      await clock.advance(Math.max(clock.now(), start + Math.ceil(now())) + 20);
      return handle(call);
    };
    const { run } = await judge({ around, only, ...(patienceMs !== undefined && { patienceMs }) });
    return { run, waited: now() };
  }

  it.each([
    ['a token that ends soon is sat out, both sides of its end', 'PT40S', {}, 'pass', 40_000, 70_000],
    ['a token that lives an hour is not', 'PT1H', {}, 'inconclusive', 0, 5_000],
    [
      'a token that lives an hour is, with patience enough',
      'PT1H',
      { patienceMs: 4_000_000 },
      'pass',
      3_600_000,
      3_700_000,
    ],
  ])('%s', async (_, lifetime, given, verdict, least, most) => {
    const { run, waited } = await waitedFor(lifetime, given);
    expect(run.outcomes.at(-1)?.verdict).toBe(verdict);
    if (verdict !== 'pass') expect(run.outcomes.at(-1)?.unlock).toEqual(['controls.advance', 'patience']);
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThan(most);
  });
});

describe('the clock of a deployment', () => {
  it('is not believed to have moved where it says so and did not', async () => {
    const { judge } = await scene();
    const around = on(/\/clock\/advance$/, () => reply(200, { settled: true }));
    const { run } = await judge({ around, only: ['auth/expired-refused/listUsers'] });
    expect(run.outcomes).toMatchObject([
      { verdict: 'inconclusive', reason: expect.stringMatching(/clock stayed at/) },
    ]);
  });

  it('is moved twice for all ends of tokens: to shortly before, and to shortly after', async () => {
    const { judge } = await scene();
    const { run } = await judge({ only: ['auth/valid-until-expiry', 'auth/expired-refused'] });
    expect(run.exchanges.filter(({ request }) => request.url.endsWith('/clock/advance'))).toHaveLength(2);
  });
});

it('a token that is worn out after so many calls says nothing of other rules', async () => {
  const calls = new Map<string, number>();
  const around = on(/ \/api\/(?!Auth)/, (call, handle) => {
    const bearer = String(call.headers.authorization);
    const count = (calls.get(bearer) ?? 0) + 1;
    calls.set(bearer, count);
    return handle(count > 60 ? bearing(call, 'Bearer none') : call);
  });
  const { judge } = await scene();
  const { run } = await judge({
    around,
    only: ['groups/', 'users/created', 'auth/header-required/listGroups'],
  });
  expect([...idsOf(run, 'fail'), ...idsOf(run, 'suspect')]).toEqual([]);
});
