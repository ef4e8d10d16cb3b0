import { expect, test } from 'vitest';
import { serve } from '../../../simulator/hosts/node.ts';
import { json, type Reply, until } from './echo.ts';
import { type RawConnection, rawConnection } from './raw.ts';

/** Connections that ask so often and read nothing. */
function silent(port: number, count: number, request: string): Promise<RawConnection[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await rawConnection(port);
      connection.socket.pause();
      connection.send(request);
      return connection;
    }),
  );
}

const end = (connections: readonly RawConnection[]) => {
  for (const { socket } of connections) socket.destroy();
};

test('listeners who do not read are cut off, and who reads hears everything', async () => {
  const writers = new Set<(chunk: string) => void>();
  const stream: Reply['stream'] = (write) => {
    writers.add(write);
    return () => writers.delete(write);
  };
  const handle = () => ({ ...json(200, undefined, { 'content-type': 'text/event-stream' }), stream });
  const server = await serve({ handle, bodyLimit: () => 0 }, { grace: 100 });
  const request = 'GET /events HTTP/1.1\r\nhost: a\r\n\r\n';
  const listeners = 10;
  const connections = await silent(server.port, listeners, request);
  await until(() => writers.size === listeners);
  const reader = await rawConnection(server.port);
  let heard = 0;
  reader.socket.removeAllListeners('data').on('data', (text: string) => {
    heard += text.split('data: ').length - 1;
  });
  reader.send(request);
  await until(() => writers.size === listeners + 1);
  const event = `data: ${'x'.repeat(2_000)}\n\n`;
  let sent = 0;
  while (writers.size > 1 && sent < 6_000) {
    for (let burst = 0; burst < 500; burst++) for (const write of writers) write(event);
    sent += 500;
    await until(() => heard >= sent);
  }
  expect({ listening: writers.size, heard }).toEqual({ listening: 1, heard: sent });
  end([...connections, reader]);
  await server.close();
});

test('who leaves long answers unread is cut off, and clients that read get theirs', async () => {
  const long = 'x'.repeat(8 * 1024 * 1024);
  const reply = json(200, long);
  const server = await serve({ handle: () => reply, bodyLimit: () => 0 }, { grace: 100 });
  const request = 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n';
  const before = process.memoryUsage().rss;
  const connections = await silent(server.port, 20, request.repeat(10));
  const { length } = await (await fetch(`${server.url}/x`)).text();
  expect(length).toBeGreaterThan(long.length);
  // All that they asked for is 1.6 GB.
  expect(process.memoryUsage().rss - before).toBeLessThan(800 * 1024 * 1024);
  end(connections);
  await server.close();
});
