/** A body is taken in as it was meant, or refused for what it is: on a socket, by `fetch` in process, and behind MSW. */
import { gzipSync } from 'node:zlib';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roadtestHandler } from '../../../simulator/hosts/msw.ts';
import { serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { BODY_LIMIT, Caller, CREDENTIALS } from '../caller.ts';
import { profiles } from '../profiles.ts';
import { direct } from '../ways.ts';

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** How a call reaches a simulator, and what ends the way. */
const ways: { readonly [way: string]: (simulator: Simulator) => Promise<[Send, () => unknown]> } = {
  async 'a socket'(simulator) {
    const server = await serve(simulator);
    return [(path, init) => fetch(server.url + path, init), () => server.close()];
  },
  async 'fetch in process'(simulator) {
    return [(path, init) => simulator.fetch(new Request(`http://roadtest.test${path}`, init)), () => {}];
  },
  async MSW(simulator) {
    const server = setupServer(roadtestHandler(simulator));
    server.listen();
    return [(path, init) => fetch(`https://roadtest.test${path}`, init), () => server.close()];
  },
};

const group = (name: string): Buffer => Buffer.from(JSON.stringify({ name }));
const latin1 = Buffer.from('{"name":"Zürich"}', 'latin1');
const charset = (name: string) => ({ 'content-type': `application/json; charset=${name}` });

describe.each(Object.entries(ways))('over %s', (_way, open) => {
  const simulator = createSimulator({ bodyLimit: BODY_LIMIT });
  const groups = () => simulator.db.groups.findMany();
  let send: Send;
  let end: () => unknown;
  let authorization: string;
  beforeAll(async () => {
    [send, end] = await open(simulator);
    const answer = await post('/api/Auth/Token', Buffer.from(JSON.stringify(CREDENTIALS)));
    authorization = `Bearer ${(await answer.json()).token}`;
  });
  afterAll(async () => {
    await end();
    simulator.stop();
  });

  const post = (path: string, body: Buffer, headers = {}, method = 'POST') =>
    send(path, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }), ...headers },
      body: new Uint8Array(body),
    });

  test.each([
    ['UTF-8', group('Zürich'), {}],
    ['UTF-8 by name', group('Zürich'), charset('"UTF-8"')],
    ['UTF-8 behind a byte order mark', Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), group('Zürich')]), {}],
    ['identity', group('Zürich'), { 'content-encoding': 'identity' }],
  ])('%s arrives as it was meant', async (_what, body, headers) => {
    const before = (await groups()).length;
    expect((await post('/api/groups', body, headers)).status).toBe(201);
    expect((await groups()).slice(before)).toMatchObject([{ name: 'Zürich' }]);
  });

  const refused = [
    ['ISO-8859-1 that does not say so', latin1, {}, 400, 'BODY_NOT_TEXT'],
    ['a character that is cut off', group('Zürich').subarray(0, 11), {}, 400, 'BODY_NOT_TEXT'],
    ['another charset', latin1, charset('iso-8859-1'), 415, 'CHARSET'],
    ['a coded body', gzipSync(group('x')), { 'content-encoding': 'gzip' }, 415, 'CONTENT_ENCODING'],
    ['a coding that is not known', group('x'), { 'content-encoding': 'br' }, 415, 'CONTENT_ENCODING'],
  ] as const;

  test.each(refused)('%s is refused, and nothing is kept', async (_what, body, headers, status, code) => {
    const before = JSON.stringify(await groups());
    const reply = await post('/api/groups', body, headers);
    expect([reply.status, await reply.json()]).toEqual([status, expect.objectContaining({ status, code })]);
    const control = await post('/_control/clock', body, headers, 'PUT');
    expect([control.status, await control.json()]).toEqual([
      status,
      expect.objectContaining({ status, code }),
    ]);
    const token = await post('/api/Auth/Token', body, headers);
    expect([token.status, await token.json()]).toMatchObject([status, { success: false }]);
    expect(JSON.stringify(await groups())).toBe(before);
  });

  test('a refused coding comes with the one that is taken', async () => {
    const reply = await post('/api/groups', group('x'), { 'content-encoding': 'zstd' });
    expect(reply.headers.get('accept-encoding')).toBe('identity');
  });

  test('a body that an operation does not read is no reason to refuse it', async () => {
    const { location } = Object.fromEntries((await post('/api/groups', group('to go'))).headers);
    expect((await post(location ?? '', latin1, {}, 'DELETE')).status).toBe(204);
  });
});

test.each(profiles)('in $name the refusal is in the dialect of the profile', async (profile) => {
  const at = await Caller.open(direct(), profile);
  const simulator = createSimulator({ profile });
  const headers = { authorization: `Bearer ${await at.token()}`, 'content-type': 'application/json' };
  const reply = async (body: Buffer, more = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: new Uint8Array(body) };
    const answer = await simulator.fetch(`${profile.basePath}/api/groups`, init);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
  at.refused('malformed', await reply(latin1), 'BODY_NOT_TEXT');
  at.refused('content-type', await reply(group('x'), { 'content-encoding': 'zstd' }), 'CONTENT_ENCODING');
  simulator.stop();
});
