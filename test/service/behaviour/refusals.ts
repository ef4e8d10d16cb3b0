/** Bad input gets a clear answer in the profile's dialect and loses nothing. */
import { expect } from 'vitest';
import { BODY_LIMIT } from '../caller.ts';
import { each, type Rows } from './row.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const nowhere = [
  '/',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/devices/',
  '/api//devices',
  '/api/devices/x/y/z',
  '/favicon.ico',
  '/%zz',
  '/API/DEVICES',
  '/__proto__',
];

const impossible = [
  ['DELETE', '/api/devices', 'GET, HEAD'],
  ['PUT', '/api/groups', 'GET, HEAD, POST'],
  ['POST', '/api/users/countries', 'GET, HEAD'],
  ['GET', '/api/Auth/Token', 'POST'],
  ['OPTIONS', '/api/groups', 'GET, HEAD, POST'],
] as const;

/** So many lists, each in the one before. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const noJson = ['', '{', 'hello', '{"name":}', '{"name":"x"}}', '\u0000', '[1,2', "{'name':'x'}", nested(65)];

const meant = [
  ['/api/device', '/api/devices'],
  ['/api/Devices', '/api/devices'],
  ['/api/auth/token', '/api/Auth/Token'],
  ['/api/group/grp-1', '/api/groups/grp-1'],
] as const;

const wrongFacts: readonly [fact: string, value: Json][] = [
  ['latitude', '48'],
  ['latitude', 90.1],
  ['longitude', -180.1],
  ['longitude', null],
  ['speed', -1],
  ['course', 'north'],
  ['ignition', 'yes'],
  ['satellites', 1.5],
  ['deviceTime', 'yesterday'],
  ['deviceTime', {}],
];

export const refusals = {
  ...each('%s is served nowhere', nowhere, async (at, path) => {
    const headers = { authorization: `Bearer ${await at.token()}` };
    const reply = await at.request('GET', at.profile.basePath + path, { headers });
    at.refused('unknown-path', reply, 'UNKNOWN_PATH');
  }),

  ...each(
    'a path that is a little off is told of the one that was meant: %s',
    meant,
    async (at, [path, right]) => {
      const reply = await at.request('GET', at.profile.basePath + path);
      at.refused('unknown-path', reply, 'UNKNOWN_PATH');
      expect(reply.text).toContain(`Did you mean ${at.profile.basePath}${right}?`);
    },
  ),

  async 'without the path prefix of the profile nothing is served'(at) {
    if (at.profile.basePath === '') return;
    at.refused('unknown-path', await at.request('GET', '/api/devices'), 'UNKNOWN_PATH');
  },

  ...each(
    '%s is not possible, and what is possible is reported',
    impossible,
    async (at, [method, path, allow]) => {
      const reply = await at.request(method, at.profile.basePath + path);
      at.refused('method-not-allowed', reply, 'METHOD_NOT_ALLOWED');
      expect(reply.headers).toMatchObject({ allow });
    },
  ),

  ...each('a body that is not JSON is refused: %s', noJson, async (at, body) => {
    at.refused('malformed', await at.perform('createGroup', { body }));
    at.refused('malformed', await at.perform('postLocations', { id: at.device(1), body }));
  }),

  ...each(
    'a body of the wrong type is refused: %s',
    [null, 1, true, 'text', [], [[]], [1], JSON.parse(nested(64))],
    async (at, json) => {
      const body = JSON.stringify(json);
      at.refused('invalid', await at.perform('createGroup', { body }), undefined, 'createGroup');
      for (const operation of ['postLocations', 'postAlerts'] as const)
        at.refused('invalid', await at.perform(operation, { id: at.device(1), body }), undefined, operation);
    },
  ),

  ...each(
    'a value of the wrong type or out of range is refused, and not taken: %s',
    wrongFacts,
    async (at, [fact, value]) => {
      const now = await at.now();
      await at.postLocations(1, { deviceTime: now - 60_000, latitude: 48, longitude: 11 });
      const posting = at.lens.posting('locations');
      const pointer = posting.pointer(fact);
      if (pointer === undefined) return;
      const body = withValue(posting.write([{ deviceTime: now, latitude: 1, longitude: 1 }]), pointer, value);
      at.refused('invalid', await at.perform('postLocations', { id: at.device(1), body }));
      expect(await at.lastLocation(1)).toMatchObject({ latitude: expect.closeTo(48, 6) });
    },
  ),

  ...each(
    'a body that reaches for %s does no harm',
    ['__proto__', 'constructor', 'prototype'],
    async (at, name) => {
      const body = `{"name":"x","${name}":{"prototype":{"harmed":true},"harmed":true,"isAdmin":true}}`;
      const before = await at.list('group');
      const reply = await at.perform('createGroup', { body });
      expect({ status: reply.status, text: reply.text }).toEqual({
        status: expect.toSatisfy((status) => status < 500),
        text: expect.not.stringContaining('harmed'),
      });
      await at.perform('postLocations', { id: at.device(1), body });
      await at.perform('updateGroup', { id: at.lens.pathId('group', 1), body });
      const headers = { 'content-type': 'application/json' };
      await at.request('PUT', '/_control/account', { body, headers });
      expect(({} as { harmed?: boolean }).harmed).toBeUndefined();
      expect((await at.list('group')).slice(0, before.length)).toEqual(before);
    },
  ),

  async 'a body over the limit is refused in the dialect, one at the limit is read'(at) {
    const bodyOf = (length: number) => JSON.stringify({ name: 'x'.repeat(length - '{"name":""}'.length) });
    at.refused(
      'too-large',
      await at.perform('createGroup', { body: bodyOf(BODY_LIMIT + 1) }),
      'BODY_TOO_LARGE',
    );
    at.refused('invalid', await at.perform('createGroup', { body: bodyOf(BODY_LIMIT) }));
    expect(await at.control('PUT', '/account', { apiKey: 'x'.repeat(BODY_LIMIT) })).toMatchObject({
      status: 413,
    });
  },

  async 'another content type is refused'(at) {
    const headers = { 'content-type': 'text/plain' };
    at.refused(
      'content-type',
      await at.perform('createGroup', { body: '{"name":"x"}', headers }),
      'CONTENT_TYPE',
    );
  },

  async 'an injected fault is met by the calls that it names'(at) {
    await at.token();
    await at.controlled('PUT', '/faults', { rules: [{ operation: 'listGroups', refusal: 'failed' }] });
    at.refused('failed', await at.perform('listGroups'), 'INJECTED_FAULT');
    at.served('listUsers', await at.perform('listUsers'));
  },

  async 'a cut connection is met'(at) {
    await at.token();
    await at.controlled('PUT', '/faults', { rules: [{ operation: '*', cut: 'before' }] });
    await expect(at.perform('listGroups')).rejects.toThrow();
    await at.controlled('PUT', '/faults', { rules: [] });
    at.served('listGroups', await at.perform('listGroups'));
  },

  async 'HEAD is answered like GET, without a body'(at) {
    const headers = { authorization: `Bearer ${await at.token()}` };
    const target = `${at.profile.basePath}/api/groups`;
    const get = await at.request('GET', target, { headers });
    const head = await at.request('HEAD', target, { headers });
    const { 'content-type': type, date } = get.headers;
    expect(head).toMatchObject({ status: get.status, text: '', headers: { 'content-type': type, date } });
  },
} satisfies Rows;

/** A copy of a payload with another value at a place. */
function withValue(json: Json, pointer: string, value: Json): Json {
  const copy = structuredClone(json);
  const path = pointer.split('/').slice(1);
  let parent = copy;
  for (const key of path.slice(0, -1)) {
    parent[key] ??= {};
    parent = parent[key];
  }
  parent[path.at(-1) ?? ''] = value;
  return copy;
}
