import { base64url, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const START = Date.UTC(2026, 0, 5, 8);
const world = () => clientOf(createSimulator());

describe('a token', () => {
  test('is a JWT that an independent reader understands, dated by the fake clock', async () => {
    const { sha256 } = await import('@noble/hashes/sha2.js');
    const answer = await world()('POST', '/api/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
    const key = sha256(new TextEncoder().encode('roadtest signing key 1'));
    const { payload } = await jwtVerify(answer.json.token, key, { currentDate: new Date(START) });
    expect(decodeProtectedHeader(answer.json.token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toMatchObject({ sub: 'demo', iat: START / 1000, exp: START / 1000 + 3600 });
    expect(answer.json.expires).toBe('2026-01-05T09:00:00.000Z');
    expect(answer.json).not.toHaveProperty('error');
  });

  test('works up to the instant before it expires and not from that instant on', async () => {
    const simulator = createSimulator();
    const client = clientOf(simulator);
    const headers = { authorization: `Bearer ${await client.token()}` };
    await simulator.clock.advance(START + 3_599_999);
    expect((await client('GET', '/api/devices', undefined, headers)).status).toBe(200);
    await simulator.clock.advance(START + 3_600_000);
    const refused = await client('GET', '/api/devices', undefined, headers);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.json).toMatchObject({ status: 401, code: 'TOKEN_REFUSED' });
  });

  test('of a caller who renews in time keeps access without a gap', async () => {
    const simulator = createSimulator();
    const client = clientOf(simulator);
    const first = await client.token();
    await simulator.clock.advance(START + 3_500_000);
    const second = await client.token();
    expect(second).not.toBe(first);
    await simulator.clock.advance(START + 3_700_000);
    expect(
      (await client('GET', '/api/devices', undefined, { authorization: `Bearer ${second}` })).status,
    ).toBe(200);
  });
});

describe('what is not a token of ours is refused', () => {
  const forged = {
    'no header': () => undefined,
    'an empty bearer': () => 'Bearer ',
    'another scheme': (token: string) => `Basic ${token}`,
    'the bare token': (token: string) => token,
    garbage: () => 'Bearer never-a-token',
    'three empty parts': () => 'Bearer ..',
    'a changed signature': (token: string) =>
      `Bearer ${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
    'no signature': (token: string) => `Bearer ${token.split('.').slice(0, 2).join('.')}.`,
    'a payload with a later end': (token: string) => {
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)));
      const later = base64url.encode(JSON.stringify({ ...claims, exp: claims.exp + 10 }));
      return `Bearer ${header}.${later}.${signature}`;
    },
    'alg: none': (token: string) => {
      const payload = token.split('.')[1];
      return `Bearer ${base64url.encode('{"alg":"none","typ":"JWT"}')}.${payload}.`;
    },
    'alg: none with the old signature': (token: string) => {
      const [, payload, signature] = token.split('.');
      return `Bearer ${base64url.encode('{"alg":"none","typ":"JWT"}')}.${payload}.${signature}`;
    },
    'a payload that is not an object': (token: string) =>
      `Bearer ${token.split('.')[0]}.${base64url.encode('[]')}.AAAA`,
  };
  test.each(Object.entries(forged))('%s', async (_name, forge) => {
    const client = world();
    const authorization = forge(await client.token());
    const answer = await client(
      'GET',
      '/api/devices',
      undefined,
      authorization === undefined ? {} : { authorization },
    );
    expect(answer.status).toBe(401);
  });
});

describe('a token request fails with success false, a cause and no token', () => {
  const bodies: { [name: string]: unknown } = {
    'a wrong key': { userName: 'demo', apiKey: 'wrong' },
    'an unknown user': { userName: 'nobody', apiKey: 'demo-key' },
    'empty texts': { userName: '', apiKey: '' },
    'no user name': { apiKey: 'demo-key' },
    'no key': { userName: 'demo' },
    'a key that is not text': { userName: 'demo', apiKey: 1 },
    'a list': [],
    'a prototype': '{"__proto__": {"userName": "demo"}, "apiKey": "demo-key"}',
    'text that is not JSON': '{"userName":',
    nothing: undefined,
  };
  test.each(Object.entries(bodies))('for %s', async (_name, body) => {
    const answer = await world()('POST', '/api/Auth/Token', body, { 'content-type': 'application/json' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.json).toEqual({ success: false, error: expect.stringMatching(/./) });
  });

  test('for another content type', async () => {
    const body = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
    const answer = await world()('POST', '/api/Auth/Token', body, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(answer.json.success).toBe(false);
  });

  test('while API access is off, and works again once it is on', async () => {
    const simulator = createSimulator();
    const client = clientOf(simulator);
    const early = await client.token();
    await client.control('PUT', '/account', { apiEnabled: false });
    const refused = await client('POST', '/api/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
    expect(refused.json).toEqual({ success: false, error: expect.stringMatching(/API access/) });
    expect(
      (await client('GET', '/api/devices', undefined, { authorization: `Bearer ${early}` })).status,
    ).toBe(401);
    await client.control('PUT', '/account', { apiEnabled: true });
    expect(await client.token()).toMatch(/^eyJ/);
  });
});
