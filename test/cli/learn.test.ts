/** `roadtest learn` on the command line. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeProfile, parseProfile } from '../../contracts/profile/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { type Ended, launchHere, type Surroundings } from '../command/roadtest.ts';
import { deployed, folder } from '../command/verifying.ts';
import { type Foreign, start } from '../foreign/server.ts';
import { SEED, turns } from '../sample.ts';
import { idsOf } from '../suite/scene.ts';

const inTurn = turns(6, 1);

const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };

const roadtest = (words: readonly string[], surroundings: Surroundings): Promise<Ended> =>
  launchHere(words, surroundings).ended;

/** All groups and users of the depot. */
async function records(url: string): Promise<unknown> {
  const api = `${url}/tracking/api`;
  const credentials = { userName: env.ROADTEST_USER_NAME, apiKey: env.ROADTEST_API_KEY };
  const issued = await fetch(`${api}/Auth/Token`, { method: 'POST', body: JSON.stringify(credentials) });
  const { token } = (await issued.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return Promise.all(
    ['groups', 'users'].map(async (list) => (await fetch(`${api}/${list}`, { headers })).json()),
  );
}

describe('the id of records that have no property `id`', () => {
  const openings = {
    'records.device': { fields: { id: '/imei', name: '/title' } },
    'records.user': { fields: { id: '/badge', name: '/name', email: '/email' } },
  };
  const placesIn = (out: string) => {
    const { 'records.device': device, 'records.user': user } = parseProfile(out).openings;
    return { device: device?.fields.id, user: user?.fields.id };
  };

  it('is the place that is unique in the list and names a record by one GET', async () => {
    const profile = completeProfile({ roadtest: 1, name: 'imei', openings });
    const { url } = await deployed({ profile });
    const given = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
    const { out } = await launchHere(['learn', url], { env: given }).ended;
    expect(placesIn(out)).toEqual({ device: '/imei', user: '/badge' });
  });

  it('is what the path of a description says, though another property is called so', async () => {
    const text = { type: 'string' };
    const device = { type: 'object', properties: { id: { type: 'integer' }, imei: text, name: text } };
    const reply = (schema: object) => ({
      responses: { 200: { description: '', content: { 'application/json': { schema } } } },
    });
    const paths = {
      '/api/devices': { get: reply({ type: 'array', items: device }) },
      '/api/devices/{imei}': { get: reply(device) },
    };
    const description = { openapi: '3.1.0', info: { title: 'Trackers', version: '1' }, paths };
    writeFileSync(join(folder, 'imei.json'), JSON.stringify(description));
    const { out } = await launchHere(['learn', '--openapi', 'imei.json'], { cwd: folder }).ended;
    expect(placesIn(out)).toEqual({ device: '/imei', user: undefined });
  });
});

describe('learning from a deployment', () => {
  let depot: Foreign;
  beforeAll(async () => {
    depot = await start();
  });
  afterAll(() => depot.close());
  const learn = (...words: string[]) =>
    roadtest(['learn', `${depot.url}/tracking`, ...words], { env, cwd: folder });

  it('prints a profile, and how much it holds beside it', async () => {
    const { out, err, code } = await learn();
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Learned \d+ openings \(\d+ answers\) from \d+ requests to /),
    });
    expect(parseProfile(out).basePath).toBe('/tracking');
    expect(out + err).not.toContain(env.ROADTEST_API_KEY);
  });

  it('writes a file that only its owner reads, and replaces none unasked', async () => {
    const path = join(folder, 'learned.yaml');
    expect(await learn('-o', 'learned.yaml')).toMatchObject({ code: 0, out: '' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'mine');
    const again = await learn('-o', 'learned.yaml');
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('FILE_EXISTS') });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await learn('-o', 'learned.yaml', '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toContain('records.device:');
  });

  it.runIf(inTurn())('tries writes, leaves nothing behind, and verify takes what it wrote', async () => {
    const before = await records(depot.url);
    const { code, err } = await learn('--write', '-o', 'written.yaml', '--force');
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('Left behind') });
    expect(await records(depot.url)).toEqual(before);
    const words = ['verify', depot.url, '--profile', 'written.yaml', '--json', '--seed', `${SEED}`];
    const judged = JSON.parse((await roadtest(words, { env, cwd: folder })).out) as Run;
    expect(judged.exitCode).toBe(0);
    expect(idsOf(judged, 'pass').length).toBeGreaterThan(134);
  });

  it.runIf(inTurn())('comes before judging with verify --learn, which says what it assumed', async () => {
    const words = ['verify', `${depot.url}/tracking`, '--learn', '--json', '--seed', `${SEED}`];
    const { out, err } = await roadtest(words, { env, cwd: folder });
    expect(err).toMatch(/Learned \d+ openings .*\n {2}token\.status: \{"issued":200,"refused":200\}\n/);
    const judged = JSON.parse(out) as Run;
    expect(judged).toMatchObject({ exitCode: 0, profile: 'learned', leftBehind: [] });
    expect(idsOf(judged, 'pass').length).toBeGreaterThan(134);
  });

  it.runIf(inTurn())('comes from a description, alone or confirmed by the deployment', async () => {
    const described = new URL('../foreign/openapi.yaml', import.meta.url).pathname;
    const words = ['verify', `${depot.url}/tracking`, '--openapi', described, '--seed', `${SEED}`, '--json'];
    const judged = JSON.parse((await roadtest(words, { env, cwd: folder })).out) as Run;
    expect(idsOf(judged, 'fail')).toEqual([]);
    // Seven of ten ids that a profile without controls judges.
    expect(idsOf(judged, 'pass').length).toBeGreaterThan(104);
    const together = await learn('--openapi', described);
    expect(together.out).toMatch(/ # openapi: .*; seen: \d+ of \d+ /);
    const none = await roadtest(['learn', '--openapi', new URL(import.meta.url).pathname], { env });
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('OPENAPI_INVALID') });
  });

  it('says on standard error what of a description it does not read, and what that costs', async () => {
    const file = join(folder, 'parts.json');
    const reply = {
      description: 'x',
      content: { 'application/json': { schema: { $ref: './Device.json' } } },
    };
    const get = { responses: { '200': reply, default: { description: 'refused' } } };
    const paths = { '/api/devices/{deviceId}': { get } };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: {}, paths }));
    const { err } = await roadtest(['learn', '--openapi', file], { cwd: folder });
    expect(err).toContain('such as "./Device.json" are not read');
    expect(err).toContain(
      'Replies under "default" are not read: their fields, statuses and refusals are not learned',
    );
  });

  it.runIf(inTurn())('changes nothing before a run that is read-only', async () => {
    const before = await records(depot.url);
    const words = ['verify', `${depot.url}/tracking`, '--learn', '--read-only', '--json'];
    const { out, err } = await roadtest(words, { env, cwd: folder });
    expect(err).not.toContain('patch.format');
    expect(JSON.parse(out)).toMatchObject({ profile: 'learned' });
    expect(await records(depot.url)).toEqual(before);
  });

  it.runIf(inTurn())('says what is wrong with the credentials, the address or the line', async () => {
    const wrong = await roadtest(['learn', `${depot.url}/tracking`], {
      env: { ...env, ROADTEST_API_KEY: 'no' },
    });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('CREDENTIALS_REFUSED') });
    expect(await roadtest(['learn'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('MISSING_ARGUMENT'),
    });
  });
});
