/** Scripts as `roadtest verify --reproduce` writes them, run by `sh`: they repeat the failure where it is, and only there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneIn } from '../sample.ts';
import { launchHere, type Service, serve } from './roadtest.ts';

const folder = mkdtempSync(join(tmpdir(), 'reproduce-'));
const secrets = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };

function sh(path: string, environment: { [name: string]: string }) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: '/nowhere', TMPDIR: folder, ...environment };
    execFile('sh', [path], { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });
}

/** Rules over all areas, and what is asked for where a rule has many ids. */
const scripted: readonly (readonly [rule: string, only: string])[] = [
  ['token/wrong-api-key', 'token/wrong-api-key'],
  ['token/unknown-user', 'token/unknown-user'],
  ['token/expires-ahead', 'token/expires-ahead'],
  ['token/json-object', 'token/json-object'],
  ['auth/tampered-refused', 'auth/tampered-refused/listGroups'],
  ['auth/header-required', 'auth/header-required/listUsers'],
  ['auth/garbage-refused', 'auth/garbage-refused/deleteUser'],
  ['auth/expired-refused', 'auth/expired-refused/listGroups'],
  ['operations/*', 'operations/listGroups'],
  ['devices/posted-location-becomes-last', 'devices/posted-location-becomes-last'],
  ['devices/unknown-device-not-served', 'devices/unknown-device-not-served'],
  ['groups/kept-as-sent', 'groups/kept-as-sent'],
  ['users/created-is-listed', 'users/created-is-listed'],
  ['users/kept-as-sent', 'users/kept-as-sent'],
  ['limits/stops-at-limit', 'limits/stops-at-limit/sms'],
  ['limits/zero-sends-none', 'limits/zero-sends-none/email'],
  ['limits/next-day-restores', 'limits/next-day-restores/email'],
  ['expiry/reached-expires', 'expiry/reached-expires'],
  ['expiry/on-needs-date', 'expiry/on-needs-date'],
  ['licences/device-uses-one', 'licences/device-uses-one'],
];

let lawful: Service;
beforeAll(async () => {
  lawful = await serve(['--frozen']);
});
afterAll(() => lawful.stop());

test.each<readonly [rule: string, only: string]>(oneIn(7, scripted))(
  'a script repeats a failure of %s, and finds none in a lawful service',
  async (rule, only) => {
    const broken = await serve(['--frozen', '--deviate', rule === 'operations/*' ? only : rule]);
    const dir = mkdtempSync(join(folder, 'scripts-'));
    const ran = await launchHere(
      ['verify', broken.baseUrl, '--only', only, '--reproduce', dir, '--seed', '7'],
      { env: { XDG_STATE_HOME: folder } },
    ).ended;
    const [name] = readdirSync(dir);
    expect(name, ran.err).toBeDefined();
    const path = join(dir, name ?? '');
    // Ids, totals and the clock have moved on since.
    await broken.control('PUT', '/account', { licences: { total: 11 } });
    await broken.control('POST', '/devices', { name: 'moves the ids on' });
    await broken.control('POST', '/clock/advance', { by: 'PT26H' });
    const free = () => broken.control<{ licences: { available: number } }>('GET', '/account');
    const before = (await free()).body.licences.available;
    const again = await sh(path, secrets);
    expect([again.code, again.code === 0 ? '' : again.out]).toEqual([0, '']);
    expect((await free()).body.licences.available).toBe(before);
    const other = await sh(path, { ...secrets, ROADTEST_BASE_URL: lawful.baseUrl });
    expect([other.code, other.code === 1 ? '' : other.out]).toEqual([1, '']);
    await broken.stop();
    expect(readFileSync(path, 'utf8')).not.toContain(secrets.ROADTEST_API_KEY);
  },
);

test('a failure that no script can repeat has none, and the command says why', async () => {
  const broken = await serve(['--frozen', '--deviate', 'token/near-miss-refused']);
  const dir = mkdtempSync(join(folder, 'scripts-'));
  const words = ['verify', broken.baseUrl, '--only', 'token/near-miss-refused', '--reproduce', dir];
  const { err } = await launchHere(words, { env: { XDG_STATE_HOME: folder } }).ended;
  await broken.stop();
  expect(readdirSync(dir)).toEqual([]);
  expect(err).toContain('token/near-miss-refused has no script: it sends almost right keys');
});

test('a script asks for the secrets that it uses, that of the controls too', async () => {
  const controlToken = 'a-control-token-of-the-test';
  const env = { ROADTEST_CONTROL_TOKEN: controlToken, XDG_STATE_HOME: folder };
  const server = await serve(['--frozen', '--host', '0.0.0.0', '--deviate', 'expiry/on-needs-date'], { env });
  const dir = mkdtempSync(join(folder, 'scripts-'));
  const words = [
    'verify',
    `http://127.0.0.1:${new URL(server.baseUrl).port}`,
    '--only',
    'expiry/on-needs-date',
  ];
  const ran = await launchHere([...words, '--reproduce', dir], { env: { ...env, ...secrets } }).ended;
  const path = join(dir, 'expiry--on-needs-date.sh');
  expect(readdirSync(dir), ran.err).toHaveLength(1);
  expect(readFileSync(path, 'utf8')).not.toContain(controlToken);
  expect(await sh(path, { ROADTEST_USER_NAME: 'demo', ROADTEST_CONTROL_TOKEN: controlToken })).toMatchObject({
    code: 2,
    out: expect.stringMatching(/ROADTEST_API_KEY.* is not set/),
  });
  expect(await sh(path, secrets)).toMatchObject({
    code: 2,
    out: expect.stringMatching(/ROADTEST_CONTROL_TOKEN.* is not set/),
  });
  const again = await sh(path, { ...secrets, ROADTEST_CONTROL_TOKEN: controlToken });
  expect([again.code, again.code === 0 ? '' : again.out]).toEqual([0, '']);
  await server.stop();
});
