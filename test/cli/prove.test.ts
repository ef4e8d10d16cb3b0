/**
 * `roadtest prove`: a right client passes every row, and each wrong one is exposed by its own. Whole with
 * `npm run test:whole`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../cli/proving/rows.ts';
import { launch, launchHere } from '../command/roadtest.ts';
import { oneIn, turns } from '../sample.ts';

const inTurn = turns(2);
const folder = mkdtempSync(join(tmpdir(), 'roadtest-prove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The client and its tests, built as an application would be. */
const tests = join(folder, 'tests.mjs');
beforeAll(async () => {
  const input = fileURLToPath(new URL('./fixtures/clients/tests.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file: tests, format: 'esm' });
  await bundle.close();
});

interface Shown {
  rows: { id: string; finding: string; reasons: string[]; again: string }[];
  exitCode: number;
}

async function proven(words: readonly string[], wrong = '', command = [process.execPath, tests]) {
  const env = { PATH: process.env.PATH ?? '', WRONG: wrong };
  return launchHere(['prove', '--frozen', ...words, '--', ...command], { env }).ended;
}

/** The row that exposes a client with this defect, and what is said of it. */
const wrongClients: readonly (readonly [wrong: string, row: string, says: RegExp])[] = [
  ['no renewal', 'fault/token-revoked', /tests fail/],
  ['ended token', 'fault/unauthorised-from-then-on', /sent on and on/],
  ['one sign-in', 'fault/sign-in-cut-once', /tests fail/],
  ['no retry', 'fault/read-fails-once', /tests fail/],
  ['no pause', 'fault/limited', /asked for a pause/],
  ['without end', 'fault/failing', /did not end/],
  ['no timeout', 'fault/no-answer', /did not end/],
  ['parses errors', 'fault/read-gateway-page', /tests fail/],
  ['blind retry', 'fault/create-answer-lost', /carried out twice/],
  ['blind retry', 'fault/report-answer-lost', /carried out twice/],
  ['no put again', 'fault/put-answer-lost', /tests fail/],
  ['no future', 'fault/location-in-the-future', /tests fail/],
  ['small fleet', 'fault/many-devices', /tests fail/],
  ['first page', 'difference/pages-of-two', /tests fail/],
  ['order', 'difference/ids-uuid', /tests fail/],
  ['numbered ids', 'difference/ids-other-text', /tests fail/],
  ['closed fields', 'difference/extra-fields', /tests fail/],
  ['compares all', 'difference/volatile-fields', /tests fail/],
  ['optional fields', 'difference/fields-missing', /tests fail/],
  ['milliseconds', 'difference/expires-no-fraction', /tests fail/],
  ['UTC', 'difference/times-offset', /tests fail/],
  ['two tokens', 'difference/older-tokens-end', /tests fail/],
  ['new tokens', 'difference/token-issued-again', /tests fail/],
  ['fresh ids', 'difference/ids-given-again', /tests fail/],
];

it.each(oneIn(24, wrongClients))('a client with %j is exposed by %s', async (wrong, row, says) => {
  const { code, out, err } = await proven(['--only', row, '--json', '--time', '6'], wrong);
  expect(err).toBe('');
  const { rows: found } = JSON.parse(out) as Shown;
  expect(found.find(({ id }) => id === row)).toMatchObject({
    finding: 'exposed',
    reasons: [expect.stringMatching(says)],
  });
  expect(code).toBe(1);
});

it('a right client passes every row, and each is reached', async () => {
  const chosen = oneIn(20, rows).map(({ id }) => id);
  const { code, out, err } = await proven(['--only', chosen.join(','), '--json', '--jobs', '2']);
  expect(err).toBe('');
  const { rows: found } = JSON.parse(out) as Shown;
  expect(found.length).toBeGreaterThanOrEqual(chosen.length);
  expect(found.filter(({ finding }) => finding !== 'right')).toEqual([]);
  expect(code).toBe(0);
});

it('there are rows for more than ten differences and forty faults, each with a sentence', () => {
  const of = (begins: string) => rows.filter(({ id }) => id.startsWith(begins)).length;
  expect(of('difference/')).toBeGreaterThan(10);
  expect(of('fault/')).toBeGreaterThanOrEqual(40);
  for (const { says } of rows) expect(says).toMatch(/^[A-Z].*\.$/);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

describe('the report', () => {
  it('has a line for each row, the command that repeats it, and a page', async () => {
    const page = join(folder, 'matrix.html');
    const words = ['--only', 'difference/pages,fault/location-in', '--html', page];
    const { code, out } = await proven(words, 'first page');
    expect(code).toBe(1);
    expect(out).toMatch(/✘ difference\/pages-of-two .*The tests fail/);
    expect(out).toMatch(/✔ fault\/location-in-the-future/);
    expect(out).toContain(
      `again: roadtest prove --frozen --only difference/pages-of-two -- ${process.execPath}`,
    );
    expect(readFileSync(page, 'utf8')).toMatch(/<h1>Proof of a client<\/h1>[\s\S]*1 rows? expose/);
  });

  it('says what the tests never reach, and --require asks for it', async () => {
    const only = 'fault/put-answer-lost';
    const signs = [process.execPath, '-e', "fetch(process.env.ROADTEST_BASE_URL + '/api/devices')"];
    const plain = await proven(['--only', only], '', signs);
    expect(plain.out).toMatch(
      /Not reached by these tests:\n {2}fault\/put-answer-lost: The tests make no call/,
    );
    expect(plain.code).toBe(0);
    expect(await proven(['--only', only, '--require', 'reached>=50%'], '', signs)).toMatchObject({
      code: 3,
      out: expect.stringContaining('Not met: --require reached>=50%'),
    });
  });

  it('--list names the rows', async () => {
    const { out, code } = await launchHere(['prove', '--list']).ended;
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(rows.length);
  });
});

describe('a suite that some rows do not fit', () => {
  /** A sign-in and a list, in a world of its own where one is asked for. */
  const suite = (own: boolean) => `
    const { ROADTEST_BASE_URL: service, ROADTEST_CONTROL_URL: control, ...env } = process.env;
    const post = (url, body) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((r) => r.json());
    for (const name of ['one', 'two']) {
      const world = ${own} ? await post(control + '/worlds', { name }) : {};
      const { baseUrl = service, userName = env.ROADTEST_USER_NAME, apiKey = env.ROADTEST_API_KEY } = world;
      const { token } = await post(baseUrl + '/api/Auth/Token', { userName, apiKey });
      const { status } = await fetch(baseUrl + '/api/devices', { headers: { authorization: 'Bearer ' + token } });
      if (status !== 200) process.exit(1);
    }`;
  const command = (own: boolean) => [process.execPath, '--input-type=module', '-e', suite(own)];

  it.each([
    ['that makes few calls', false],
    ['with a world for each test', true],
  ])('%s has a result of each row', async (_, own) => {
    const chosen = oneIn(
      4,
      rows.filter(({ says }) => !says.includes('within a minute')),
    ).map(({ id }) => id);
    const only = [...chosen, 'fault/unauthorised-from-then-on', 'fault/unavailable'].join(',');
    const { code, out, err } = await proven(['--only', only, '--json', '--jobs', '2'], '', command(own));
    expect(err).toBe('');
    const { rows: found } = JSON.parse(out) as Shown;
    expect(found.length).toBeGreaterThanOrEqual(chosen.length);
    expect(found.flatMap(({ reasons }) => reasons.filter((one) => one.startsWith('It cannot')))).toEqual([]);
    expect(found.find(({ id }) => id === 'fault/unauthorised-from-then-on')?.finding).toBe('right');
    expect(code).toBe(1);
  });

  it('is told why a row cannot run, and has a result of the others', async () => {
    const fixture = join(folder, 'own-ids.yaml');
    writeFileSync(
      fixture,
      'roadtest: 1\ngroups: [{ id: depot-north, name: North }]\ndevices: [{ id: truck-9, name: Truck 9, groups: [depot-north] }]\n',
    );
    const words = ['--fixture', fixture, '--only', 'difference/ids,difference/lists-reversed', '--json'];
    const { code, out, err } = await proven(words, '', command(false));
    expect([code, err]).toEqual([0, '']);
    const { rows: found } = JSON.parse(out) as Shown;
    expect(found.find(({ id }) => id === 'difference/lists-reversed')?.finding).toBe('right');
    const unfit = found.filter(({ reasons }) =>
      reasons.some((one) => one.startsWith('It cannot run here: ')),
    );
    expect(unfit.length).toBeGreaterThan(0);
    expect(unfit.every(({ finding }) => finding === 'not reached')).toBe(true);
  });
});

describe('a proof that is asked to stop while a call is not answered', () => {
  /** Waits for an answer for ever, with a process of its own, and does not end when it is asked to. */
  const stubborn = (told: string) => `
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
    const { spawn } = require('node:child_process');
    const under = process.env.ROADTEST_PROVE === 'fault/no-answer';
    const deaf = 'process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const other = under ? spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' }) : undefined;
    if (other) require('node:fs').writeFileSync(${JSON.stringify(told)}, process.pid + ' ' + other.pid);
    fetch(process.env.ROADTEST_BASE_URL + '/api/devices').then(() => other?.kill('SIGKILL'));`;

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends in time, with all that the tests started',
    async (signal) => {
      const told = join(folder, `${signal}.pids`);
      const words = ['prove', '--only', 'fault/no-answer', '--', process.execPath, '-e', stubborn(told)];
      const run = launch(words, { env: { PATH: process.env.PATH ?? '' } });
      await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toMatch(/\d+ \d+/);
      const asked = performance.now();
      run.child.kill(signal);
      const { code, out } = await run.ended;
      expect(performance.now() - asked).toBeLessThan(10_000);
      expect(code, out).toBe(3);
      const pids = readFileSync(told, 'utf8').split(' ').map(Number);
      const isThere = (pid: number) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      await expect.poll(() => pids.filter(isThere)).toEqual([]);
    },
  );
});

describe('no proof', () => {
  it.each<[what: string, words: string[], command: string[], says: RegExp]>([
    [
      'of tests that fail without a fault',
      [],
      ['-e', 'console.log("red"); process.exit(3)'],
      /red[\s\S]*PLAIN_RUN_FAILED/,
    ],
    ['of tests that call nothing', [], ['-e', '0'], /NO_CALLS/],
    ['of a row that there is not', ['--only', 'fault/nothing'], ['-e', '0'], /UNKNOWN_ROW/],
    ['by a requirement that is none', ['--require', 'green=1'], ['-e', '0'], /REQUIREMENT_INVALID/],
  ])('%s', async (_, words, command, says) => {
    const { code, err } = await proven(words, '', [process.execPath, ...command]);
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });

  it.runIf(inTurn())('without a command', async () => {
    expect(await launchHere(['prove']).ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('COMMAND_MISSING'),
    });
  });
});
