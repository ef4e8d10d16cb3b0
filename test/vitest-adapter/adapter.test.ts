/** `roadtest/vitest` as a user runs it: Vitest as a process of its own, over the package as it is built. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedHistory } from '../../contracts/explore/saved.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createWorlds } from '../../simulator/index.ts';
import { deployed, nowhere } from '../command/verifying.ts';
import { WHOLE } from '../sample.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const vitest = path('../../node_modules/vitest/vitest.mjs');

type Env = { [name: string]: string };

/** Runs fixtures, and returns what Vitest prints. */
function execute(
  fixtures: readonly string[],
  words: string[],
  env: Env,
): Promise<{ code: number; out: string }> {
  const files = fixtures.map((name) => `${name}.fixture.ts`);
  const given = ['run', '--config', path('fixtures/vitest.config.ts'), ...files, ...words];
  const options = {
    cwd: path('fixtures'),
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [vitest, ...given], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    );
  });
}

interface Result {
  /** By full name: the status, and what a failing test says. */
  tests: Map<string, { status: string; said: string }>;
}

interface Report {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Runs fixtures in one process; `of` gives the tests of one of them. */
async function run(fixtures: readonly string[], words: string[] = [], env: Env = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'roadtest-adapter-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code, out } = await execute(fixtures, [...reporters, ...words], env);
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
  await rm(folder, { recursive: true });
  const of = (fixture: string): Result => {
    const tests = testResults
      .filter(({ name }) => name.endsWith(`/${fixture}.fixture.ts`))
      .flatMap(({ assertionResults }) => assertionResults)
      .map(
        ({ fullName, status, failureMessages }) =>
          [fullName, { status, said: failureMessages.join('\n') }] as const,
      );
    return { tests: new Map(tests) };
  };
  return { code, out, of };
}

const statuses = ({ tests }: Result) =>
  Object.fromEntries([...tests].map(([name, { status }]) => [name, status]));

/** Tests that play a saved history: by name, the rule that the deployment breaks; without one, in this process. */
const generated = {
  'broken-history': { deviate: 'groups/replaced' },
  'sound-history': {},
  'own-history': undefined,
};
const written = path('../artefacts/generated');
const worlds = createWorlds();
let folder: string;
let mark: string;
let together: Awaited<ReturnType<typeof run>>;

/** All fixtures that run whole: to start Vitest takes longer than most of them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadtest-adapter-'));
  mark = join(folder, 'mark');
  await writeHistories();
  const server = await serve(worlds);
  const env = {
    MARK: mark,
    ROADTEST_CONTROL_URL: `${server.url}/_control`,
    ROADTEST_USER_NAME: 'demo',
    ROADTEST_API_KEY: 'demo-key',
  };
  const fixtures = ['simulator', 'broken', 'unknown', 'commands', 'world', ...Object.keys(generated)];
  together = await run(fixtures, ['--no-isolate', '--maxWorkers=1'], env);
  await server.close();
});
afterAll(async () => {
  worlds.stop();
  await rm(folder, { recursive: true });
  await rm(written, { recursive: true });
});

async function writeHistories(): Promise<void> {
  const record = { family: 'group', record: 1 } as const;
  const history = savedHistory(
    [['groups/replaced']],
    [
      { do: 'create', ...record },
      { do: 'replace', ...record },
      { do: 'read', ...record },
    ],
  );
  await mkdir(written, { recursive: true });
  for (const [name, deployment] of Object.entries(generated)) {
    const baseUrl = deployment && (await deployed(deployment)).url;
    const at =
      baseUrl === undefined
        ? 'simulator: createSimulator({ devices: 3, profile })'
        : `baseUrl: '${baseUrl}', profile`;
    const text = `
      import { createSimulator } from 'roadtest';
      import { describeHistory } from 'roadtest/vitest';
      const profile = ${JSON.stringify(defaultProfile)};
      const history = ${JSON.stringify(history)};
      describeHistory({ name: 'groups/replaced', ${at}, history });
    `;
    await writeFile(join(written, `${name}.fixture.ts`), text);
  }
}

describe('describeContract', () => {
  it('has a test for each judged id, and all of them pass on the simulator', () => {
    const result = together.of('simulator');
    const ids = rules.flatMap(expand).map(({ id }) => `contract of the service ${id}`);
    expect([...result.tests.keys()]).toEqual([...ids, expect.stringContaining('openings')]);
    expect(Object.values(statuses(result)).filter((status) => status !== 'passed')).toEqual([]);
    // Nothing of its own is added to what is printed.
    expect(together.out).not.toMatch(/warning|listener/i);
  });

  it('fails with what the rule says, what came, and a line that shows it again', () => {
    const { tests } = together.of('broken');
    expect(together.code).toBe(1);
    const broken = [...tests].filter(([, { status }]) => status !== 'passed');
    expect(broken).toEqual([
      ['my service users/countries-listed', { status: 'failed', said: expect.any(String) }],
    ]);
    const said = broken[0]?.[1].said ?? '';
    expect(said).toMatch(/rule: The countries come as a collection that is not empty\. \(§ 1 /);
    expect(said).toMatch(/expected: [\s\S]*observed: [\s\S]*request alone: curl .*\/api\/users\/countries/);
    expect(said).toContain('ROADTEST_TOKEN=$(');
    expect(said).not.toMatch(/eyJ|demo-key|\.js:\d/);
    expect(tests.has('my service users/time-zones-listed')).toBe(false);
  });

  it('skips what stays inconclusive, or fails it where that is asked for', () => {
    const result = together.of('unknown');
    expect(statuses(result)).toEqual({
      'as it is token/issued': 'passed',
      'as it is limits/stops-at-limit/email': 'skipped',
      'as it is limits/stops-at-limit/sms': 'skipped',
      'as it is groups/replaced': 'skipped',
      'as it is groups/replaced-spares-others': 'skipped',
      'strictly token/issued': 'passed',
      'strictly limits/stops-at-limit/email': 'failed',
      'strictly limits/stops-at-limit/sms': 'failed',
      'strictly groups/replaced': 'failed',
      'strictly groups/replaced-spares-others': 'failed',
    });
    expect(result.tests.get('strictly limits/stops-at-limit/sms')?.said).toMatch(
      /Needs a profile with a way to/,
    );
  });

  it('judges only what is to run', async () => {
    const { url, calls } = await deployed();
    const env = { DEPLOYMENT: url, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
    const { code, of } = await run(['address'], ['-t', 'token/issued'], env);
    expect(code).toBe(0);
    expect(of('address').tests.get(`contract of ${url} token/issued`)?.status).toBe('passed');
    expect(calls.length).toBeLessThan(20);
  });

  /** Each starts Vitest anew: with `npm run test:whole`. */
  const prevented: [what: string, given: Env, words: RegExp][] = [
    ['no address', {}, /ADDRESS_INVALID/],
    [
      'no credentials',
      { DEPLOYMENT: 'http://127.0.0.1:4010' },
      /ROADTEST_USER_NAME[\s\S]*CREDENTIALS_MISSING/,
    ],
    [
      'no deployment',
      { DEPLOYMENT: 'nowhere', ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'secret-key' },
      /UNREACHABLE/,
    ],
  ];

  it.each(WHOLE ? prevented : [])('reports what prevents a run: %s', async (_, given, words) => {
    const { DEPLOYMENT: named, ...env } = given;
    const address = named === 'nowhere' ? await nowhere() : named;
    const { code, out } = await execute(['address'], ['--reporter=default'], {
      ...env,
      ...(address && { DEPLOYMENT: address }),
    });
    expect(code).toBe(1);
    expect(out).toMatch(words);
    expect(out).not.toContain('secret-key');
  });

  it('runs commands of a profile that is given in code, and none of one that a simulator speaks', async () => {
    const lines = (await readFile(mark, 'utf8')).trim().split('\n');
    expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(['given']));
    expect(lines.join()).toContain('PATH');
    expect(lines.join()).not.toMatch(/ROADTEST|MARK|VITEST/);
  });
});

describe('test with a world', () => {
  it('keeps tests apart that run at the same time, in this process and on one server', () => {
    const { tests } = together.of('world');
    const failed = [...tests].filter(([, { status }]) => status !== 'passed');
    expect([
      tests.size,
      Object.fromEntries(failed.map(([name, { said }]) => [name, said.split('\n    at ')[0]])),
    ]).toEqual([
      87,
      {
        'what fails messages': expect.stringMatching(
          /Expected 2 message like {"channel":"sms"}, found 0\.\nAll 1:\n {2}email of dev-1 to /,
        ),
        'what fails calls': expect.stringMatching(
          /Expected not at least 1 call like .*GET \/api\/devices: 401/s,
        ),
        'what fails calls that do not come': expect.stringMatching(
          /like {"operation":"readDevice","device":"dev-1"}, found 0\.\nAll 2:\n {2}GET \/api\/devices\/dev-2: 401 \(another device\)\n {2}GET \/api\/users: 401 \(another operation, another device\)/,
        ),
        'what fails moments': expect.stringContaining(
          'The clock shows 2026-01-05T08:00:00.000Z, not 2026-01-05T09',
        ),
        'what fails a field that there is not, which would never match': expect.stringMatching(
          /A message has no "chanel"\. Did you mean channel\?/,
        ),
        'what fails a value that never is: channel': expect.stringMatching(
          /The channel of a message is never "smss"\. Did you mean sms\?/,
        ),
        'what fails a value that never is: at': expect.stringContaining('The at of a message is never'),
        'what fails a value that never is: deviceId': expect.stringContaining('There is no device dev-77'),
        'what fails a value that never is: count': expect.stringContaining('is never "-1"'),
        'what fails a value that no call has: operation': expect.stringContaining(
          'The operation of a call is never "listDevice". Did you mean listDevices',
        ),
        'what fails a value that no call has: method': expect.stringContaining('is never "get"'),
        'what fails a value that no call has: status': expect.stringContaining('is never "2000"'),
        'what fails a value that no call has: device': expect.stringContaining(
          'No device has the id "van-1"',
        ),
        'what fails a value that no call has: within': expect.stringContaining('never "soon"'),
        'what fails an unknown device': expect.stringMatching(/WorldError: There is no device dev-77/),
        'what fails a fork in this process': expect.stringContaining('fork is for worlds on a server'),
      },
    ]);
    // Each test has taken its world away, and left the server as it was.
    expect([worlds.names(), worlds.simulator.fleet.outbox.sent]).toEqual([[], 0]);
    expect(together.out).not.toMatch(/unhandled|promise that was not awaited/i);
  });
});

describe('the test that roadtest explore writes of a failure', () => {
  it('runs by itself, and fails on the deployment as it was', () => {
    const test = together.of('broken-history').tests.get('groups/replaced');
    expect(test?.status).toBe('failed');
    expect(test?.said).toMatch(/groups\/replaced.*\n1\. create group 1 → [\s\S]*expected: [\s\S]*observed: /);
  });

  it.each(['sound-history', 'own-history'])('passes on one that does as it should: %s', (name) => {
    expect(statuses(together.of(name))).toEqual({ 'groups/replaced': 'passed' });
  });
});
