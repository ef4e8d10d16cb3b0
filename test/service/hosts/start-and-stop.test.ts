/** Streams, start and graceful stop. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ServeError, serve } from '../../../simulator/hosts/node.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { json, serverUnderTest, until } from './echo.ts';
import { rawConnection, rawExchange } from './raw.ts';

const at = serverUnderTest();

describe('streams', () => {
  test('chunks arrive as they are written, with the headers at once', async () => {
    const reply = await fetch(`${at.url}/events`);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const reader = reply.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: hello\n\n');
    at.streamed?.write('data: two\n\n');
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: two\n\n');
    await reader?.cancel();
  });

  test('what feeds a stream is notified when the listener vanishes', async () => {
    const connection = await rawConnection(at.port);
    connection.send('GET /events HTTP/1.1\r\nhost: a\r\n\r\n');
    await connection.until(/hello/);
    connection.socket.destroy();
    await until(() => at.streamed?.stopped === true);
    at.streamed?.write('into the void');
  });

  test('HEAD on a stream opens none', async () => {
    await rawExchange(at.port, 'HEAD /events HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(at.streamed).toBeUndefined();
  });
});

describe('start and stop', () => {
  test('a port in use is named, with what to try', async () => {
    const error = await serve(at.echo, { port: at.port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServeError);
    expect(error).toMatchObject({ code: 'PORT_IN_USE', port: at.port, host: '127.0.0.1' });
    expect((error as ServeError).message).toContain(String(at.port));
    expect((error as ServeError).hint).toContain('another port');
  });

  test.each([-1, 65_536, 1.5, Number.NaN])('%s is not a port', async (port) => {
    await expect(serve(at.echo, { port })).rejects.toMatchObject({ code: 'PORT_INVALID' });
  });

  test('an address that this machine does not have is named', async () => {
    await expect(serve(at.echo, { host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'HOST_UNAVAILABLE',
      host: '192.0.2.1',
    });
  });

  test('a request in flight is answered before the server is gone', async () => {
    const connection = await rawConnection(at.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => at.echo.calls.length === 1);
    const closed = at.server.close();
    await sleep(20);
    at.release(json(200, 'finished'));
    expect(await connection.closed()).toMatch(/connection: close.*"finished"/is);
    await closed;
    await expect(fetch(`${at.url}/x`)).rejects.toThrow();
  });

  test('a body that is still coming in when the stop begins is read and answered', async () => {
    const connection = await rawConnection(at.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 8\r\n\r\n1234');
    await connection.until(/100 Continue/);
    const closed = at.server.close();
    await sleep(20);
    connection.send('5678');
    expect(await connection.closed()).toContain('"body":"12345678"');
    await closed;
  });

  test('a request that never ends is cut off after the grace period', async () => {
    const connection = await rawConnection(at.port);
    connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(() => at.echo.calls.length === 1);
    const begun = performance.now();
    await at.server.close();
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(await connection.closed()).toBe('');
  });

  test('the clients of idle connections have noticed the end when it is over', async () => {
    let port = 0;
    for (let round = 0; round < 10; round++) {
      const server = await serve(at.echo, { port });
      port = server.port;
      for (let call = 0; call < 2; call++) expect((await fetch(`${server.url}/x`)).status).toBe(200);
      await server.close();
    }
  });
});

test('a secure connection that never spoke does not hold up a stop', async () => {
  const pem = (name: string) => readFileSync(new URL(`../../command/tls/${name}`, import.meta.url), 'utf8');
  const tls = { cert: pem('server.pem'), key: pem('server-key.pem') };
  const server = await serve(createSimulator(), { tls, grace: 24 * 3_600_000 });
  const socket = connect({ port: server.port, ca: pem('ca.pem'), servername: 'localhost' });
  await once(socket, 'secureConnect');
  await Promise.all([once(socket, 'close'), server.close()]);
});

describe('a stop with a grace period that no test would see the end of', () => {
  const patient = serverUnderTest({ grace: 24 * 3_600_000 });

  test('idle connections and ones that never spoke do not hold it up', async () => {
    const silent = await rawConnection(patient.port);
    const idle = await rawConnection(patient.port);
    idle.send('GET /x HTTP/1.1\r\nhost: a\r\n\r\n');
    await idle.until(/\}$/);
    await patient.server.close();
    await Promise.all([silent.closed(), idle.closed()]);
  });

  test('the rest of a body that was refused does not hold it up', async () => {
    const connection = await rawConnection(patient.port);
    connection.send('POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\nbegun');
    await connection.until(/"unread":"BODY_TOO_LARGE".*\}$/s);
    await patient.server.close();
    await connection.closed();
  });

  test('open streams end', async () => {
    const connection = await rawConnection(patient.port);
    connection.send('GET /events HTTP/1.1\r\nhost: a\r\n\r\n');
    await connection.until(/hello/);
    await patient.server.close();
    await connection.closed();
    expect(patient.streamed?.stopped).toBe(true);
  });
});
