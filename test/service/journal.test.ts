/** The journal of calls, by the control API and in code: what it shows, how calls are found in it, and no secret. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { Client, open } from './client.ts';

const simulator = createSimulator({ devices: 3 });
const at = new Client(simulator);

interface Shown {
  request: { method: string; target: string };
  reply: { status: number | null };
}

describe('calls of the journal', () => {
  beforeAll(async () => {
    await at.call('GET', '/api/devices');
    await at.api('GET /api/devices/dev-2');
    await at.api('POST /api/devices/dev-2/locations', [
      { deviceTime: '2026-01-05T07:00:00Z', latitude: 48, longitude: 11, speed: 50 },
      {
        deviceTime: '2026-01-05T07:10:00Z',
        latitude: 48,
        longitude: 11,
        attributes: { fuel: { left: 7.5 } },
      },
    ]);
    await at.control('POST /clock/advance', { by: 'PT1H' });
    await at.api('POST /api/groups', { name: 'North: A', deviceIds: ['dev-1', 'dev-2'] });
    await at.api('PATCH /api/groups/grp-1', { deviceIds: ['dev-3'] });
    await at.api('GET /api/devices/dev-99');
    await at.call('GET', '/nowhere?device=dev-2&operation=x');
    await at.control('PUT /faults', { rules: [{ operation: 'listUsers', cut: 'before' }] });
    await at.call('GET', '/api/users');
  });

  it.each<[query: string, calls: string[]]>([
    ['operation=readDevice', ['GET /api/devices/dev-2 200', 'GET /api/devices/dev-99 404']],
    ['operation=readDevice&status=404', ['GET /api/devices/dev-99 404']],
    ['status=cut', ['GET /api/users null']],
    [
      'device=dev-2',
      ['GET /api/devices/dev-2 200', 'POST /api/devices/dev-2/locations 200', 'POST /api/groups 201'],
    ],
    ['device=dev-3', ['PATCH /api/groups/grp-1 200']],
    ['device=dev-99', ['GET /api/devices/dev-99 404']],
    ['path=/api/devices/dev-2', ['GET /api/devices/dev-2 200']],
    ['path=*/locations', ['POST /api/devices/dev-2/locations 200']],
    ['path=/nowhere', ['GET /nowhere?device=dev-2&operation=x 404']],
    ['path=/api/dev*-99', ['GET /api/devices/dev-99 404']],
    ['path=/api/device.', []],
    ['path=[(a%2B)%2B]%24', []],
    [`path=${'a*'.repeat(249)}b`, []],
    ['field=name:North: A', ['POST /api/groups 201']],
    ['field=name:North*', ['POST /api/groups 201']],
    ['field=name:north*', []],
    ['field=speed:50', ['POST /api/devices/dev-2/locations 200']],
    ['field=attributes.fuel.left:7.5', ['POST /api/devices/dev-2/locations 200']],
    ['field=attributes.fuel', ['POST /api/devices/dev-2/locations 200']],
    ['field=deviceIds:dev-3', ['PATCH /api/groups/grp-1 200']],
    ['by=story', []],
    ['by=client&status=404&path=/n*', ['GET /nowhere?device=dev-2&operation=x 404']],
    ['since=2026-01-05T08:30:00Z&operation=createGroup', ['POST /api/groups 201']],
    ['since=2026-01-05T09:00:00.001Z', []],
    ['limit=1', ['GET /api/users null']],
    ['field=__proto__', []],
    ['field=constructor.name', []],
    ['field=name.length', []],
    // A text that is not shown finds nothing.
    ['field=apiKey:demo-key', []],
    ['field=apiKey:demo*', []],
    ['path=*demo-key*', []],
  ])('%s', async (query, calls) => {
    const { requests } = await at.shown(`/requests?${query}`);
    const found = requests.map(
      ({ request, reply }: Shown) => `${request.method} ${request.target} ${reply.status}`,
    );
    expect(found).toEqual(calls);
  });

  it.each([
    ['operation=listDevice', 'operation', /Did you mean listDevices/],
    ['operation=__proto__', 'operation', /There are issueToken/],
    ['status=99', 'status', /from 100 to 599/],
    ['status=4xx', 'status', /cut/],
    ['by=me', 'by', /client or story/],
    ['device=van-1', 'device', /GET \/_control\/devices/],
    ['path=', 'path', /Shorten/],
    [`path=${'x'.repeat(501)}`, 'path', /Shorten/],
    [`field=name:${'*a'.repeat(300)}`, 'field', /Shorten/],
    ['since=yesterday', 'since', /2026-01-05T08:00:00Z/],
    ['since=-1', 'since', /17/],
    ['limit=all', 'limit', /limit=100/],
  ])('are not looked for by what no call can have: %s', async (query, field, hint) => {
    expect(await at.control(`GET /requests?${query}`)).toMatchObject({
      status: 422,
      json: { code: 'FILTER_INVALID', field, hint: expect.stringMatching(hint) },
    });
  });

  it('come after a number, and are counted without being given', async () => {
    const all = await at.shown('/requests');
    expect(all).toMatchObject({
      count: all.requests.length,
      dropped: 0,
      sequence: all.requests.at(-1).sequence,
    });
    expect(await at.shown(`/requests?since=${all.sequence - 2}&limit=1`)).toMatchObject({
      count: 2,
      requests: [{ sequence: all.sequence }],
    });
    expect(await at.shown('/requests?status=404&limit=0')).toEqual({
      count: 2,
      dropped: 0,
      sequence: all.sequence,
      requests: [],
    });
  });
});

it('says how many older calls it has dropped; what is cleared is not among them', async () => {
  const few = open({ journalSize: 3 });
  const calls = async (count: number) => {
    for (let i = 0; i < count; i++) await few.call('GET', '/nowhere');
    const { requests, ...counted } = await few.shown('/requests');
    return { ...counted, kept: requests.length };
  };
  expect(await calls(2)).toEqual({ count: 2, dropped: 0, sequence: 2, kept: 2 });
  expect(await calls(3)).toEqual({ count: 3, dropped: 2, sequence: 5, kept: 3 });
  few.served.journal.clear();
  expect(await calls(0)).toEqual({ count: 0, dropped: 0, sequence: 5, kept: 0 });
  expect(await calls(4)).toEqual({ count: 3, dropped: 1, sequence: 9, kept: 3 });
  await few.control('POST /reset');
  expect(await calls(1)).toEqual({ count: 1, dropped: 0, sequence: 1, kept: 1 });
});

it('that keeps nothing still counts what it dropped', async () => {
  const none = open({ journalSize: 0 });
  await none.call('GET', '/nowhere');
  expect(await none.shown('/requests')).toEqual({ count: 0, dropped: 1, sequence: 1, requests: [] });
});

it('shows what was sent and answered, the beginning of long bodies only', async () => {
  const here = open();
  await here.call('POST', '/api/groups?x=1', `{"name":"${'y'.repeat(30_000)}"}`, { 'x-own': 'yes' });
  const [{ request, reply, ...rest }] = (await here.shown('/requests')).requests;
  expect(rest).toMatchObject({
    sequence: 1,
    operation: 'createGroup',
    simulatedAt: '2026-01-05T08:00:00.000Z',
  });
  expect(request).toMatchObject({ method: 'POST', target: '/api/groups?x=1', headers: { 'x-own': 'yes' } });
  expect({ kept: request.body.length < 20_000, body: request.body.slice(0, 12) }).toEqual({
    kept: true,
    body: '{"name":"yyy',
  });
  expect(reply).toMatchObject({ status: 401, headers: { 'content-type': 'application/problem+json' } });
});

it('shows what acts on a terminal by its number, and gives programs the same', async () => {
  const here = open();
  await here.call('POST', '/api/groups', '{"name":"\u202e\u2028 ##[command]"}');
  const { body, json } = await here.control('GET /requests');
  expect(body).not.toMatch(/[\u202e\u2028]|##\[/);
  expect(json.requests[0].request.body).toBe('{"name":"\u202e\u2028 ##[command]"}');
});

it('notes a location ahead of the clock, to those who look on as well', async () => {
  const served: unknown[] = [];
  const here = open({ onRequest: ({ note }) => served.push(note) });
  const report = { latitude: 48, longitude: 11 };
  for (const deviceTime of ['2026-01-05T08:00:30Z', '2026-01-05T11:00:00Z'])
    await here.api('POST /api/devices/dev-1/locations', [{ deviceTime, ...report }]);
  const note = 'A location is ahead of the clock by up to 3 hours.';
  const noted = (await here.shown('/requests')).requests.map((one: { note?: string }) => one.note);
  for (const notes of [noted, served])
    expect(notes.filter((one: unknown) => String(one).startsWith('A location'))).toEqual([note]);
});

describe('no secret is in it', () => {
  const textAfter = async (here: Client<object & { handle: typeof simulator.handle }>) =>
    (await here.control('GET /requests')).body;

  it('neither key nor token, in an address, a header or a broken body', async () => {
    const here = open();
    const token = await here.token();
    await here.call('GET', `/api/devices?access=${token}`, undefined, {
      authorization: `Bearer ${token}`,
      'x-debug': token,
    });
    const sent = [
      '{"userName":"demo","apiKey":"demo-key" broken',
      '{"userName":"demo","apiKey":"a-key-that-is-wrong"}',
      `{"pad":"${'x'.repeat(4_080)}","apiKey":"demo-key"}`,
      '{"apiKey":"half-a-key',
      `{"apiKey":"${'long-key-'.repeat(5_000)}"}`,
    ];
    for (const body of sent) await here.call('POST', '/api/Auth/Token', body);
    const text = await textAfter(here);
    const secrets = [
      'demo-key',
      'a-key-that-is-wrong',
      'half-a-key',
      'long-key',
      token,
      token.split('.')[2] ?? '',
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('no key in another encoding, nor one that held before', async () => {
    const here = open();
    const encoded = [Buffer.from('demo:demo-key').toString('base64')];
    for (const form of encoded)
      await here.call('GET', `/api/devices?key=${form}`, undefined, { 'x-basic': form });
    await here.control('PUT /account', { apiKey: 'another-key' });
    await here.call('GET', '/api/devices?key=another-key&before=demo-key');
    const text = await textAfter(here);
    expect([...encoded, 'demo-key', 'another-key'].filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain('$ROADTEST_API_KEY');
  });

  it('no password, whatever the dialect calls it, and nothing that is called like a secret', async () => {
    const { openings, basePath } = envelopedProfile;
    const fields = { ...openings['records.user']?.fields, password: '/moon' };
    const profile = { ...envelopedProfile, openings: { ...openings, 'records.user': { fields } } };
    const here = open({ profile });
    const names = ['accessToken', 'access_token', 'refreshToken', 'client_secret', 'password', 'x-api-key'];
    for (const name of names)
      await here.call('POST', `${basePath}/api/users`, { user: { inner: { [name]: `open-${name}` } } });
    await here.call('POST', `${basePath}/api/users`, {
      user: { name: { full: 'Ada' }, moon: 'open-sesame' },
    });
    const text = await textAfter(here);
    expect(text).toContain('Ada');
    expect(text).not.toMatch(/open-/);
  });
});

it('keeps nothing of the caller, who holds a request and its connection', async () => {
  const { served } = open();
  const called = (): WeakRef<object> => {
    const caller = { onLeft: () => () => undefined };
    void served.handle({ method: 'GET', target: '/api/devices', headers: {}, body: undefined, caller });
    return new WeakRef(caller);
  };
  const caller = called();
  await turn();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(caller.deref()).toBeUndefined();
});

it('shows the headers of each call as its own, also where later calls have taken the place of earlier ones', async () => {
  const { served, shown } = open({ journalSize: 3 });
  const sent = [{ a: '1' }, { a: '1', b: '2' }, { a: '1' }, { a: '1' }, { b: '2', a: '1' }, { a: '3' }];
  for (const headers of sent)
    await served.handle({ method: 'GET', target: '/api/devices', headers, body: undefined });
  const { requests } = await shown('/requests');
  const kept = requests.map(({ request }: { request: { headers: object } }) =>
    Object.entries(request.headers),
  );
  expect(kept).toEqual(sent.slice(-3).map((headers) => Object.entries(headers)));
});

it('keeps headers and bodies of the newest calls, says of which older ones they are gone, and by whom those were', async () => {
  const many = open({ journalSize: 1_200 });
  await many.api('POST /api/groups', { name: 'North' });
  const last = (await many.shown('/requests')).sequence;
  for (let i = 0; i < 999; i++) await many.call('GET', '/nowhere');
  const [whole] = (await many.shown('/requests?field=name:North')).requests;
  expect(whole).toMatchObject({ sequence: last, request: { body: '{"name":"North"}' } });
  await many.call('GET', '/nowhere');
  expect(await many.shown('/requests?field=name:North')).toMatchObject({ count: 0, bare: last });
  const [older] = (await many.shown('/requests?operation=createGroup&by=client')).requests;
  expect(older).toMatchObject({ request: { headers: {}, body: '' }, reply: { status: 201, body: '' } });
});
