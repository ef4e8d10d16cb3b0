/** Bad input gets a clear answer in the profile's dialect and loses nothing. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../contracts/kit/json.ts';
import { BODY_LIMIT, type Open } from '../caller.ts';

export function badInputBehaviour(open: Open): void {
  describe('bad input', () => {
    test.each([
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
    ])('%s is served nowhere', async (path) => {
      const caller = await open();
      const headers = { authorization: `Bearer ${await caller.token()}` };
      caller.refused(
        'unknown-path',
        await caller.request('GET', caller.profile.basePath + path, { headers }),
        'UNKNOWN_PATH',
      );
    });

    test('without the path prefix of the profile nothing is served', async () => {
      const caller = await open();
      if (caller.profile.basePath === '') return;
      caller.refused('unknown-path', await caller.request('GET', '/api/devices'), 'UNKNOWN_PATH');
    });

    test.each([
      ['DELETE', '/api/devices', 'GET, HEAD'],
      ['PUT', '/api/groups', 'GET, HEAD, POST'],
      ['POST', '/api/users/countries', 'GET, HEAD'],
      ['GET', '/api/Auth/Token', 'POST'],
      ['OPTIONS', '/api/groups', 'GET, HEAD, POST'],
    ])('%s %s is not possible, and what is possible is reported', async (method, path, allow) => {
      const caller = await open();
      const reply = await caller.request(method, caller.profile.basePath + path);
      caller.refused('method-not-allowed', reply, 'METHOD_NOT_ALLOWED');
      expect(reply.headers.allow).toBe(allow);
    });

    test.each(['', '{', 'hello', '{"name":}', '{"name":"x"}}', '\u0000', '[1,2', "{'name':'x'}"])(
      'a body that is not JSON is refused: %j',
      async (body) => {
        const caller = await open();
        caller.refused('malformed', await caller.perform('createGroup', { body }));
        caller.refused('malformed', await caller.perform('postLocations', { id: caller.device(1), body }));
      },
    );

    test.each([null, 1, true, 'text', [], [[]], [1]])(
      'a body of the wrong type is refused: %j',
      async (json) => {
        const caller = await open();
        const body = JSON.stringify(json);
        caller.refused('invalid', await caller.perform('createGroup', { body }));
        caller.refused('invalid', await caller.perform('postLocations', { id: caller.device(1), body }));
        caller.refused('invalid', await caller.perform('postAlerts', { id: caller.device(1), body }));
      },
    );

    test('values of the wrong type or out of range are refused, and nothing is taken', async () => {
      const caller = await open();
      const now = await caller.now();
      await caller.postLocations(1, { deviceTime: now - 60_000, latitude: 48, longitude: 11 });
      const posting = caller.lens.posting('locations');
      const wrong: [fact: string, value: Json][] = [
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
      for (const [fact, value] of wrong) {
        const pointer = posting.pointer(fact);
        if (pointer === undefined) continue;
        const body = posting.write([{ deviceTime: now, latitude: 1, longitude: 1 }]);
        const reply = await caller.perform('postLocations', {
          id: caller.device(1),
          body: withValue(body, pointer, value),
        });
        expect(() => caller.refused('invalid', reply), `${fact}: ${JSON.stringify(value)}`).not.toThrow();
      }
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(48, 6);
    });

    test.each(['__proto__', 'constructor', 'prototype'])(
      'a body that reaches for %s does no harm',
      async (name) => {
        const caller = await open();
        const harm = `{"name":"x","${name}":{"prototype":{"harmed":true},"harmed":true,"isAdmin":true}}`;
        const before = await caller.list('group');
        const reply = await caller.perform('createGroup', { body: harm });
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toContain('harmed');
        await caller.perform('postLocations', { id: caller.device(1), body: harm });
        await caller.perform('updateGroup', { id: caller.lens.pathId('group', 1), body: harm });
        await caller.request('PUT', '/_control/account', {
          body: harm,
          headers: { 'content-type': 'application/json' },
        });
        expect(({} as { harmed?: boolean }).harmed).toBeUndefined();
        expect((await caller.list('group')).slice(0, before.length)).toEqual(before);
      },
    );

    test('a body over the limit is refused in the dialect, one at the limit is read', async () => {
      const caller = await open();
      const at = (length: number) => JSON.stringify({ name: 'x'.repeat(length - '{"name":""}'.length) });
      caller.refused(
        'too-large',
        await caller.perform('createGroup', { body: at(BODY_LIMIT + 1) }),
        'BODY_TOO_LARGE',
      );
      caller.refused('invalid', await caller.perform('createGroup', { body: at(BODY_LIMIT) }));
      expect((await caller.control('PUT', '/account', { apiKey: 'x'.repeat(BODY_LIMIT) })).status).toBe(413);
    });

    test('another content type is refused', async () => {
      const caller = await open();
      const reply = await caller.perform('createGroup', {
        body: '{"name":"x"}',
        headers: { 'content-type': 'text/plain' },
      });
      caller.refused('content-type', reply, 'CONTENT_TYPE');
    });

    test('the control API reports what it has and what was wrong', async () => {
      const caller = await open();
      expect(await caller.control('GET', '/nothing')).toMatchObject({
        status: 404,
        json: { code: 'UNKNOWN_PATH' },
      });
      expect(await caller.control('DELETE', '/account')).toMatchObject({
        status: 405,
        json: { code: 'METHOD_NOT_ALLOWED' },
      });
      expect(await caller.control('GET', '/devices/nonsense')).toMatchObject({
        status: 404,
        json: { code: 'UNKNOWN_DEVICE' },
      });
      expect(await caller.control('PUT', '/account', { apiEnabled: 'no' })).toMatchObject({
        status: 422,
        json: { code: 'BODY_INVALID' },
      });
    });

    test('an injected fault is met: an error, then a connection that is cut', async () => {
      const caller = await open();
      await caller.token();
      await caller.control('PUT', '/faults', { rules: [{ operation: 'listGroups', refusal: 'failed' }] });
      caller.refused('failed', await caller.perform('listGroups'), 'INJECTED_FAULT');
      caller.served('listUsers', await caller.perform('listUsers'));
      await caller.control('PUT', '/faults', { rules: [{ operation: '*', cut: 'before' }] });
      await expect(caller.perform('listGroups')).rejects.toThrow();
      await caller.control('PUT', '/faults', { rules: [{ operation: '*', latency: 20 }] });
      caller.served('listGroups', await caller.perform('listGroups'));
    });

    test('HEAD is answered like GET, without a body', async () => {
      const caller = await open();
      const headers = { authorization: `Bearer ${await caller.token()}` };
      const [get, head] = [
        await caller.request('GET', `${caller.profile.basePath}/api/groups`, { headers }),
        await caller.request('HEAD', `${caller.profile.basePath}/api/groups`, { headers }),
      ];
      expect(head.text).toBe('');
      expect({ status: head.status, type: head.headers['content-type'] }).toEqual({
        status: get.status,
        type: get.headers['content-type'],
      });
    });
  });
}

/** A copy of a payload with another value at a place. */
function withValue(json: Json, pointer: string, value: Json): Json {
  const copy = structuredClone(json);
  const path = pointer.split('/').slice(1);
  let parent = copy as { [key: string]: Json };
  for (const key of path.slice(0, -1)) {
    parent[key] ??= {};
    parent = parent[key] as { [key: string]: Json };
  }
  parent[path.at(-1) ?? ''] = value;
  return copy;
}
