/**
 * `roadtest/vitest` as a user runs it: Vitest as a process of its own beside the installed package, once for all: the
 * contract and worlds of `vitest/`, the examples of its names, the files of docs/test-runners.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../contracts/verify/index.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/index.ts';
import { TestWorld } from '../../simulator/vitest/index.ts';
import { installed, node, projectWith, run } from '../command/packed/installed.ts';
import { listening } from '../command/proxy.ts';
import { deployed } from '../command/verifying.ts';
import { exportedNames } from '../project/api.ts';
import { tableOf } from './table.ts';

interface Report {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const fixtures = join(import.meta.dirname, 'vitest');
const worlds = tableOf();
let mark = '';
let files: string[] = [];
let asked = 0;
let printed = '';
/** By file and full name, the status of a test and what it says where it fails. */
const results = new Map<string, { status: string; said: string }>();
const of = (name: string) =>
  [...results].flatMap(([key, one]) =>
    key.startsWith(`${name} `) ? [[key.slice(name.length + 1), one] as const] : [],
  );
const statuses = (name: string) => Object.fromEntries(of(name).map(([key, { status }]) => [key, status]));

beforeAll(async () => {
  const server = await serve(worlds);
  const lazy = await deployed();
  const product = await installed();
  const docs = readFileSync(product.path('docs/test-runners.md'), 'utf8').matchAll(
    /^```js vitest\/(\S+)\n(.*?)^```$/gms,
  );
  const examples = exportedNames().filter(({ entry }) => entry === 'roadtest/vitest');
  const folder = await projectWith({
    'vitest.config.js': 'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } };',
    ...Object.fromEntries(
      readdirSync(fixtures).map((name) => [
        name.replace('.fixture', '.test'),
        readFileSync(join(fixtures, name), 'utf8'),
      ]),
    ),
    ...Object.fromEntries([...docs].map(([, name = '', text = '']) => [`docs-${name}`, text])),
    ...Object.fromEntries(
      examples.flatMap(({ name, examples: texts }, of) =>
        texts.map((text, at) => [`example-${of}-${name}-${at}.test.ts`, `${text}\nexport {};\n`]),
      ),
    ),
  });
  mark = join(folder, 'mark');
  files = readdirSync(folder).filter((name) => name.includes('.test.'));
  const report = join(folder, 'report.json');
  const words = ['run', '--no-isolate', '--maxWorkers=1', '--reporter=dot', '--reporter=json'];
  const pattern = ['-t', '^(?!lazy (?!token/issued))'];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const env = {
    ...{ MARK: mark, DEPLOYMENT: lazy.url, ROADTEST_CONTROL_URL: `${server.url}/_control` },
    ...{ ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' },
  };
  const { out, err } = await run(node, [vitest, ...words, `--outputFile.json=${report}`, ...pattern], {
    cwd: folder,
    env,
  });
  await server.close();
  printed = out + err;
  asked = lazy.calls.length;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status, failureMessages } of assertionResults) {
      const file = name.split('/').at(-1) ?? '';
      const key = /^(contract|world)/.test(file) ? fullName : `${file} ${fullName}`;
      results.set(key, { status, said: failureMessages.join('\n') });
    }
});
afterAll(() => worlds.stop());

test('the contract has a test for each judged id, and all of them pass on the simulator', async () => {
  const { outcomes } = await verify({ simulator: createSimulator(), only: ['token/', 'users/'] });
  const sound = statuses('sound');
  expect(Object.keys(sound)).toEqual([...outcomes.map(({ id }) => id), expect.stringContaining('openings')]);
  expect(Object.values(sound).filter((status) => status !== 'passed')).toEqual([]);
  // The output has nothing that we added.
  expect(printed).not.toMatch(/warning|listener|unhandled|promise that was not awaited/i);
});

test('the contract fails with what the rule says, what came, and the steps that show it again', () => {
  const failed = of('broken').filter(([, { status }]) => status !== 'passed');
  expect(failed.map(([id]) => id)).toEqual(['users/countries-listed']);
  const [[, { said }] = expect.fail('none failed')] = failed;
  expect(said).toMatch(/rule: The countries come as a collection that is not empty\. \(§ 1 /);
  expect(said).toMatch(
    /expected: [\s\S]*observed: [\s\S]*steps, as lines for sh:[\s\S]*curl .*\/api\/users\/countries/,
  );
  expect(said).toContain('ROADTEST_TOKEN=$(');
  expect(said).not.toMatch(/eyJ|demo-key|\.js:\d/);
  expect(Object.keys(statuses('broken')).filter((id) => /^token|time-zones/.test(id))).toEqual([]);
});

test('the contract skips what stays inconclusive, or fails it where that is asked for, and fails what is suspect', () => {
  const open = ['limits/stops-at-limit/email', 'limits/stops-at-limit/sms'];
  const expected = (status: string) => ({
    'token/issued': 'passed',
    'users/time-zones-listed': 'failed',
    ...Object.fromEntries(open.map((id) => [id, status])),
  });
  expect(statuses('as it is')).toMatchObject(expected('skipped'));
  expect(statuses('strictly')).toMatchObject(expected('failed'));
  expect(results.get('strictly limits/stops-at-limit/sms')?.said).toMatch(/Needs a profile with a way to/);
});

test('the contract judges only what is to run', () => {
  expect(results.get('lazy token/issued')?.status).toBe('passed');
  expect(asked).toBeGreaterThan(0);
  // Without a profile it learns first how calls are answered; all rules take hundreds.
  expect(asked).toBeLessThan(80);
});

test('commands run of a profile that is given in code, and none of one that a simulator speaks; they get no secret', () => {
  const lines = readFileSync(mark, 'utf8').trim().split('\n');
  expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(['given']));
  expect(lines.join()).toContain('PATH=');
  expect(lines.join()).not.toMatch(/ROADTEST|MARK=|VITEST/);
});

test('worlds keep tests apart; what fails says what it looked for and what there was', () => {
  const failed = [...results].filter(
    ([name, { status }]) => /^(in this|on a|beside|calls|fails)/.test(name) && status !== 'passed',
  );
  const said = failed.map(([name, one]) => [name.replace('fails: ', ''), one.said.split('\n    at ')[0]]);
  const found: { [what: string]: RegExp } = {
    messages:
      /Expected 2 of the messages\..*channel:sms.*0 of 2 came\. Nearest: email of dev-1 to .*another field/,
    calls: /Expected not at least 1 of the requests, found 1:\n {2}GET \/api\/devices: 401/,
    'calls that do not come':
      /Waited 20ms .*0 of 1 came\. Nearest: GET \/api\/users 401 \(another operation, another device\)|Nearest: GET \/api\/devices\/dev-2 401 \(another device\)/,
    moments: /The clock shows 2026-01-05T08:00:00.000Z, not 2026-01-05T09/,
    'a matcher': /The subject of a message is a text, in which \* stands for any characters/,
    'a field that there is not': /toHaveSent has no option "chanel"\. Did you mean channel\?/,
    'a channel': /The channel of a message is email or sms, not "smss"/,
    'another device': /There is no device "dev-77"/,
    'a count': /not "-1"/,
    'an operation': /operation must be/,
    'a method': /toHaveReceivedCall has no option "method"/,
    'a status': /status must be/,
    'a device of calls': /No device has the id "van-1"/,
    'a span': /a duration up to PT5M, not "soon"/,
    'an unknown device': /ControlRefused: There is no device dev-77/,
    'a fork in this process': /OptionError: fork is for worlds on a server/,
  };
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(Object.entries(found).map(([what, sign]) => [what, expect.stringMatching(sign)])),
  );
  // Each test has taken its world away, and left the server as it was.
  expect([worlds.names(), worlds.simulator.fleet.outbox.sent]).toEqual([[], 0]);
});

test('the examples of its names, and the files of docs/test-runners.md, pass', () => {
  const own = files.filter((name) => /^(docs|example)-/.test(name));
  expect(own.filter((name) => name.startsWith('docs-'))).toHaveLength(4);
  expect(own.length).toBeGreaterThan(10);
  for (const file of own) {
    const [first = 'none', ...others] = new Set(Object.values(statuses(file)));
    expect.soft([first, ...others], `${file} ${of(file).map(([, { said }]) => said)}`).toEqual(['passed']);
  }
});

test('a world on a server: its control token is sent neither where a reply points nor where a redirect does', async () => {
  const noting = async (answer: RequestListener) => {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      answer(request, response);
    });
    const url = await listening(server);
    return { url, tokens: () => seen.map((headers) => headers['x-control-token']) };
  };
  const other = await noting((_, response) => void response.end('{}'));
  const first = await noting(({ method }, response) => {
    const addresses = { baseUrl: other.url, controlUrl: `${other.url}/_control` };
    if (method !== 'POST') response.writeHead(307, { location: `${other.url}/_control/worlds/a` }).end();
    else response.writeHead(201).end(JSON.stringify({ name: 'a', userName: 'u', apiKey: 'k', ...addresses }));
  });
  const world = await TestWorld.open({ server: `${first.url}/_control`, controlToken: 'secret' });
  await expect(world.control.clock.read()).rejects.toThrow('307');
  await expect(world.close()).rejects.toThrow('307');
  await world.token();
  expect([first.tokens(), other.tokens()]).toEqual([['secret', 'secret', 'secret'], [undefined]]);
});
