/** `roadtest serve --strict`: names in calls that are not read are reported, with those that were meant. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { type Service, serve } from '../command/roadtest.ts';
import { typed } from '../command/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-strict-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'kept.yaml'),
  'roadtest: 1\nname: kept\nopenings: { records.unknown-fields: kept, operations.envelope: { bodies: { group: { at: /group, constants: { /v: 1 } } } } }\n',
);

interface Entry {
  request: { target: string };
  reply: { status: number };
  note?: string;
}
const lastOf = async ({ control }: Service): Promise<Entry> => {
  const { body } = await control<{ requests: Entry[] }>('GET', '/requests?limit=1');
  return body.requests.at(-1) as Entry;
};
const tokenOf = async ({ baseUrl, userName, apiKey }: Service): Promise<string> => {
  const answer = await fetch(`${baseUrl}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  });
  return ((await answer.json()) as { token: string }).token;
};

describe('with refuse', () => {
  it('a call with a name that is not read is refused, with the name that was meant', async () => {
    const service = await serve(['--frozen', '--strict', 'refuse']);
    const made = await service.api('POST', '/groups', { nmae: 'North' });
    expect(made).toMatchObject({
      status: 422,
      body: {
        code: 'STRICT_UNKNOWN_FIELD',
        field: '/nmae',
        detail: expect.stringContaining('did you mean "/name"?'),
      },
    });
    expect(await service.api('GET', '/devices?limt=2')).toMatchObject({
      status: 422,
      body: { code: 'STRICT_UNKNOWN_PARAMETER', field: 'limt', detail: expect.stringContaining('"limit"') },
    });
    const authorization = `Bearer ${await tokenOf(service)}`;
    const misspelt = await fetch(`${service.baseUrl}/api/groups`, {
      headers: { Autorization: authorization },
    });
    expect([misspelt.status, await misspelt.json()]).toMatchObject([
      422,
      {
        code: 'STRICT_UNKNOWN_HEADER',
        field: 'autorization',
        detail: expect.stringContaining('"authorization"'),
      },
    ]);
    expect(await service.api('GET', '/grups')).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_PATH', detail: expect.stringContaining('Did you mean /api/groups?') },
    });
    expect((await lastOf(service)).note).toMatch(/^strict: UNKNOWN_PATH: .*\/api\/groups/);
    expect(await service.api('GET', '/groups?nmae')).toMatchObject({ status: 422 });
    expect(await service.api('GET', '/devices?group=grp-1&limit=2')).toMatchObject({ status: 200 });
  });
});

describe('with warn', () => {
  it('a call is served as always, and the journal and the log say what was not read', async () => {
    const service = await serve(['--frozen', '--strict', 'warn', '--log', 'json']);
    expect(await service.api('POST', '/groups', { name: 'North', descripton: 'x' })).toMatchObject({
      status: 201,
    });
    const note =
      'strict: STRICT_UNKNOWN_FIELD: "/descripton" is not a field that createGroup reads: did you mean "/description"?';
    expect(await lastOf(service)).toMatchObject({ reply: { status: 201 }, note });
    expect(await service.api('POST', '/groups', { nmae: 'North' })).toMatchObject({
      status: 422,
      body: { field: '/name' },
    });
    expect((await lastOf(service)).note).toContain('"/nmae"');
    const reports = [{ latitude: 1, longitude: 2, sped: 3, attributes: { any: { thing: 1 } } }];
    await service.api('POST', '/devices/dev-1/locations', reports);
    expect((await lastOf(service)).note).toMatch(/"\/0\/sped".*did you mean "\/0\/speed"\?$/);
    await service.api('GET', '/devices');
    expect((await lastOf(service)).note).toBeUndefined();
    const { out } = await service.stop();
    expect(out).toContain(JSON.stringify(note).slice(1, -1));
  });

  it('tells a secret that is sent as a name in no note', async () => {
    const service = await serve(['--frozen', '--strict', 'warn']);
    await service.api('GET', `/devices?${service.apiKey}=1`);
    expect((await lastOf(service)).note).toMatch(/STRICT_UNKNOWN_PARAMETER/);
    expect((await lastOf(service)).note).not.toContain(service.apiKey);
  });
});

it('where a deployment keeps unknown fields, near misses alone are told; constants of bodies never', async () => {
  const service = await serve(['--frozen', '--strict', 'refuse', '--profile', join(folder, 'kept.yaml')]);
  const made = (body: object) => service.api<{ code?: string; detail?: string }>('POST', '/groups', body);
  expect((await made({ v: 1, group: { name: 'North', costCentre: 7 } })).status).toBe(201);
  expect((await made({ v: 1, group: { nmae: 'North' } })).body.detail).toContain('"/group/name"');
  expect((await made({ name: 'North' })).body.detail).toContain('did you mean "/group/name"?');
});

it('takes warn and refuse alone', async () => {
  const { code, err } = await typed(['serve', '--port', '0', '--strict', 'loud']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/warn or refuse.*WRONG_OPTION/) });
  expect(() => createSimulator({ strict: 'loud' as 'warn' })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', field: 'strict' }),
  );
});
