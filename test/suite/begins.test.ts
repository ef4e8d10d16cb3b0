/** Runs that cannot begin end with a stable code and what to try, with exit code 2; nothing that a deployment does is a fault of ours. */
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { type Around, type Asked, changing, idsOf, on, reply, type SceneOptions, scene } from './scene.ts';

interface Refused {
  given?: SceneOptions;
  around?: Around;
  asked?: Asked;
  code: string;
  /** Message and hint. */
  says?: RegExp;
  /** True where the run ends before it sends anything. */
  unsent?: true;
}

const always = (answer: () => ReturnType<typeof reply>): Around => on(/./, answer);
const page = {
  ...reply(200),
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Hi</title>',
};
const moved = (location: string, status = 307) => always(() => reply(status, undefined, { location }));
const dropped = () => ({ ...reply(0), dropped: true as const });
const known = { userName: 'demo', apiKey: 'demo-key' };

const redirects = [
  '/api/Auth/Token/',
  'https://fleet.example/v2/api/Auth/Token',
  'https://id.example/authorize?next=/api/Auth/Token',
  'http://[::',
];

const refused: { [what: string]: Refused } = {
  'no address': { asked: { baseUrl: 'fleet' }, code: 'ADDRESS_INVALID', unsent: true },
  'another protocol': { asked: { baseUrl: 'ftp://fleet.example' }, code: 'ADDRESS_INVALID', unsent: true },
  'a query in the address': {
    asked: { baseUrl: 'http://127.0.0.1:4010?tenant=1' },
    code: 'ADDRESS_INVALID',
    unsent: true,
  },
  'credentials in the address': {
    asked: { baseUrl: 'http://demo:demo-key@127.0.0.1' },
    code: 'ADDRESS_INVALID',
    unsent: true,
  },
  'no key': {
    asked: { credentials: { userName: 'demo', apiKey: '' } },
    code: 'CREDENTIALS_MISSING',
    says: /ROADTEST_API_KEY/,
    unsent: true,
  },
  'no rule that begins so': { asked: { only: ['no-such-area/'] }, code: 'NOTHING_SELECTED', unsent: true },
  'a wrong key': {
    asked: { credentials: { ...known, apiKey: 'no such key' } },
    code: 'CREDENTIALS_REFUSED',
    says: /user name or the API key is wrong/,
  },
  'a wrong user': {
    asked: { credentials: { ...known, userName: 'nobody' } },
    code: 'CREDENTIALS_REFUSED',
    says: /user name or the API key is wrong/,
  },
  'API access that is off': {
    given: { prepare: ({ account }) => account.setApiEnabled(false) },
    code: 'CREDENTIALS_REFUSED',
    says: /API access/,
  },
  'a wrong key where every refusal reads alike': {
    around: changing(/./, (answer) =>
      answer.status >= 400 ? reply(401, { success: false, error: 'Unauthorized' }) : answer,
    ),
    asked: { credentials: { ...known, apiKey: 'not the key' } },
    code: 'CREDENTIALS_REFUSED',
  },
  'a wrong key where a made-up token is refused in other words': {
    around: on(/./, async (call, handle) => {
      if (String(call.headers.authorization).includes('made-up'))
        return reply(401, { success: false, error: 'Invalid session' });
      const { status, ...answer } = await handle(call);
      return status < 400
        ? { status, ...answer }
        : reply(401, { success: false, error: status === 400 ? 'Malformed' : 'Unauthorized' });
    }),
    asked: { credentials: { ...known, apiKey: 'not the key' } },
    code: 'CREDENTIALS_REFUSED',
  },
  'connections that are closed': { around: always(dropped), code: 'UNREACHABLE' },
  silence: { asked: { silent: () => true }, code: 'UNREACHABLE', says: /in time/ },
  'a gateway in front of nothing': {
    around: always(() => ({ ...reply(502), body: 'Bad Gateway' })),
    code: 'UNREACHABLE',
  },
  'a web site': { around: always(() => page), code: 'NOT_THE_API', says: /HTML/ },
  'another service': {
    around: always(() => reply(404, { message: 'no such route' })),
    code: 'NOT_THE_API',
    says: /basePath/,
  },
  'a path prefix that is not told': {
    given: {
      profile: parseProfile('{ roadtest: 1, name: prefixed, basePath: /fleet/v2, openings: {} }', 'p.yaml'),
    },
    asked: { profile: null },
    code: 'NOT_THE_API',
  },
  ...Object.fromEntries(
    redirects.map((location) => [
      `a redirect to ${location}`,
      {
        around: moved(location),
        code: 'REDIRECTED',
        says: /Give the address of the API itself: credentials/,
      },
    ]),
  ),
};

describe('a run that cannot begin, for', () => {
  it.each(Object.entries(refused))(
    '%s',
    async (_, { given = {}, around, asked, code, says = /./, unsent }) => {
      const { judge } = await scene(given);
      const sent: string[] = [];
      const noting: Around = (handle) => (call) => {
        sent.push(call.target);
        return (around?.(handle) ?? handle)(call);
      };
      const { run, journal } = await judge({
        only: ['token/', 'auth/header-required'],
        ...asked,
        around: noting,
      });
      expect(run.problem?.code).toBe(code);
      expect([run.exitCode, run.fault, journal]).toEqual([2, undefined, '']);
      expect(`${run.problem?.message} ${run.problem?.hint}`).toMatch(says);
      expect(run.outcomes.every(({ verdict }) => verdict === 'inconclusive')).toBe(true);
      if (unsent) expect(sent).toEqual([]);
    },
  );
});

/** A deployment that asks for a bearer before it looks at what is called. */
const guarding = (missing: string, invalid: string, isValid: (bearer: string) => boolean): Around =>
  on(/./, (call, handle) => {
    const bearer = call.headers.authorization;
    const refusal = (error: string) => reply(401, { success: false, error });
    if (bearer === undefined) return refusal(missing);
    return call.target !== '/api/Auth/Token' || isValid(String(bearer)) ? handle(call) : refusal(invalid);
  });

const guards: { [what: string]: Around } = {
  'a bearer, and says so': guarding('Bearer token missing.', 'Bearer token missing.', () => false),
  'any bearer': guarding('Unauthorized', 'Unauthorized', () => true),
  'any header, in words of its own': on(/ \/api\/Auth\/Token$/, (call, handle) =>
    call.headers.authorization === undefined
      ? reply(401, { success: false, error: 'Come back with a pass' })
      : handle(call),
  ),
};

it.each(Object.entries(guards))(
  'a token request that asks for %s breaks its rule, and is no matter of configuration',
  async (_, around) => {
    const { judge } = await scene();
    const { run } = await judge({ only: ['token/'], around });
    expect(run.problem).toBeUndefined();
    expect(idsOf(run, 'fail')).toContain('token/no-bearer-needed');
    expect(run.exitCode).toBe(1);
  },
);

describe('the suite from code', () => {
  const only = ['token/'];

  it('judges a simulator in this process, and fails where a rule is broken unless the baseline accepts it', async () => {
    const sound = await verify({ simulator: createSimulator(), only });
    expect(sound).toMatchObject({ format: 'roadtest-run', tool: 'roadtest/verify', exitCode: 0 });
    expect(sound.outcomes.every(({ id }) => id.startsWith('token/'))).toBe(true);
    expect(JSON.parse(JSON.stringify(sound))).toEqual(sound);
    const broken = {
      simulator: createSimulator({ rules: { needsToken: () => false } }),
      only: ['auth/header-required/listGroups', 'auth/header-required/createGroup'],
    };
    const run = await verify(broken);
    expect(run.exitCode).toBe(1);
    // A deployment that needs no token says nothing about the worth of one.
    const failed = run.outcomes.filter(({ verdict, leftOpen }) => verdict === 'fail' || leftOpen);
    const baseline = failed.map(({ id }) => ({ id, reason: 'known' }));
    expect((await verify({ ...broken, baseline })).exitCode).toBe(0);
  });

  it('judges what a function answers, by a profile of the caller and under further conditions', async () => {
    const profile = { roadtest: 1, name: 'mine', basePath: '/fleet/v2', openings: {} } as const;
    const simulator = createSimulator({ profile });
    // A request is for the address that it names alone, whoever's function sends it.
    const fetch = (request: Request) =>
      request.redirect === 'manual' ? simulator.fetch(request) : expect.fail('it would follow a redirect');
    const options = { fetch, profile, credentials: known };
    expect(await verify({ ...options, only })).toMatchObject({ profile: 'mine', exitCode: 0 });
    const run = await verify({ ...options, only: ['limits/'], readOnly: true, require: ['inconclusive=0'] });
    expect(run).toMatchObject({ exitCode: 3, unmet: [expect.stringMatching(/inconclusive/)] });
  });

  it('ends at once where it is aborted before', async () => {
    const run = await verify({
      fetch: () => Promise.reject(new Error('not to be called')),
      credentials: known,
      signal: AbortSignal.abort(),
    });
    expect(run).toMatchObject({ interrupted: true, exitCode: 3, exchanges: [] });
  });

  it.each<[string, object, object]>([
    [
      'a profile',
      { profile: { roadtest: 1, name: 'mine', openings: { 'token.lifetime': 5 } } },
      { code: 'PROFILE_INVALID', issues: [{ pointer: '/openings/token.lifetime' }] },
    ],
    ['a condition', { require: ['all of it'] }, { code: 'REQUIREMENT_INVALID' }],
    [
      'an option',
      { onyl: ['token/'] },
      { name: 'OptionError', message: expect.stringMatching(/onyl.*only/) },
    ],
    [
      'a part of the host',
      { host: { fetsh: fetch } },
      { name: 'OptionError', message: expect.stringMatching(/fetsh.*fetch/) },
    ],
  ])('refuses %s that is not valid before anything is sent', async (_, wrong, error) => {
    const fetch = () => Promise.reject(new Error('not to be called'));
    await expect(verify({ fetch, ...wrong })).rejects.toMatchObject(error);
  });
});
