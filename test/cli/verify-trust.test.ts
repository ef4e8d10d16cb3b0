/**
 * A deployment decides nothing on the machine that verifies it: what it says of itself is data, and
 * what the user's own commands and requests are filled with stays one value.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { fetchedProfile, type UsedProfile } from '../../cli/verifying/profile.ts';
import { controlFacts } from '../../contracts/profile/controls.ts';
import {
  completeProfile,
  defaultProfile,
  type Profile,
  parseProfile,
} from '../../contracts/profile/index.ts';
import type { FetchedProfile } from '../../contracts/profile/profile.ts';
import type { Call, Reply } from '../../simulator/http/call.ts';
import {
  cli,
  type DeployedOptions,
  type Deployment,
  demo,
  deployed,
  folder,
  serving,
} from '../command/verifying.ts';
import { oneIn, turns } from '../sample.ts';

const inTurn = turns(4);

const mark = join(folder, 'a command ran');
const secret = 'control-token-of-the-user';
const env = { ...demo, ROADTEST_CONTROL_TOKEN: secret, PATH: process.env.PATH };

/** A program that leaves a mark: what it was given, of its environment too. */
const program = join(folder, 'program.cjs');
writeFileSync(
  program,
  `const facts = { args: process.argv.slice(2), env: process.env };
   require('fs').appendFileSync(${JSON.stringify(mark)}, JSON.stringify(facts) + '\\n');
   console.log('{"sent":1,"dailyEmail":5}');`,
);
const marking = (...args: string[]): string[] => [process.execPath, program, ...args];

interface Marked {
  args: string[];
  env: { [name: string]: string };
}

function marks(): Marked[] {
  if (!existsSync(mark)) return [];
  const lines = readFileSync(mark, 'utf8').trim().split('\n');
  rmSync(mark);
  return lines.map((line) => JSON.parse(line) as Marked);
}

const commands = Object.fromEntries(
  Object.entries(controlFacts).map(([name, { takes }]) => {
    const command = marking(...takes.map((fact) => `--${fact}={${fact}}`));
    return [name, { by: 'command', command }];
  }),
);

/** Everything that a profile could make a run do. */
const greedy = (canary: string) => ({
  ...completeProfile(defaultProfile),
  description: 'harmless',
  known: { device: ['dev-1', 'dev-2'], group: ['../../x'] },
  samples: { group: { name: 'sample {nonce}' } },
  controls: {
    ...commands,
    advance: { by: 'http', method: 'POST', url: `${canary}/advance`, headers: { 'x-key': 'k' } },
  },
});

/** A simulator that is not recognised, and reports a profile of its own making. */
function hostile(printed: unknown, more: DeployedOptions = {}): Promise<Deployment> {
  return deployed({
    devices: 6,
    ...more,
    onReply: (reply, call) => {
      if (path(call) === '/_control/profile') return answer(200, JSON.stringify(printed));
      if (path(call).startsWith('/_control/')) return answer(404, '{}');
      return more.onReply?.(reply, call) ?? reply;
    },
  });
}

function path({ target }: Call): string {
  return target.split('?')[0] as string;
}

function answer(status: number, body: string, headers: { [name: string]: string } = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** An address that must never be called. */
async function canary(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const url = await serving(({ method, url, headers }, response) => {
    seen.push(`${method} ${url} ${JSON.stringify(headers)}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"roadtest":1,"name":"elsewhere","openings":{}}');
  });
  return { url, seen };
}

describe('a deployment that reports a profile with commands in it', () => {
  it.runIf(inTurn()).each([
    ['with credentials', env],
    ['without credentials', { PATH: env.PATH }],
  ])('has none of them run by verify %s, and nothing asked elsewhere', async (_, given) => {
    const elsewhere = await canary();
    const { url } = await hostile(greedy(elsewhere.url));
    const { code, out } = await cli(['verify', url, '--json', '--only', 'limits/raise,token/issued'], {
      env: given,
    });
    const verified = JSON.parse(out) as { profile: string; outcomes: { id: string; verdict: string }[] };
    expect([code, verified.profile]).toEqual([0, 'default']);
    expect(verified.outcomes.find(({ id }) => id.startsWith('limits/'))?.verdict).toBe('inconclusive');
    expect(marks()).toEqual([]);
    expect(elsewhere.seen).toEqual([]);
  });

  it.runIf(inTurn())('has none of them run by sweep, which a profile that the user names has', async () => {
    const elsewhere = await canary();
    const { url, calls } = await hostile(greedy(elsewhere.url));
    const entries = [
      { entry: 'run', format: 'roadtest-journal', version: 2, nonce: 'abcd2345', target: url, startedAt: '' },
      { entry: 'made', number: 1, resource: 'group', id: 'group-99' },
      {
        ...{ entry: 'change', number: 2, setting: 'limits', id: 'dev-1' },
        ...{ was: { dailyEmail: 41 }, set: { dailyEmail: 5 } },
      },
    ];
    const sweepBy = (...words: string[]) => {
      writeFileSync(join(folder, 'left.jsonl'), entries.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return cli(['sweep', 'left.jsonl', ...words], { env });
    };
    await sweepBy();
    expect(calls.length).toBeGreaterThan(0);
    expect(marks()).toEqual([]);
    expect(elsewhere.seen).toEqual([]);

    writeFileSync(join(folder, 'greedy.json'), JSON.stringify(greedy(elsewhere.url)));
    await sweepBy('--profile', 'greedy.json');
    expect(marks().flatMap(({ args }) => args)).toContain('--dailyEmail=41');
  });

  it.runIf(inTurn())('does not choose the devices that are changed, nor what is written', async () => {
    const { url, simulator } = await hostile(greedy('http://127.0.0.1:9'));
    const before = simulator.fleet.save().columns;
    const { out } = await cli(['verify', url, '--json', '--only', 'limits/raise,groups/create'], { env });
    expect(out).not.toContain('sample ');
    expect(simulator.fleet.save().columns).toEqual(before);
  });
});

describe('the way from a deployment to a run', () => {
  it('is closed to a profile that was not stripped of its controls', () => {
    expectTypeOf<Profile>().not.toExtend<FetchedProfile>();
    expectTypeOf<{ profile: Profile; run: undefined }>().not.toExtend<UsedProfile>();
    const read = fetchedProfile(JSON.stringify(greedy('http://127.0.0.1:9')), 'http://x');
    expect(read.run).toBeUndefined();
    expect(Object.keys(read.profile ?? {}).sort()).toEqual(['basePath', 'name', 'openings', 'roadtest']);
  });
});

describe('a profile that is reported and cannot be used', () => {
  const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;
  const unusable: [what: string, printed: unknown, code: string | undefined][] = [
    ['is nested deeply', { ...defaultProfile, openings: nested(100) }, 'TOO_DEEP'],
    ['is nested too deeply for an answer', { ...defaultProfile, openings: nested(5_000) }, undefined],
    ['is long', { ...defaultProfile, known: { device: Array(40_000).fill('dev-1') } }, 'TOO_LONG'],
    ['has a long name', { ...defaultProfile, name: 'a'.repeat(20_000) }, 'TEXT_TOO_LONG'],
    [
      'names a prototype',
      JSON.parse('{"roadtest":1,"name":"x","openings":{"__proto__":{"a":1}}}'),
      'UNSAFE_NAME',
    ],
    ['contradicts itself', { ...defaultProfile, openings: { 'day.ends': '25:00' } }, 'TIME_OF_DAY_INVALID'],
    ['is of another version', { ...defaultProfile, roadtest: 2 }, 'NOT_ONE_OF'],
    ['leads out of its address', { ...defaultProfile, basePath: '/a/%2e%2E/b' }, 'BASE_PATH_INVALID'],
    ['is a list', [{ roadtest: 1 }], undefined],
  ];
  // Each kind has a row in test/profile/files.test.ts.
  it.each(oneIn(9, unusable))(
    'because it %s is an error with a code, of verify',
    async (_, printed, code) => {
      const { url } = await hostile(printed);
      const { code: exit, err } = await cli(['verify', url, '--only', 'token/'], { env });
      expect(err).not.toMatch(/INTERNAL|\n +at /);
      if (code === undefined) return;
      expect(exit).toBe(2);
      expect(err).toContain(code);
      expect(err).toContain('--profile FILE');
      expect(err.length).toBeLessThan(5_000);
    },
  );
});

describe('redirects', () => {
  it.each(oneIn(3, [301, 302, 303, 307, 308]))(
    'of status %d are not followed for any request',
    async (status) => {
      const elsewhere = await canary();
      const target = await serving(({ url = '' }, response) => {
        response.writeHead(status, { location: elsewhere.url + url });
        response.end();
      });
      const one = await cli(['verify', target], { env });
      expect(one.code).toBe(2);
      expect(elsewhere.seen).toEqual([]);
    },
  );

  it('of a simulator that turns its control API elsewhere take no control token there', async () => {
    const elsewhere = await canary();
    const asked = ['/_control/profile', '/_control/account', '/_control/clock/advance', '/_control/devices'];
    for (const turned of oneIn(2, asked)) {
      const { url } = await deployed({
        devices: 3,
        controlToken: secret,
        onReply: (reply, call) =>
          path(call) === turned ? answer(307, '{}', { location: elsewhere.url + turned }) : reply,
      });
      await cli(['verify', url, '--only', 'limits/raise'], { env });
    }
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('what only looks like a simulator', () => {
  it.runIf(inTurn())(
    'is given the credentials and the control token of the user, and hands neither on',
    async () => {
      const seen: string[] = [];
      const { url } = await deployed({
        devices: 3,
        controlToken: secret,
        onCall: ({ headers }) => seen.push(String(headers['x-control-token'] ?? '')),
      });
      expect((await cli(['verify', url, '--only', 'token/'], { env: { PATH: env.PATH } })).code).toBe(0);
      expect(seen.filter((token) => token !== '')).toEqual([]);
      expect((await cli(['verify', url, '--only', 'limits/raise'], { env })).code).toBe(0);
      expect(new Set(seen)).toEqual(new Set(['', secret]));
    },
  );

  it('reports a time zone that there is not, and the story is played without it', async () => {
    const { url } = await deployed({
      devices: 3,
      onReply: (reply, call) =>
        path(call) === '/_control/account'
          ? answer(200, '{"timeZone":"Evil/../Zone","licences":{"total":1e308,"used":1,"available":9}}')
          : reply,
    });
    const { err } = await cli(['verify', url, '--only', 'limits/raise'], { env });
    expect(err).not.toMatch(/INTERNAL|\n +at /);
  });
});

describe('an id of the making of a deployment', () => {
  it.runIf(inTurn()).each(oneIn(2, ['..', '.', '\ud800']))(
    'such as %j leads no request elsewhere, and is not a fault of the suite',
    async (id) => {
      const { url, calls } = await deployed({
        devices: 2,
        onReply: (reply) => ({
          ...reply,
          body: reply.body.replaceAll(/"(dev|group|user)-\d"/g, JSON.stringify(id)),
        }),
      });
      const { code, err } = await cli(['verify', url, '--only', 'devices/,groups/deleted'], { env });
      expect([code === 5, err]).toEqual([false, expect.not.stringContaining('itself failed')]);
      const paths = new Set(calls.map((call) => path(call)));
      expect([...paths].filter((one) => /^\/api\/(\w+\/)?$/.test(one))).toEqual([]);
    },
  );

  it.runIf(inTurn())('in a Location that is encoded wrongly is not a fault of the suite', async () => {
    const openings = { 'operations.envelope': { answers: { createGroup: 'nothing' }, locationHeader: true } };
    const profile = parseProfile(JSON.stringify({ roadtest: 1, name: 'by location', openings }));
    const { url } = await deployed({
      profile,
      onReply: (reply) =>
        reply.headers.location
          ? { ...reply, headers: { ...reply.headers, location: '/api/groups/%zz' } }
          : reply,
    });
    const { code, err } = await cli(['verify', url, '--only', 'groups/'], { env });
    expect([code === 5, err]).toEqual([false, expect.not.stringContaining('itself failed')]);
  });
});

describe('the commands of a profile that the user names', () => {
  const named = (controls: object) => {
    writeFileSync(
      join(folder, 'mine.json'),
      JSON.stringify({ ...completeProfile(defaultProfile), controls }),
    );
    return ['--profile', 'mine.json', '--only', 'limits/raise', '--json'];
  };
  /** New devices come from the deployment, under an id of its choice; commands do the rest. */
  const controls = {
    createDevice: { by: 'http', method: 'POST', url: '/office/devices', reads: { deviceId: '/id' } },
    readLimits: {
      by: 'command',
      command: marking('{deviceId}'),
      environment: ['FLEETCTL_TOKEN', 'UNSET'],
      reads: { dailyEmail: '/dailyEmail' },
    },
    setLimits: { by: 'command', command: marking('--device={deviceId}', '--mail={dailyEmail}') },
    send: { by: 'command', command: marking('{deviceId}', '{channel}'), reads: { sent: '/sent' } },
  };
  const given = { env: { ...env, FLEETCTL_TOKEN: 'given', OTHER: 'not given', HOME: folder } };

  function creating(id: string): Promise<Deployment> {
    const onReply = (reply: Reply, call: Call) =>
      path(call) === '/office/devices' ? answer(200, JSON.stringify({ id })) : reply;
    return hostile({}, { onReply });
  }

  it.runIf(inTurn())(
    'run with the ids of the deployment, and with the few variables that they are given',
    async () => {
      const { url } = await creating('V:7@depot');
      await cli(['verify', url, ...named(controls)], given);
      const ran = marks();
      expect(new Set(ran.flatMap(({ args }) => args))).toContain('V:7@depot');
      expect(new Set(ran.flatMap(({ args }) => args))).toContain('--device=V:7@depot');
      const found = new Set(ran.flatMap(({ env }) => Object.keys(env)));
      const usual = [
        'PATH',
        'HOME',
        'LANG',
        'TMPDIR',
        'SystemRoot',
        'FLEETCTL_TOKEN',
        '__CF_USER_TEXT_ENCODING',
      ];
      expect([...found].filter((name) => !usual.includes(name))).toEqual([]);
      expect(found).toContain('FLEETCTL_TOKEN');
    },
  );

  it
    .runIf(inTurn())
    .each(['--config=/etc/passwd', '$(touch x); reboot', '../../etc/passwd', 'a\u0000\nb\u202e', '\ud800'])(
    'are never given an id such as %j; what needs them stays open',
    async (id) => {
      const { url } = await creating(id);
      const { code, out, err } = await cli(['verify', url, ...named(controls)], given);
      expect([code, err]).toEqual([3, expect.not.stringMatching(/INTERNAL|\n +at /)]);
      // The settings of another device may be looked at.
      expect(marks().flatMap(({ args }) => args.filter((arg) => arg !== 'dev-1'))).toEqual([]);
      const { outcomes } = JSON.parse(out) as { outcomes: { verdict: string; reason: string }[] };
      for (const { verdict } of outcomes) expect(['inconclusive', 'suspect']).toContain(verdict);
      expect(outcomes.some(({ reason }) => /cannot carry|does not hold deviceId/.test(reason))).toBe(true);
    },
  );

  describe('with a secret of the environment in a request', () => {
    const officeToken = 'office/t0ken+of==the user';
    const asking = {
      createDevice: {
        by: 'http',
        method: 'POST',
        url: '/office/devices',
        headers: { Authorization: 'Office {$OFFICE_TOKEN}' },
        reads: { deviceId: '/id' },
      },
      setLimits: { by: 'command', command: marking('--device={deviceId}', '--mail={dailyEmail}') },
    };

    it('send it there alone, and it is found in nothing that is printed or written', async () => {
      const seen = new Set<unknown>();
      const onReply = (reply: Reply, call: Call) => {
        const { authorization } = call.headers;
        if (path(call) !== '/office/devices') return reply;
        seen.add(authorization);
        return answer(409, JSON.stringify({ error: `not with ${authorization}` }));
      };
      const { url } = await hostile({}, { onReply });
      const { out, err } = await cli(['verify', url, ...named(asking)], {
        env: { ...env, OFFICE_TOKEN: officeToken },
      });
      expect([...seen]).toEqual([`Office ${officeToken}`]);
      expect(`${out}${err}`).toContain('<$OFFICE_TOKEN>');
      expect(`${out}${err}`).not.toContain('t0ken');
    });

    it('are not begun without it', async () => {
      const { url } = await hostile({});
      const { code, err } = await cli(['verify', url, ...named(asking)], { env });
      expect([code, err]).toEqual([2, expect.stringContaining('SECRET_MISSING')]);
      expect(err).toContain('OFFICE_TOKEN');
    });
  });
});
