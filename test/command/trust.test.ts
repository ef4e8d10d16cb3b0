/**
 * A deployment decides nothing on the machine that judges it: what it says of itself is data, it is led nowhere, and what
 * the user's own commands and requests are filled with stays one value. No command changes a record that it did not make.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { completeProfile, defaultProfile } from '../../contracts/profile/index.ts';
import { journalOf, line, put } from './line.ts';
import { type DeployedOptions, type Deployment, demo, deployed, folder, serving } from './verifying.ts';

type Call = Deployment['calls'][number];
type Reply = Parameters<NonNullable<DeployedOptions['onReply']>>[0];

const secret = 'control-token-of-the-user';
const env = { ...demo, ROADTEST_CONTROL_TOKEN: secret, PATH: process.env.PATH };
const path = ({ target }: Call): string => target.split('?')[0] as string;
const answer = (status: number, body: unknown, headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A program that leaves a mark: what it was given, and what of its environment. */
const mark = join(folder, 'a-command-ran');
const program = `{ printf '%s|' "$@"; echo $(env); } >> '${mark}'; echo '{"sent":1,"dailyEmail":5}'`;
const marking = (...args: string[]) => ['sh', '-c', program, 'program', ...args];
function marks(): { args: string[]; names: string[] }[] {
  const lines = existsSync(mark) ? readFileSync(mark, 'utf8').trimEnd().split('\n') : [];
  rmSync(mark, { force: true });
  return lines.map((text) => {
    const args = text.split('|');
    const variables = args.pop()?.split(' ') ?? [];
    return { names: variables.flatMap((one) => one.match(/^\w+(?==)/) ?? []), args };
  });
}
afterEach(() => rmSync(mark, { force: true }));

/** An address that must never be called. */
async function canary(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const url = await serving(({ method, url: asked, headers }, response) => {
    seen.push(`${method} ${asked} ${JSON.stringify(headers)}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"roadtest":1,"name":"elsewhere","openings":{}}');
  });
  return { url, seen };
}

const byCommand = (...takes: string[]) => ({
  by: 'command',
  command: marking(...takes.map((fact) => `--${fact}={${fact}}`)),
});
/** Everything that a profile could make a run do. */
const greedy = (elsewhere: string) => ({
  ...completeProfile(defaultProfile),
  known: { device: ['dev-1', 'dev-2'], group: ['../../x'] },
  samples: { group: { name: 'sample {nonce}' } },
  controls: {
    setLimits: byCommand('deviceId', 'dailyEmail', 'dailySms'),
    send: byCommand('deviceId', 'channel'),
    readUsage: byCommand('deviceId'),
    advance: { by: 'http', method: 'POST', url: `${elsewhere}/advance`, headers: { 'x-key': 'k' } },
  },
});

/** A simulator that is not recognised, and reports a profile of its own making. */
const hostile = (profile: unknown, more: DeployedOptions = {}): Promise<Deployment> =>
  deployed({
    devices: 6,
    ...more,
    onReply: (reply, call) => {
      if (path(call) === '/_control/profile') return answer(200, profile);
      if (path(call).startsWith('/_control/')) return answer(404, {});
      return more.onReply?.(reply, call) ?? reply;
    },
  });

describe('a deployment that reports a profile with commands in it', () => {
  it.each([
    ['verify {url} --only limits/raise-takes-effect/sms,groups/created-is-listed', env],
    ['verify {url} --only limits/raise-takes-effect/sms,token/issued', { PATH: process.env.PATH }],
    ['explore {url} --requests 60 --only limits/', env],
    ['learn {url} --write', env],
    ['sweep left.jsonl', env],
  ])(
    'has none of them run by %s, nothing asked elsewhere, and nothing changed of its choice',
    async (text, given) => {
      const elsewhere = await canary();
      const { url, simulator, calls } = await hostile(greedy(elsewhere.url));
      const call = (dailyEmail: number) => ({ call: 'setLimits', id: 'dev-1', dailyEmail });
      put({ 'left.jsonl': journalOf(url, { entry: 'change', number: 2, do: call(5), undo: call(41) }) });
      const before = simulator.fleet.save().columns;
      const { code, out, err } = await line(text, { names: { url }, env: given });
      expect([code === 5, `${out}${err}`]).toEqual([false, expect.not.stringMatching(/INTERNAL|sample /)]);
      expect([marks(), elsewhere.seen]).toEqual([[], []]);
      expect(simulator.fleet.save().columns).toEqual(before);
      expect(calls.length).toBeGreaterThan(0);
    },
  );

  it('is judged by what it says of its payloads all the same', async () => {
    const { url } = await hostile(greedy('http://127.0.0.1:9'));
    const { code, out } = await line(
      'verify {url} --reporter json --only limits/raise-takes-effect/sms,token/issued',
      {
        names: { url },
        env,
      },
    );
    const { profile, outcomes } = JSON.parse(out);
    const verdicts = outcomes.map(
      ({ id, verdict }: { id: string; verdict: string }) => `${id.split('/')[0]} ${verdict}`,
    );
    expect([code, profile, [...new Set(verdicts)].sort()]).toEqual([
      0,
      'default',
      ['limits inconclusive', 'token pass'],
    ]);
  });
});

it.each<[what: string, printed: unknown, code?: string]>([
  [
    'is nested deeply',
    { ...defaultProfile, openings: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) },
    'TOO_DEEP',
  ],
  [
    'names a prototype',
    JSON.parse('{"roadtest":1,"name":"x","openings":{"__proto__":{"a":1}}}'),
    'UNSAFE_NAME',
  ],
  ['leads out of its address', { ...defaultProfile, basePath: '/a/%2e%2E/b' }, 'BASE_PATH_INVALID'],
  ['is a list', [{ roadtest: 1 }]],
])('a profile that is reported and %s is an error with a code', async (_, printed, code) => {
  const { url } = await hostile(printed);
  const { code: exit, err } = await line('verify {url} --only token/issued', { names: { url }, env });
  expect(err).not.toMatch(/INTERNAL|\n +at /);
  if (code === undefined) return;
  expect([exit, err]).toEqual([2, expect.stringContaining(code)]);
  expect(err).toContain('--profile FILE');
  expect(err.length).toBeLessThan(5_000);
});

describe('a redirect', () => {
  it.each([
    ['/_control/profile', 307],
    ['/_control/clock/advance', 308],
    ['/api/Auth/Token', 307],
    ['/api/groups', 303],
  ])('of %s takes no token and no key elsewhere', async (turned, status) => {
    const elsewhere = await canary();
    const { url } = await deployed({
      ...{ devices: 3, controlToken: secret },
      onReply: (reply, call) =>
        path(call) === turned ? answer(status, {}, { location: elsewhere.url + turned }) : reply,
    });
    await line('verify {url} --in-place --only limits/raise-takes-effect/sms,groups/created-is-listed', {
      names: { url },
      env,
    });
    expect(elsewhere.seen).toEqual([]);
  });
});

it('what looks like a simulator is given the control token of the user, and hands it on to nobody', async () => {
  const seen: string[] = [];
  const { url } = await deployed({
    ...{ devices: 3, controlToken: secret },
    onCall: ({ headers }) => seen.push(String(headers['x-control-token'] ?? '')),
  });
  const names = { url };
  expect((await line('verify {url} --only token/issued', { names, env: { PATH: env.PATH } })).code).toBe(0);
  expect(seen.filter((token) => token !== '')).toEqual([]);
  expect((await line('verify {url} --only limits/raise-takes-effect/sms', { names, env })).code).toBe(0);
  expect(new Set(seen)).toEqual(new Set(['', secret]));
});

describe('what a deployment makes up', () => {
  it.each<[what: string, options: DeployedOptions]>([
    ...['..', '\ud800'].map((id): [string, DeployedOptions] => [
      `ids ${JSON.stringify(id)}`,
      {
        onReply: (reply) => ({
          ...reply,
          body: reply.body.replaceAll(/"(dev|grp|usr)-\d"/g, JSON.stringify(id)),
        }),
      },
    ]),
    [
      'a Location that is encoded wrongly',
      {
        profile: {
          ...{ roadtest: 1, name: 'by location' },
          openings: { 'operations.envelope': { answers: { createGroup: 'nothing' }, locationHeader: true } },
        },
        onReply: (reply) =>
          reply.headers.location
            ? { ...reply, headers: { ...reply.headers, location: '/api/groups/%zz' } }
            : reply,
      },
    ],
    [
      'a time zone that there is not',
      {
        onReply: (reply, call) =>
          path(call) === '/_control/account'
            ? {
                ...reply,
                body: '{"timeZone":"Evil/../Zone","licences":{"total":1e308,"used":1,"available":9}}',
              }
            : reply,
      },
    ],
  ])('leads no request elsewhere, and is no fault of the suite: %s', async (_, options) => {
    const { url, calls } = await deployed({ devices: 2, ...options });
    const words =
      'verify {url} --only operations/readDevice,groups/deleted-is-gone,limits/raise-takes-effect/sms';
    const { code, err } = await line(words, { names: { url }, env });
    expect([code === 5, err]).toEqual([false, expect.not.stringMatching(/itself failed|INTERNAL|\n +at /)]);
    expect([...new Set(calls.map(path))].filter((one) => /^\/api\/(\w+\/)?$/.test(one))).toEqual([]);
  });
});

describe('the commands and requests of a profile that the user names', () => {
  const officeToken = 'office/t0ken+of==the user';
  /** New devices come from the deployment, under an id of its choice; commands do the rest. */
  const controls = {
    createDevice: {
      ...{ by: 'http', method: 'POST', url: '/office/devices', reads: { deviceId: '/id' } },
      headers: { Authorization: 'Office {$OFFICE_TOKEN}' },
    },
    readLimits: {
      ...{ by: 'command', command: marking('{deviceId}'), reads: { dailyEmail: '/dailyEmail' } },
      environment: ['FLEETCTL_TOKEN', 'UNSET'],
    },
    setLimits: { by: 'command', command: marking('--device={deviceId}', '--mail={dailyEmail}') },
    send: { by: 'command', command: marking('{deviceId}', '{channel}'), reads: { sent: '/sent' } },
  };
  const given = {
    ...env,
    FLEETCTL_TOKEN: 'given',
    OTHER: 'not given',
    HOME: folder,
    OFFICE_TOKEN: officeToken,
  };
  const verify = (url: string) => {
    put({ 'mine.json': { ...completeProfile(defaultProfile), controls } });
    return line('verify {url} --profile mine.json --only limits/raise-takes-effect/sms --reporter json', {
      names: { url },
      env: given,
    });
  };
  const creating = (reply: Reply, seen: unknown[] = []) =>
    hostile(
      {},
      {
        onReply: (own, call) => {
          if (path(call) !== '/office/devices') return own;
          seen.push(call.headers.authorization);
          return reply;
        },
      },
    );

  it('run with the ids of the deployment, and with the few variables that they are given', async () => {
    await verify((await creating(answer(200, { id: 'V:7@depot' }))).url);
    const ran = marks();
    const args = ran.flatMap((one) => one.args);
    expect(args).toEqual(expect.arrayContaining(['V:7@depot', '--device=V:7@depot']));
    const usual =
      /^(PATH|HOME|LANG|TMPDIR|SystemRoot|FLEETCTL_TOKEN|PWD|OLDPWD|SHLVL|_|__CF_USER_TEXT_ENCODING)$/;
    const found = new Set(ran.flatMap(({ names }) => names));
    expect([...found].filter((name) => !usual.test(name))).toEqual([]);
    expect(found).toContain('FLEETCTL_TOKEN');
  });

  it.each(['--config=/etc/passwd', '$(touch x); reboot', '../../etc/passwd', 'a\u0000\nb\u202e', '\ud800'])(
    'are never given an id such as %j; what needs them stays open',
    async (id) => {
      const { code, out, err } = await verify((await creating(answer(200, { id }))).url);
      expect([code, err]).toEqual([3, expect.not.stringMatching(/INTERNAL|\n +at /)]);
      // The settings of another device may be looked at.
      expect(marks().flatMap(({ args }) => args.filter((arg) => arg !== 'dev-1'))).toEqual([]);
      const outcomes: { verdict: string; reason: string }[] = JSON.parse(out).outcomes;
      expect(outcomes.filter(({ verdict }) => !/^(inconclusive|suspect)$/.test(verdict))).toEqual([]);
      expect(outcomes.some(({ reason }) => /cannot carry|does not hold deviceId/.test(reason))).toBe(true);
    },
  );

  it('send a secret of the environment there alone, and it is found in nothing that is printed', async () => {
    const seen: unknown[] = [];
    const { url } = await creating(answer(409, { error: `not with Office ${officeToken}` }), seen);
    const { out, err } = await verify(url);
    expect(new Set(seen)).toEqual(new Set([`Office ${officeToken}`]));
    expect(`${out}${err}`).toContain('<$OFFICE_TOKEN>');
    expect(`${out}${err}`).not.toContain('t0ken');
  });
});

/** The family and id of a path, such as `/api/groups/grp-1`. */
const recordOf = (target: string) => /^\/api\/(groups|users)\/([^/?]+)/.exec(target) ?? [];

describe('a deployment that answers a create with the id of a record of others', () => {
  it.each([
    'explore {url} --in-place --only groups/,users/ --requests 100 --shrink-time 0.2s',
    'learn {url} --write -o learned.yaml --force',
  ])('%s neither changes nor removes that', async (text) => {
    const others = { groups: ['grp-1', 'grp-2'], users: ['usr-1', 'usr-2'] };
    const written: string[] = [];
    let turn = 0;
    const records = ['one', 'two'];
    const { url } = await deployed({
      fixture: {
        devices: [{}, {}, {}],
        groups: records.map((name) => ({ name })),
        users: records.map((name) => ({ name, email: `${name}@example.test` })),
      },
      onCall: ({ method, target }) => {
        const [, family = '', id = ''] = recordOf(target);
        const isTheirs = others[family as keyof typeof others]?.includes(id);
        if (isTheirs && /^(PUT|PATCH|DELETE)$/.test(method)) written.push(`${method} ${target}`);
      },
      onReply: (reply, { method, target }) => {
        const [, family = ''] = /^\/api\/(groups|users)$/.exec(target) ?? [];
        if (method !== 'POST' || reply.status !== 201) return reply;
        const id = others[family as keyof typeof others]?.[turn++ % 2];
        return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), id }) };
      },
    });
    await line(text, { names: { url }, env: demo });
    expect([turn > 0, written]).toEqual([true, []]);
  });
});
