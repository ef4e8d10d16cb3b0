/** A server over the stand-in, fresh for every test. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { createEcho, type Echo, json } from './echo.ts';

export interface ServerUnderTest {
  echo: Echo;
  server: Server;
  url: string;
  port: number;
  /** The errors that were reported as defects. */
  defects: unknown[];
  /** Answers the last call of `/slow`. */
  release(reply: Reply): void;
  /** The last stream of `/events`. */
  streamed: { write: (chunk: string) => void; stopped: boolean } | undefined;
}

/** The result is filled anew before each test of the file, or of the group in which it is called. `grace` is in ms. */
export function serverUnderTest({ grace = 1_000 } = {}): ServerUnderTest {
  const under = {} as ServerUnderTest;
  beforeEach(async () => {
    const defects: unknown[] = [];
    const echo = createEcho({
      '/empty': () => json(204, undefined),
      '/large': () => json(200, 'x'.repeat(500_000)),
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
          under.release = resolve;
        }),
      '/events': () => ({
        ...json(200, undefined, { 'content-type': 'text/event-stream' }),
        stream: (write) => {
          const current = { write, stopped: false };
          under.streamed = current;
          write('data: hello\n\n');
          return () => {
            current.stopped = true;
          };
        },
      }),
    });
    const server = await serve(echo, { grace, onError: (error) => defects.push(error) });
    Object.assign(under, { echo, server, url: server.url, port: server.port, defects, streamed: undefined });
  });
  afterEach(() => under.server.close());
  return under;
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('It did not come about within a minute.');
    await sleep(5);
  }
}
