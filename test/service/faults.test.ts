/** Fault rules: effects and matches on calls, and mistakes in them. What is cut or comes in pieces goes over a socket. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../simulator/hosts/node.ts';
import type { Simulator } from '../../simulator/index.ts';
import { open } from './client.ts';

let simulator: Simulator;

interface Answer {
  /** The word `cut` where the connection broke. */
  status: number | 'cut';
  headers: Headers;
  text: string;
}

async function world(options = {}, onSocket = false) {
  const at = open(options);
  simulator = at.served;
  const server = onSocket ? await serve(simulator, { grace: 0 }) : undefined;
  onTestFinished(() => server?.close());
  const call = async (
    token: string,
    method: string,
    path: string,
    body?: unknown,
    more = {},
  ): Promise<Answer> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...json, authorization: `Bearer ${token}`, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      const reply = await (server ? fetch(server.url + path, init) : simulator.fetch(path, init));
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    } catch {
      return { status: 'cut', headers: new Headers(), text: '' };
    }
  };
  const token = await at.token();
  return {
    control: at.control,
    set: async (...rules: object[]) =>
      expect((await at.control('PUT /faults', { rules })).json).not.toHaveProperty('code'),
    hits: async () => (await at.shown('/faults')).rules.map(({ hits }: { hits: number }) => hits),
    sign: () => at.token(),
    as: call,
    api: (method: string, path: string, body?: unknown, headers = {}) =>
      call(token, method, path, body, headers),
  };
}

const statuses = async (calls: readonly (() => Promise<Answer>)[]) => {
  const seen: Answer['status'][] = [];
  for (const one of calls) seen.push((await one()).status);
  return seen;
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('an effect', () => {
  it('status, headers and body: the call is answered so, and not carried out', async () => {
    const { api, set } = await world();
    await set({
      operation: 'createGroup',
      status: 503,
      headers: { 'Retry-After': '7' },
      body: { busy: true },
    });
    const reply = await api('POST', '/api/groups', { name: 'North' });
    expect(reply).toMatchObject({ status: 503, text: '{"busy":true}' });
    expect(reply.headers.get('retry-after')).toBe('7');
    expect(simulator.fleet.groups.list().map(({ name }) => name)).not.toContain('North');
  });

  it('refusal: as the profile has it, by its name', async () => {
    const { api, set } = await world();
    await set(
      { operation: 'listDevices', refusal: 'rate-limited', headers: { 'retry-after': '3' } },
      { operation: 'listGroups', refusal: 'unauthorised' },
    );
    const limited = await api('GET', '/api/devices');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await api('GET', '/api/groups')).status).toBe(401);
  });

  it('cut before: nothing is carried out', async () => {
    const { api, set } = await world();
    await set({ operation: 'createGroup', cut: 'before' });
    expect((await api('POST', '/api/groups', { name: 'North' })).status).toBe('cut');
    expect(simulator.fleet.groups.list().map(({ name }) => name)).not.toContain('North');
  });

  it('cut after: the write counts, its answer is lost, and the same again makes a second one', async () => {
    const { api, set } = await world();
    await set({ operation: 'createGroup', cut: 'after', times: 1 });
    expect((await api('POST', '/api/groups', { name: 'North' })).status).toBe('cut');
    expect((await api('POST', '/api/groups', { name: 'North' })).status).toBe(201);
    expect(simulator.fleet.groups.list().filter(({ name }) => name === 'North')).toHaveLength(2);
    expect(simulator.journal.list().at(-2)).toMatchObject({
      reply: { status: null },
      note: expect.stringContaining('carried out'),
    });
  });

  it('cut in the middle: the body breaks off', async () => {
    const { api, set } = await world({}, true);
    await set({ operation: 'listDevices', cut: 'middle' });
    expect((await api('GET', '/api/devices')).status).toBe('cut');
  });

  it('slow and cut: of an answer without a body nothing comes in pieces', async () => {
    const { api, set } = await world({}, true);
    const group = async () => JSON.parse((await api('POST', '/api/groups', { name: 'North' })).text).id;
    const [one, other] = [await group(), await group()];
    await set({ operation: 'deleteGroup', slow: 10, times: 1 }, { operation: 'deleteGroup', cut: 'middle' });
    expect((await api('DELETE', `/api/groups/${one}`)).status).toBe(204);
    expect((await api('DELETE', `/api/groups/${other}`)).status).toBe('cut');
  });

  it('slow: the body comes in pieces, and whole', async () => {
    const { api, set } = await world({ devices: 1 }, true);
    const whole = (await api('GET', '/api/devices')).text;
    await set({ operation: 'listDevices', slow: whole.length * 5 });
    expect((await api('GET', '/api/devices')).text).toBe(whole);
  });

  it('latency in real time: others are answered meanwhile', async () => {
    const { api, set } = await world();
    await set({ operation: 'listDevices', latency: '300ms', times: 1 });
    const order: string[] = [];
    await Promise.all([
      api('GET', '/api/devices').then(() => order.push('late')),
      api('GET', '/api/groups').then(() => order.push('at once')),
    ]);
    expect(order).toEqual(['at once', 'late']);
  });

  it('delay on the fake clock: the call is carried out at that moment of an advance', async () => {
    const { api, set } = await world();
    await set({ operation: 'createGroup', delay: '5m', times: 1 });
    const begun = simulator.clock.now();
    const made = api('POST', '/api/groups', { name: 'Late' });
    await expect.poll(() => simulator.faults.counted[0]?.hits).toBe(1);
    await simulator.clock.advance({ by: 'PT1H' });
    expect((await made).status).toBe(201);
    const event = simulator.events.since(0, 1000).find(({ kind }) => kind === 'group-created');
    expect(event?.at).toBe(begun + 300_000);
  });

  it('stale: reads are answered as before for so long; writes count', async () => {
    const { api, set } = await world();
    await set({ stale: '10m' });
    const names = async () => JSON.parse((await api('GET', '/api/groups')).text).length as number;
    const before = await names();
    expect((await api('POST', '/api/groups', { name: 'North' })).status).toBe(201);
    expect(await names()).toBe(before);
    await simulator.clock.advance({ by: 'PT10M' });
    expect(await names()).toBe(before + 1);
  });

  it('limit: so many in each period of the fake clock, for each device, with the headers of a vendor', async () => {
    const { api, set, hits } = await world();
    const limit = { requests: 2, per: '15s', by: 'device', headers: 'x-ratelimit' };
    await set({ operation: 'readDevice', limit });
    const of = (device: number) => () => api('GET', `/api/devices/dev-${device}`);
    expect(await statuses([of(1), of(1), of(2), of(1), of(2), of(2)])).toEqual([
      200, 200, 200, 429, 200, 429,
    ]);
    expect(await hits()).toEqual([2]);
    const refused = await of(1)();
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await simulator.clock.advance({ by: 'PT15S' });
    const served = await of(1)();
    expect([served.status, served.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  });

  it.each([
    ['ratelimit', 'ratelimit', /^"limit";r=0;t=\d+$/],
    ['x-rate-limit', 'x-rate-limit-reset', /^2026-/],
    ['retry-after', 'retry-after', /^\d+$/],
  ])('limit: told by %s', async (headers, name, form) => {
    const { api, set } = await world();
    await set({ limit: { requests: 0, per: '1m', headers } });
    const reply = await api('GET', '/api/devices');
    expect([reply.status, reply.headers.get(name)]).toEqual([429, expect.stringMatching(form)]);
  });

  it('revoke: the token counts no more, another one does', async () => {
    const { api, set, sign, as } = await world();
    await set({ operation: 'listGroups', revoke: true, times: 1 });
    const calls = [
      () => api('GET', '/api/devices'),
      () => api('GET', '/api/groups'),
      () => api('GET', '/api/devices'),
    ];
    expect(await statuses(calls)).toEqual([200, 401, 401]);
    expect((await as(await sign(), 'GET', '/api/devices')).status).toBe(200);
  });
});

describe('a rule meets', () => {
  const DEVICES = '/api/devices';
  const [none, a, b] = [{}, { 'x-trace': 'a' }, { 'x-trace': 'b' }];
  /** The paths that are read, or the headers with which the devices are. */
  it.each<[string, object, (string | object)[], number[]]>([
    [
      'operations',
      { operation: ['listGroups', 'listUsers'] },
      ['/api/groups', '/api/users', DEVICES],
      [503, 503, 200],
    ],
    ['a device', { device: 'dev-2' }, ['/api/devices/dev-1', '/api/devices/dev-2'], [200, 503]],
    ['the n-th call', { nth: [2, 3] }, times(4, DEVICES), [200, 503, 503, 200]],
    ['every n-th call', { every: 2 }, times(4, DEVICES), [200, 503, 200, 503]],
    ['so many times', { times: 2 }, times(3, DEVICES), [503, 503, 200]],
    ['a header', { header: { 'X-Trace': 'a' } }, [a, b], [503, 200]],
    ['any value of a header', { header: { 'x-trace': '*' } }, [b, none], [503, 200]],
    ['a user', { user: 'demo' }, [DEVICES], [503]],
    ['no other user', { user: 'another' }, [DEVICES], [200]],
  ])('%s', async (_, match, calls, expected) => {
    const { api, set } = await world();
    await set({ ...match, status: 503 });
    const made = calls.map(
      (call) => () => (typeof call === 'string' ? api('GET', call) : api('GET', DEVICES, undefined, call)),
    );
    expect(await statuses(made)).toEqual(expected);
  });

  it('a time of the fake clock', async () => {
    const { api, set } = await world();
    await set({ from: '2026-01-05T08:10:00Z', until: '2026-01-05T08:20:00Z', status: 503 });
    const later = async () => {
      const answer = await api('GET', DEVICES);
      await simulator.clock.advance({ by: 'PT10M' });
      return answer;
    };
    expect(await statuses(times(3, later))).toEqual([200, 503, 200]);
  });

  it('a token by its place', async () => {
    const { as, sign, set } = await world();
    const second = await sign();
    const third = await sign();
    await set({ token: 2, status: 503 });
    expect(await statuses([second, third].map((token) => () => as(token, 'GET', '/api/devices')))).toEqual([
      503, 200,
    ]);
  });

  it('a share of the calls, the same by the same seed', async () => {
    const seen = async () => {
      const { api, set } = await world({ seed: 3 });
      await set({ status: 503, probability: 0.3 });
      return statuses(times(40, () => api('GET', '/api/devices')));
    };
    const first = await seen();
    expect(await seen()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });
});

describe('a snapshot', () => {
  it('goes on in the middle of a limit, a count, stale answers and a revoked token', async () => {
    const { api, set, control } = await world();
    await set(
      { operation: 'listUsers', revoke: true, times: 1, nth: 3 },
      { operation: 'listDevices', limit: { requests: 2, per: '1h' } },
      { operation: 'listGroups', stale: '1h' },
    );
    await api('GET', '/api/devices');
    await api('GET', '/api/groups');
    await statuses(times(2, () => api('GET', '/api/users')));
    const saved = (await control('GET /snapshot')).json;
    const rest = () =>
      statuses([
        () => api('GET', '/api/devices'),
        () => api('GET', '/api/devices'),
        () => api('GET', '/api/users'),
        () => api('GET', '/api/groups'),
      ]);
    expect(await rest()).toEqual([200, 429, 401, 200]);
    await control('PUT /snapshot', saved);
    expect(await rest()).toEqual([200, 429, 401, 200]);
    await control('PUT /snapshot', (await control('GET /snapshot')).json);
    expect((await api('GET', '/api/users')).status).toBe(401);
  });
});

const [EIGHT, NINE] = ['2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z'];

it.each<[what: string, rules: unknown, field: string, says: RegExp]>([
  ['no list', 'x', 'rules', /list/],
  ['no rule', [1], 'rules/0', /object/],
  ['no effect', [{ operation: 'listDevices' }], 'rules/0', /has no effect/],
  ['a misspelt field', [{ staus: 500 }], 'rules/0/staus', /Did you mean status/],
  ['a field of every object', [{ constructor: 1 }], 'rules/0/constructor', /not part/],
  ['a misspelt operation', [{ operation: 'listDevice', status: 500 }], 'rules/0/operation', /listDevices/],
  ['a status of no answer', [{ status: 100 }], 'rules/0/status', /200/],
  ['a header of two lines', [{ status: 500, headers: { a: 'b\r\nc: d' } }], 'rules/0/headers/a', /pattern/],
  ['a header of the server', [{ status: 500, headers: { Date: 'x' } }], 'rules/0/headers/Date', /server/],
  ['headers of no answer', [{ cut: 'after', headers: {} }], 'rules/0/headers', /needs/],
  ['a body of no answer', [{ refusal: 'failed', body: 1 }], 'rules/0/body', /needs/],
  ['a body that is too long', [{ status: 500, body: 'x'.repeat(1_000_000) }], 'rules/0/body', /longer/],
  ['two answers', [{ status: 500, cut: 'after' }], 'rules/0/cut', /two rules/],
  ['a share that is none', [{ cut: 'before', probability: 2 }], 'rules/0/probability', /1/],
  ['a duration that is none', [{ delay: 'soon' }], 'rules/0/delay', /duration/],
  ['a latency without an end', [{ latency: '2h' }], 'rules/0/latency', /longer/],
  ['a limit without a period', [{ limit: { requests: 1 } }], 'rules/0/limit/per', /missing/],
  ['a moment that is none', [{ status: 500, from: 'noon' }], 'rules/0/from', /instant/],
  ['an end before the beginning', [{ status: 500, from: NINE, until: EIGHT }], 'rules/0/until', /after/],
  ['too many rules', times(1_001, { status: 500 }), 'rules', /more than/],
  ['the second of two', [{ status: 500 }, { status: 'x' }], 'rules/1/status', /integer/],
])('a mistake is said with its place, and changes nothing: %s', async (_, rules, field, says) => {
  const { control, served } = open();
  await control('PUT /faults', { rules: [{ cut: 'after' }] });
  const { status, json } = await control('PUT /faults', { rules });
  expect({ status, code: json.code, field: json.field }).toEqual({
    status: 422,
    code: 'FAULTS_INVALID',
    field,
  });
  expect(`${json.detail} ${json.hint ?? ''}`).toMatch(says);
  expect(served.faults.rules).toEqual([{ cut: 'after' }]);
});
