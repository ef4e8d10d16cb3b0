/** Requests that no well-behaved client sends are answered, and the server lives on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../simulator/hosts/node.ts';
import { BODY_LIMIT, json, serverUnderTest, until } from './echo.ts';
import { rawConnection, rawExchange } from './raw.ts';

const at = serverUnderTest();

describe('hostile and broken requests', () => {
  test('a body over the limit that says so is refused in the dialect before it is read', async () => {
    const reply = await fetch(`${at.url}/x`, { method: 'POST', body: 'x'.repeat(BODY_LIMIT + 1) });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ unread: 'BODY_TOO_LARGE', body: null });
  });

  test('a body of exactly the limit is read', async () => {
    const reply = await fetch(`${at.url}/x`, { method: 'POST', body: 'ü'.repeat(BODY_LIMIT / 2) });
    expect(await reply.json()).toMatchObject({ unread: null, body: 'ü'.repeat(BODY_LIMIT / 2) });
  });

  test('the limit can depend on the call', async () => {
    const wide = await serve({
      ...at.echo,
      bodyLimit: ({ target }) => (target === '/wide' ? 10 * BODY_LIMIT : BODY_LIMIT),
    });
    const body = 'x'.repeat(2 * BODY_LIMIT);
    const statuses = ['/wide', '/x'].map(
      async (path) => (await fetch(wide.url + path, { method: 'PUT', body })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 413]);
    await wide.close();
  });

  test('a body in chunks is refused once it passes the limit, and the connection lives on', async () => {
    const connection = await rawConnection(at.port);
    const chunk = `200\r\n${'x'.repeat(0x200)}\r\n`;
    connection.send(`POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}`);
    connection.send(chunk);
    await connection.until(/413.*"unread":"BODY_TOO_LARGE".*\}$/s);
    connection.send(`${chunk}0\r\n\r\nGET /next HTTP/1.1\r\nhost: a\r\n\r\n`);
    await connection.until(/"target":"\/next"/);
    connection.socket.destroy();
  });

  test('a body of many megabytes is refused with an answer that the caller lives to read', async () => {
    const reply = await fetch(`${at.url}/x`, { method: 'POST', body: Buffer.alloc(30_000_000, 'x') });
    expect(reply.status).toBe(413);
  });

  test.each(['/api/%zz', '/%', '/a%00b', '/api/devices/%E0%A4%A', '//', '/?%', '/..%2f..%2fetc'])(
    'the malformed path %s is left to the simulator to judge',
    async (path) => {
      const text = await rawExchange(at.port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 200/);
      expect(at.echo.calls[0]?.target).toBe(path);
    },
  );

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['a header that is invalid', 'GET / HTTP/1.1\r\nhost: a\r\nno colon here\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a length that is invalid', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: many\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers of 40,000 bytes', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s is answered, without the real time of day, and the server goes on', async (_what, bytes, status) => {
    const text = await rawExchange(at.port, bytes);
    expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(text).not.toMatch(/^date:/im);
    expect((await fetch(`${at.url}/x`)).status).toBe(200);
  });

  test('a caller who breaks off in the middle of a body is forgotten', async () => {
    const connection = await rawConnection(at.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf');
    await sleep(20);
    connection.socket.destroy();
    await sleep(20);
    expect(at.echo.calls).toHaveLength(0);
    expect(at.defects).toHaveLength(0);
    expect((await fetch(`${at.url}/x`)).status).toBe(200);
  });

  test('a caller who leaves before the answer does no harm', async () => {
    const connection = await rawConnection(at.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => at.echo.calls.length === 1);
    connection.socket.destroy();
    await sleep(20);
    at.release(json(200, 'late'));
    expect((await fetch(`${at.url}/x`)).status).toBe(200);
    expect(at.defects).toHaveLength(0);
  });
});
