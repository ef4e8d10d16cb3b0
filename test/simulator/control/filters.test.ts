/** Calls of the public API by what a test asks of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldsLike, isLike } from '../../../simulator/control/filters/filter.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { type Client, clientOf } from '../client.ts';

const simulator = createSimulator({ devices: 3 });
const client = clientOf(simulator);
/** The calls that a query finds, oldest first, in short. */
const found = async (query: string, asked: Client = client): Promise<string[]> => {
  const { status, text, json } = await asked.control('GET', `/requests?${query}`);
  expect(status, text).toBe(200);
  return json.requests.map(
    ({ request, reply }: { request: { method: string; target: string }; reply: { status: number | null } }) =>
      `${request.method} ${request.target} ${reply.status}`,
  );
};
const refusal = async (query: string) => (await client.control('GET', `/requests?${query}`)).json;

describe('calls of the journal', () => {
  beforeAll(async () => {
    const { authorised, control } = client;
    await client('GET', '/api/devices');
    await authorised('GET', '/api/devices/dev-2');
    await authorised('POST', '/api/devices/dev-2/locations', [
      { deviceTime: '2026-01-05T07:00:00Z', latitude: 48, longitude: 11, speed: 50 },
      {
        deviceTime: '2026-01-05T07:10:00Z',
        latitude: 48,
        longitude: 11,
        attributes: { fuel: { left: 7.5 } },
      },
    ]);
    await control('POST', '/clock/advance', { by: 'PT1H' });
    await authorised('POST', '/api/groups', { name: 'North: A', deviceIds: ['dev-1', 'dev-2'] });
    await authorised('PATCH', '/api/groups/grp-1', { deviceIds: ['dev-3'] });
    await authorised('GET', '/api/devices/dev-99');
    await client('GET', '/nowhere?device=dev-2&operation=x');
    await control('PUT', '/faults', { rules: [{ operation: 'listUsers', cut: 'before' }] });
    await client('GET', '/api/users');
  });

  it.each([
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
    ['field=name:North: A', ['POST /api/groups 201']],
    ['field=name:North*', ['POST /api/groups 201']],
    ['field=name:north*', []],
    ['field=speed:50', ['POST /api/devices/dev-2/locations 200']],
    ['field=attributes.fuel.left:7.5', ['POST /api/devices/dev-2/locations 200']],
    ['field=deviceIds:dev-3', ['PATCH /api/groups/grp-1 200']],
    ['field=attributes.fuel', ['POST /api/devices/dev-2/locations 200']],
    ['since=2026-01-05T08:30:00Z&operation=createGroup', ['POST /api/groups 201']],
    ['since=2026-01-05T09:00:00.001Z', []],
    ['field=__proto__', []],
    ['field=constructor:*', []],
    ['field=constructor.name', []],
    ['field=name.length', []],
    ['path=[(a%2B)%2B]%24', []],
  ])('%s', async (query, calls) => {
    expect(await found(query)).toEqual(calls);
  });

  it('come after a number, and are counted without being given', async () => {
    const all = (await client.control('GET', '/requests')).json;
    expect(all).toMatchObject({
      count: all.requests.length,
      dropped: 0,
      sequence: all.requests.at(-1).sequence,
    });
    const later = (await client.control('GET', `/requests?since=${all.sequence - 2}&limit=1`)).json;
    expect(later).toMatchObject({ count: 2, requests: [{ sequence: all.sequence }] });
    expect((await client.control('GET', '/requests/count?status=404')).json).toEqual({
      count: 2,
      dropped: 0,
      sequence: all.sequence,
    });
  });

  it.each([
    ['operation=listDevice', 'operation', /Did you mean listDevices/],
    ['operation=__proto__', 'operation', /There are issueToken/],
    ['status=99', 'status', /from 100 to 599/],
    ['status=4xx', 'status', /cut/],
    ['device=van-1', 'device', /GET \/_control\/devices/],
    ['path=', 'path', /Shorten/],
    [`path=${'x'.repeat(501)}`, 'path', /Shorten/],
    [`field=name:${'*a'.repeat(300)}`, 'field', /Shorten/],
    ['since=yesterday', 'since', /2026-01-05T08:00:00Z/],
    ['since=-1', 'since', /17/],
    ['limit=all', 'limit', /limit=100/],
  ])('are not looked for by what no call can have: %s', async (query, field, hint) => {
    expect(await refusal(query)).toMatchObject({
      status: 422,
      code: 'FILTER_INVALID',
      field,
      hint: expect.stringMatching(hint),
    });
  });

  it('are found by nothing that is not shown', async () => {
    for (const query of ['field=apiKey:demo-key', 'field=apiKey:demo*', 'path=*demo-key*'])
      expect(await found(query)).toEqual([]);
    expect((await found('field=apiKey:$ROADTEST_API_KEY')).length).toBeGreaterThan(0);
  });

  it('are the same in code', async () => {
    const { journal } = simulator;
    const { json } = await client.control('GET', '/requests?device=dev-2');
    expect(journal.list({ device: 'dev-2' })).toEqual(json.requests);
    expect(journal.list({ device: 'dev-2', limit: 1 })).toEqual(json.requests.slice(-1));
    expect(journal.count({ field: ['name:North*', 'deviceIds:dev-1'] })).toBe(1);
    expect(journal.count({ field: ['name:North*', 'deviceIds:dev-3'] })).toBe(0);
    expect(journal.count({ since: new Date('2026-01-05T08:30:00Z'), operation: 'readDevice' })).toBe(1);
    expect(() => journal.count({ status: 700 })).toThrow(/no status "700"/);
    expect(() => journal.list({ field: Array.from({ length: 21 }, () => 'name') })).toThrow(/at most 20/);
  });
});

it('the journal says how many older calls it has dropped; what is cleared is not among them', async () => {
  const simulator = createSimulator({ journalSize: 3 });
  const client = clientOf(simulator);
  const calls = async (count: number) => {
    for (let i = 0; i < count; i++) await client('GET', '/nowhere');
    const { requests, ...counted } = (await client.control('GET', '/requests')).json;
    return { ...counted, kept: requests.length };
  };
  expect(await calls(2)).toEqual({ count: 2, dropped: 0, sequence: 2, kept: 2 });
  expect(await calls(3)).toEqual({ count: 3, dropped: 2, sequence: 5, kept: 3 });
  await client.control('DELETE', '/requests');
  expect(await calls(0)).toEqual({ count: 0, dropped: 0, sequence: 5, kept: 0 });
  expect(await calls(4)).toEqual({ count: 3, dropped: 1, sequence: 9, kept: 3 });
  simulator.journal.clear();
  expect(simulator.journal.list()).toEqual([]);
  await client.control('POST', '/reset');
  expect(await calls(1)).toEqual({ count: 1, dropped: 0, sequence: 1, kept: 1 });
});

it('a journal that keeps nothing still counts what it dropped', async () => {
  const client = clientOf(createSimulator({ journalSize: 0 }));
  await client('GET', '/nowhere');
  expect((await client.control('GET', '/requests')).json).toEqual({
    count: 0,
    dropped: 1,
    sequence: 1,
    requests: [],
  });
});

it.each([
  ['abc', 'abc', true],
  ['abc', 'ab', false],
  ['abc', '*', true],
  ['', '*', true],
  ['abc', 'a*c', true],
  ['ac', 'a*c', true],
  ['a', 'a*a', false],
  ['abcabc', '*bc', true],
  ['abcab', '*bc', false],
  ['abcabc', 'a*b*b*c', true],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
  ['a**', 'a**', true],
])('%j is like %j: %s', (text, pattern, expected) => {
  expect(isLike(text, pattern)).toBe(expected);
});

it('a long text against a pattern of many stars takes no time to speak of', () => {
  const pattern = `${'a*'.repeat(249)}b`;
  expect(isLike('a'.repeat(16_384), pattern)).toBe(false);
});

it('fields of a body are its own', () => {
  const body: unknown = JSON.parse('{"__proto__": {"x": 1}, "list": [[{"a": null}], {"a": true}]}');
  expect(fieldsLike('__proto__.x:1')(body)).toBe(true);
  expect(fieldsLike('toString')(body)).toBe(false);
  expect(fieldsLike('list.a:true')(body)).toBe(true);
  expect(fieldsLike('list.b')(body)).toBe(false);
});
