import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toFetch } from '../../../simulator/hosts/fetch.ts';
import { serve } from '../../../simulator/hosts/node.ts';
import { turns } from '../../sample.ts';
import { json } from './echo.ts';
import { until } from './node-server.ts';
import { rawConnection } from './raw.ts';
import { stallListeners } from './stalled.ts';

const inTurn = turns(1);

test('listeners who do not read are cut off before they fill the memory, and who reads hears everything', async () => {
  const { cut, most, heard, sent } = await stallListeners(40, 12_000_000);
  expect(cut).toBe(40);
  expect(heard).toBe(sent);
  expect(most).toBeLessThan(100_000_000);
});

test('the same over fetch: together they hold no more than the bound', async () => {
  const writers = new Set<(chunk: string) => void>();
  const fetched = toFetch(
    () => ({
      ...json(200, undefined),
      stream: (write) => {
        writers.add(write);
        return () => writers.delete(write);
      },
    }),
    0,
  );
  const replies: Response[] = [];
  for (let count = 0; count < 40; count++) replies.push(await fetched(new Request('http://a/events')));
  for (let written = 0; written < 3; written++) for (const write of writers) write('x'.repeat(1024 * 1024));
  expect(writers.size).toBeGreaterThan(0);
  expect(writers.size).toBeLessThanOrEqual(32);
  await Promise.all(replies.map((reply) => reply.body?.cancel().catch(() => undefined)));
  expect(writers.size).toBe(0);
});

test.runIf(inTurn())('unsent answers of a closed connection delay no further request', async () => {
  let begun = 0;
  const handle = async () => {
    begun++;
    return json(200, 'x'.repeat(20_000_000));
  };
  const server = await serve({ handle, bodyLimit: 0 }, { grace: 100 });
  const connection = await rawConnection(server.port);
  connection.socket.pause();
  connection.send('GET /large HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(8));
  await until(() => begun > 1);
  connection.socket.destroy();
  expect((await fetch(`${server.url}/x`)).status).toBe(200);
  await server.close();
});

test.runIf(inTurn())(
  'connections that never read their answers are closed when further requests wait, and clients that read get theirs',
  async () => {
    const long = 'x'.repeat(8 * 1024 * 1024);
    let begun = 0;
    const handle = () => {
      begun++;
      return json(200, long);
    };
    const server = await serve({ handle, bodyLimit: 0 }, { grace: 100 });
    const connections = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const connection = await rawConnection(server.port);
        connection.socket.pause();
        connection.send('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
        return connection;
      }),
    );
    expect(begun).toBeLessThan(15);
    // This one waits until the first of them were given up.
    const { length } = await (await fetch(`${server.url}/x`)).text();
    expect(length).toBeGreaterThan(long.length);
    for (const { socket } of connections) socket.destroy();
    await server.close();
  },
  60_000,
);

test('short answers that are not read count, too', async () => {
  let begun = 0;
  const short = 'x'.repeat(10_000);
  const handle = () => {
    begun++;
    return json(200, short);
  };
  const server = await serve({ handle, bodyLimit: 0 }, { grace: 100 });
  const [count, requests] = [20, 1_000];
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await rawConnection(server.port);
      connection.socket.pause();
      connection.send('GET /x HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(requests));
      return connection;
    }),
  );
  for (let before = -1; begun > before; await sleep(200)) before = begun;
  expect(begun).toBeLessThan(count * requests * 0.9);
  for (const { socket } of connections) socket.destroy();
  expect((await fetch(`${server.url}/x`)).status).toBe(200);
  await server.close();
});

test.runIf(inTurn())('requests that waited for unsent answers are begun one after the other', async () => {
  const long = 'x'.repeat(16 * 1024 * 1024);
  let begun = 0;
  const handle = async () => {
    begun++;
    return json(200, long);
  };
  const server = await serve({ handle, bodyLimit: 0 }, { grace: 100 });
  const connections = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const connection = await rawConnection(server.port);
      connection.socket.pause();
      connection.send('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
      return connection;
    }),
  );
  await until(() => begun > 3);
  await sleep(100); // the others have come in, too
  for (const { socket } of connections.slice(0, 8)) socket.destroy();
  await until(() => begun > 8);
  expect(begun).toBeLessThan(20);
  for (const { socket } of connections) socket.destroy();
  await server.close();
});
