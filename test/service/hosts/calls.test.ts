/** One request and its answer: nothing is lost, added or changed on the way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ECHO_DATE, json, serverUnderTest, until } from './echo.ts';
import { rawConnection, rawExchange } from './raw.ts';

const at = serverUnderTest();

describe('what arrives', () => {
  test('method, path, query, headers and body arrive as they were sent', async () => {
    const reply = await fetch(`${at.url}/api/groups?limit=2&offset=%C3%BC`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'x-own': 'yes' },
      body: '{"name":"Fähren 🚚"}',
    });
    expect(await reply.json()).toMatchObject({
      method: 'PATCH',
      target: '/api/groups?limit=2&offset=%C3%BC',
      body: '{"name":"Fähren 🚚"}',
    });
    expect(at.echo.calls[0]?.headers).toMatchObject({
      'x-own': 'yes',
      'content-type': 'application/merge-patch+json',
    });
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'])(
    '%s reaches the simulator',
    async (method) => {
      const text = await rawExchange(
        at.port,
        `${method} /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      );
      expect(text).toContain(`"method":"${method}"`);
    },
  );

  test('a body in chunks is put together, also where a chunk ends inside a character', async () => {
    const connection = await rawConnection(at.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n"\xc3\r\n');
    await sleep(10);
    connection.send('2\r\n\xbc"\r\n0\r\n\r\n');
    await connection.until(/\}$/);
    expect(at.echo.calls[0]?.body).toBe('"ü"');
    connection.socket.destroy();
  });

  test('the absolute form of a proxy client is brought to path and query', async () => {
    await rawExchange(
      at.port,
      'GET http://fleet.test/api/devices?x=1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    );
    await rawExchange(at.port, 'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(at.echo.calls.map((call) => call.target)).toEqual(['/api/devices?x=1', '/*']);
  });

  test('a caller of HTTP/1.0 without a Host does not pass for a call from inside the process', async () => {
    await rawExchange(at.port, 'GET /x HTTP/1.0\r\n\r\n');
    expect(at.echo.calls[0]?.headers.host).toBe('');
  });
});

describe('what is answered', () => {
  test('status, headers and body of the reply, with the length and the simulated date', async () => {
    const reply = await fetch(`${at.url}/ü`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('date')).toBe(ECHO_DATE);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(await reply.text())));
  });

  test('HEAD returns the headers of GET and no body', async () => {
    const text = await rawExchange(at.port, 'HEAD /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/content-length: [1-9]/i);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  test('a reply without content has neither a body nor a length', async () => {
    const reply = await fetch(`${at.url}/empty`);
    expect(reply.status).toBe(204);
    expect(reply.headers.has('content-length')).toBe(false);
    expect(reply.headers.has('transfer-encoding')).toBe(false);
  });

  test('a pipelined request waits for the slow one before it', async () => {
    const connection = await rawConnection(at.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => at.echo.calls.length === 2);
    expect(connection.received()).toBe('');
    at.release(json(200, 'slow'));
    expect(await connection.until(/"target":"\/2".*\}$/s)).toMatch(/"slow".*"target":"\/2"/s);
    connection.socket.destroy();
  });

  test('a dropped reply cuts the connection without a byte', async () => {
    expect(await rawExchange(at.port, 'GET /drop HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
    await expect(fetch(`${at.url}/drop`)).rejects.toThrow();
  });

  test.each(['/break', '/break-later', '/bad-header'])(
    'a defect behind %s is a 500 and is reported, and the server goes on',
    async (path) => {
      expect((await fetch(at.url + path)).status).toBe(500);
      expect(at.defects).toHaveLength(1);
      expect((await fetch(`${at.url}/x`)).status).toBe(200);
    },
  );
});

describe('pages of other origins', () => {
  const origin = 'https://app.example';

  test('may read every answer of the public API, with all its headers', async () => {
    const reply = await fetch(`${at.url}/api/devices`, { headers: { origin } });
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
    expect(reply.headers.get('access-control-allow-credentials')).toBe('true');
    expect(reply.headers.get('access-control-expose-headers')).toBe('content-type, date');
    expect(reply.headers.get('vary')).toBe('Origin');
    expect(reply.headers.get('date')).toBe(ECHO_DATE);
  });

  test('know beforehand what they may send', async () => {
    const reply = await fetch(`${at.url}/api/groups/1`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(reply.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(reply.headers.has('date')).toBe(false);
    expect(at.echo.calls).toHaveLength(0);
  });

  test.each(['/_control/clock', '//_control/clock', '/%5Fcontrol/clock', '/%5fcontrol/clock'])(
    'may not read the control API, however it is spelt: %s',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const text = await rawExchange(
          at.port,
          `${method} ${path} HTTP/1.1\r\nhost: a\r\norigin: ${origin}\r\naccess-control-request-method: PUT\r\nconnection: close\r\n\r\n`,
        );
        expect(text).not.toMatch(/access-control/i);
        expect(text).toContain(`"method":"${method}"`);
      }
    },
  );

  test('may not read the control API by the absolute form either', async () => {
    const text = await rawExchange(
      at.port,
      `GET http://x/_control/clock HTTP/1.1\r\nhost: a\r\norigin: ${origin}\r\nconnection: close\r\n\r\n`,
    );
    expect(text).not.toMatch(/access-control/i);
  });
});
