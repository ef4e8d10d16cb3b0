/** Listeners who open a stream and never read it. */
import { serve } from '../../../simulator/hosts/node.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { json } from './echo.ts';
import { rawConnection } from './raw.ts';

export interface Stalled {
  /** Listeners who were cut off in the end. */
  cut: number;
  /** The most memory that was held meanwhile, in bytes, beyond what was held before. */
  most: number;
  /** Events that reached the one listener who reads, and those that were sent. */
  heard: number;
  sent: number;
}

const EVENT = `data: ${'x'.repeat(200)}\n\n`;
/** Events that come at once. */
const BURST = 500;

/** As many listeners as asked for open a stream, get so many characters each, and read none of it; one more reads. */
export async function stallListeners(count: number, characters: number): Promise<Stalled> {
  const writers = new Set<(chunk: string) => void>();
  const stream: Reply['stream'] = (write) => {
    writers.add(write);
    return () => writers.delete(write);
  };
  const handle = () => ({ ...json(200, undefined, { 'content-type': 'text/event-stream' }), stream });
  const server = await serve({ handle, bodyLimit: 0 }, { grace: 100 });
  const request = 'GET /events HTTP/1.1\r\nhost: a\r\n\r\n';
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await rawConnection(server.port);
      connection.socket.pause();
      connection.send(request);
      return connection;
    }),
  );
  const reader = await rawConnection(server.port);
  let heard = 0;
  reader.socket.removeAllListeners('data').on('data', (text: string) => {
    heard += text.split('data: ').length - 1;
  });
  reader.send(request);
  while (writers.size < count + 1) await new Promise(setImmediate);

  const before = held();
  let most = 0;
  let sent = 0;
  while (sent * EVENT.length < characters) {
    for (let event = 0; event < BURST; event++) for (const write of writers) write(EVENT);
    sent += BURST;
    most = Math.max(most, held() - before);
    while (heard < sent && !reader.socket.destroyed) await new Promise(setImmediate);
  }
  const cut = count + 1 - writers.size;
  for (const { socket } of [...connections, reader]) socket.destroy();
  await server.close();
  return { cut, most, heard, sent };
}

/** Garbage that was not collected yet counts, so this is no less than what is held. */
function held(): number {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
