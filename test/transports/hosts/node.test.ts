import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../simulator/http/call.ts';
import { type Server, ServeError, serve } from '../../../simulator/hosts/node.ts';
import { BODY_LIMIT, createEcho, ECHO_DATE, type Echo, json } from './echo.ts';
import { rawConnection, rawExchange } from './raw.ts';

let echo: Echo;
let server: Server;
let defects: unknown[];
let release: (reply: Reply) => void;
let streamed: { write: (chunk: string) => void; stopped: boolean } | undefined;

beforeEach(async () => {
  defects = [];
  streamed = undefined;
  echo = createEcho({
    '/empty': () => json(204, undefined),
    '/drop': () => ({ ...json(200, 'never seen'), dropped: true }),
    '/break': () => {
      throw new Error('a defect');
    },
    '/break-later': async () => {
      throw new Error('a late defect');
    },
    '/bad-header': () => json(200, null, { 'x-bad': 'two\r\nlines' }),
    '/slow': () =>
      new Promise<Reply>((resolve) => {
        release = resolve;
      }),
    '/events': () => ({
      ...json(200, undefined, { 'content-type': 'text/event-stream' }),
      stream: (write) => {
        const current = { write, stopped: false };
        streamed = current;
        write('data: hello\n\n');
        return () => {
          current.stopped = true;
        };
      },
    }),
  });
  server = await serve(echo, { grace: 1_000, onError: (error) => defects.push(error) });
});
afterEach(() => server.close());

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 2_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('It did not come about within two seconds.');
    await sleep(5);
  }
}

describe('what arrives', () => {
  test('method, path, query, headers and body arrive as they were sent', async () => {
    const reply = await fetch(`${server.url}/api/groups?limit=2&offset=%C3%BC`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'x-own': 'yes' },
      body: '{"name":"Fähren 🚚"}',
    });
    expect(await reply.json()).toMatchObject({
      method: 'PATCH',
      target: '/api/groups?limit=2&offset=%C3%BC',
      body: '{"name":"Fähren 🚚"}',
    });
    expect(echo.calls[0]?.headers).toMatchObject({ 'x-own': 'yes', 'content-type': 'application/merge-patch+json' });
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'])(
    '%s reaches the simulator',
    async (method) => {
      const text = await rawExchange(server.port, `${method} /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      expect(text).toContain(`"method":"${method}"`);
    },
  );

  test('a body without a content type, with an unknown one and with a broken one is read as text', async () => {
    for (const header of ['', 'content-type: application/x-own\r\n', 'content-type: ;;;\r\n']) {
      const text = await rawExchange(
        server.port,
        `POST /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${header}content-length: 4\r\n\r\nnull`,
      );
      expect(text).toContain('"body":"null"');
    }
  });

  test('a body in chunks is put together, also where a chunk ends inside a character', async () => {
    const connection = await rawConnection(server.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n"\xc3\r\n');
    await sleep(10);
    connection.send('2\r\n\xbc"\r\n0\r\n\r\n');
    await connection.until(/\}$/);
    expect(echo.calls[0]?.body).toBe('"ü"');
    connection.socket.destroy();
  });

  test('no body is undefined, not empty text', async () => {
    await fetch(`${server.url}/x`, { method: 'DELETE' });
    await fetch(`${server.url}/x`, { method: 'POST', body: '' });
    expect(echo.calls.map((call) => call.body)).toEqual([undefined, undefined]);
  });

  test('the absolute form of a proxy client is brought to path and query', async () => {
    await rawExchange(server.port, 'GET http://fleet.test/api/devices?x=1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await rawExchange(server.port, 'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(echo.calls.map((call) => call.target)).toEqual(['/api/devices?x=1', '/*']);
  });

  test('a caller of HTTP/1.0 without a Host does not pass for a call from inside the process', async () => {
    await rawExchange(server.port, 'GET /x HTTP/1.0\r\n\r\n');
    expect(echo.calls[0]?.headers['host']).toBe('');
  });
});

describe('what is answered', () => {
  test('status, headers and body of the reply, with the length and the simulated date', async () => {
    const reply = await fetch(`${server.url}/ü`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('date')).toBe(ECHO_DATE);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(await reply.text())));
  });

  test('HEAD answers with the headers of GET and no body', async () => {
    const text = await rawExchange(server.port, 'HEAD /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/content-length: [1-9]/i);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  test('a reply without content has neither a body nor a length', async () => {
    const reply = await fetch(`${server.url}/empty`);
    expect(reply.status).toBe(204);
    expect(reply.headers.has('content-length')).toBe(false);
    expect(reply.headers.has('transfer-encoding')).toBe(false);
  });

  test('one connection serves many requests, and pipelined ones in their order', async () => {
    const connection = await rawConnection(server.port);
    connection.send([1, 2, 3].map((n) => `GET /${n} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
    const text = await connection.until(/"target":"\/3".*\}$/s);
    expect([...text.matchAll(/"target":"(.*?)"/g)].map((match) => match[1])).toEqual(['/1', '/2', '/3']);
    connection.socket.destroy();
  });

  test('a pipelined request waits for the slow one before it', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => echo.calls.length === 2);
    expect(connection.received()).toBe('');
    release(json(200, 'slow'));
    expect(await connection.until(/"target":"\/2".*\}$/s)).toMatch(/"slow".*"target":"\/2"/s);
    connection.socket.destroy();
  });

  test('a dropped reply cuts the connection without a byte', async () => {
    expect(await rawExchange(server.port, 'GET /drop HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
    await expect(fetch(`${server.url}/drop`)).rejects.toThrow();
  });

  test.each(['/break', '/break-later', '/bad-header'])('a defect behind %s is a 500 and is reported, and the server goes on', async (path) => {
    expect((await fetch(server.url + path)).status).toBe(500);
    expect(defects).toHaveLength(1);
    expect((await fetch(`${server.url}/x`)).status).toBe(200);
  });
});

describe('hostile and broken requests', () => {
  test('a body over the limit that says so is refused in the dialect before it is read', async () => {
    const reply = await fetch(`${server.url}/x`, { method: 'POST', body: 'x'.repeat(BODY_LIMIT + 1) });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ oversized: true, body: null });
  });

  test('a body of exactly the limit is read', async () => {
    const reply = await fetch(`${server.url}/x`, { method: 'POST', body: 'ü'.repeat(BODY_LIMIT / 2) });
    expect(await reply.json()).toMatchObject({ oversized: false, body: 'ü'.repeat(BODY_LIMIT / 2) });
  });

  test('a body in chunks is refused once it passes the limit, and the connection lives on', async () => {
    const connection = await rawConnection(server.port);
    const chunk = `200\r\n${'x'.repeat(0x200)}\r\n`;
    connection.send(`POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}`);
    connection.send(chunk);
    await connection.until(/413.*"oversized":true.*\}$/s);
    connection.send(`${chunk}0\r\n\r\nGET /next HTTP/1.1\r\nhost: a\r\n\r\n`);
    await connection.until(/"target":"\/next"/);
    connection.socket.destroy();
  });

  test('a body of many megabytes is refused with an answer that the caller lives to read', async () => {
    const reply = await fetch(`${server.url}/x`, { method: 'POST', body: Buffer.alloc(30_000_000, 'x') });
    expect(reply.status).toBe(413);
  });

  test.each(['/api/%zz', '/%', '/a%00b', '/api/devices/%E0%A4%A', '//', '/?%', '/..%2f..%2fetc'])(
    'the malformed path %s is left to the simulator to judge',
    async (path) => {
      const text = await rawExchange(server.port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 200/);
      expect(echo.calls[0]?.target).toBe(path);
    },
  );

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['a header that is none', 'GET / HTTP/1.1\r\nhost: a\r\nno colon here\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a length that is none', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: many\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
    ['a length and chunks', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['headers of 40,000 bytes', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s is answered, without the real time of day, and the server goes on', async (_what, bytes, status) => {
    const text = await rawExchange(server.port, bytes);
    expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(text).not.toMatch(/^date:/im);
    expect((await fetch(`${server.url}/x`)).status).toBe(200);
  });

  test('10,000 bytes of headers are taken', async () => {
    const reply = await fetch(`${server.url}/x`, { headers: { 'x-long': 'x'.repeat(10_000) } });
    expect(reply.status).toBe(200);
    expect(echo.calls[0]?.headers['x-long']).toHaveLength(10_000);
  });

  test('a caller who breaks off in the middle of a body is forgotten', async () => {
    const connection = await rawConnection(server.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf');
    await sleep(20);
    connection.socket.destroy();
    await sleep(20);
    expect(echo.calls).toHaveLength(0);
    expect(defects).toHaveLength(0);
    expect((await fetch(`${server.url}/x`)).status).toBe(200);
  });

  test('a caller who leaves before the answer does no harm', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => echo.calls.length === 1);
    connection.socket.destroy();
    await sleep(20);
    release(json(200, 'late'));
    expect((await fetch(`${server.url}/x`)).status).toBe(200);
    expect(defects).toHaveLength(0);
  });
});

describe('streams', () => {
  test('chunks arrive as they are written, with the headers at once', async () => {
    const reply = await fetch(`${server.url}/events`);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const reader = reply.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: hello\n\n');
    streamed?.write('data: two\n\n');
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: two\n\n');
    await reader?.cancel();
  });

  test('what feeds a stream is told when the listener vanishes', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /events HTTP/1.1\r\nhost: a\r\n\r\n');
    await connection.until(/hello/);
    connection.socket.destroy();
    await until(() => streamed?.stopped === true);
    streamed?.write('into the void');
  });

  test('a listener who does not keep up is cut off, so that memory stays bounded', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /events HTTP/1.1\r\nhost: a\r\n\r\n');
    await connection.until(/hello/);
    connection.socket.pause();
    for (let i = 0; i < 200 && !streamed?.stopped; i++) {
      streamed?.write('x'.repeat(256 * 1024));
      await sleep(0);
    }
    expect(streamed?.stopped).toBe(true);
    connection.socket.destroy();
  });

  test('HEAD on a stream opens none', async () => {
    await rawExchange(server.port, 'HEAD /events HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(streamed).toBeUndefined();
  });
});

describe('pages of other origins', () => {
  const origin = 'https://app.example';

  test('may read every answer of the public API, with all its headers', async () => {
    const reply = await fetch(`${server.url}/api/devices`, { headers: { origin } });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toBe('*');
    expect(reply.headers.get('date')).toBe(ECHO_DATE);
  });

  test('are told beforehand what they may send', async () => {
    const reply = await fetch(`${server.url}/api/groups/1`, {
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
    expect(echo.calls).toHaveLength(0);
  });

  test('an OPTIONS that asks nothing beforehand is an ordinary request', async () => {
    const reply = await fetch(`${server.url}/api/groups`, { method: 'OPTIONS', headers: { origin } });
    expect(await reply.json()).toMatchObject({ method: 'OPTIONS' });
  });

  test.each(['/_control/clock', '//_control/clock', '/%5Fcontrol/clock', '/%5fcontrol/clock'])(
    'may not read the control API, however it is spelt: %s',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const text = await rawExchange(
          server.port,
          `${method} ${path} HTTP/1.1\r\nhost: a\r\norigin: ${origin}\r\naccess-control-request-method: PUT\r\nconnection: close\r\n\r\n`,
        );
        expect(text).not.toMatch(/access-control/i);
        expect(text).toContain(`"method":"${method}"`);
      }
    },
  );

  test('may not read the control API by the absolute form either', async () => {
    const text = await rawExchange(
      server.port,
      `GET http://x/_control/clock HTTP/1.1\r\nhost: a\r\norigin: ${origin}\r\nconnection: close\r\n\r\n`,
    );
    expect(text).not.toMatch(/access-control/i);
  });
});

describe('start and stop', () => {
  test('it listens on the loopback address unless told otherwise', () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  });

  test('a port in use is named, with what to try', async () => {
    const error = await serve(echo, { port: server.port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServeError);
    expect(error).toMatchObject({ code: 'PORT_IN_USE', port: server.port, host: '127.0.0.1' });
    expect((error as ServeError).message).toContain(String(server.port));
    expect((error as ServeError).hint).toContain('another port');
  });

  test('a port in use by another program is the same error', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await expect(serve(echo, { port })).rejects.toMatchObject({ code: 'PORT_IN_USE', port });
    other.close();
  });

  test.each([-1, 65_536, 1.5, Number.NaN])('%s is not a port', async (port) => {
    await expect(serve(echo, { port })).rejects.toMatchObject({ code: 'PORT_INVALID' });
  });

  test('an address that this machine does not have is named', async () => {
    await expect(serve(echo, { host: '192.0.2.1' })).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE', host: '192.0.2.1' });
  });

  test('a request in flight is answered before the server is gone', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => echo.calls.length === 1);
    const closed = server.close();
    await sleep(20);
    release(json(200, 'finished'));
    expect(await connection.closed()).toMatch(/connection: close.*"finished"/is);
    await closed;
    await expect(fetch(`${server.url}/x`)).rejects.toThrow();
  });

  test('a body that is still coming in when the stop begins is read and answered', async () => {
    const connection = await rawConnection(server.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 8\r\n\r\n1234');
    await sleep(20);
    const closed = server.close();
    await sleep(20);
    connection.send('5678');
    expect(await connection.closed()).toContain('"body":"12345678"');
    await closed;
  });

  test('a request whose head is still coming in when the stop begins is answered', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /x HTTP/1.1\r\nho');
    await sleep(20);
    const closed = server.close();
    await sleep(20);
    connection.send('st: a\r\n\r\n');
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    await closed;
  });

  test('idle connections and ones that never spoke do not hold it up', async () => {
    const silent = await rawConnection(server.port);
    const idle = await rawConnection(server.port);
    idle.send('GET /x HTTP/1.1\r\nhost: a\r\n\r\n');
    await idle.until(/\}$/);
    const begun = performance.now();
    await server.close();
    await Promise.all([silent.closed(), idle.closed()]);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  test('open streams end', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /events HTTP/1.1\r\nhost: a\r\n\r\n');
    await connection.until(/hello/);
    const begun = performance.now();
    await server.close();
    await connection.closed();
    expect(streamed?.stopped).toBe(true);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  test('a request that never ends is cut off after the grace period', async () => {
    const connection = await rawConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => echo.calls.length === 1);
    const begun = performance.now();
    await server.close();
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(await connection.closed()).toBe('');
  });

  test('stopping twice waits for the same end', async () => {
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});
