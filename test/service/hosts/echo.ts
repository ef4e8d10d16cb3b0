/**
 * A stand-in for the simulator: it answers with the call it was given. What a host adds, loses or
 * changes on the way shows at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import type { Simulator } from '../../../simulator/index.ts';

type Handle = Simulator['handle'];
type Call = Parameters<Handle>[0];
export type Reply = Awaited<ReturnType<Handle>>;

export const ECHO_DATE = 'Mon, 05 Jan 2026 08:00:00 GMT';
export const BODY_LIMIT = 1_024;

export interface Echo {
  handle: Handle;
  bodyLimit: () => number;
  /** Every call that arrived. */
  calls: Call[];
}

/** `answers` replaces the echo for one path. */
export function createEcho(answers: { [path: string]: (call: Call) => Reply | Promise<Reply> } = {}): Echo {
  const calls: Call[] = [];
  return {
    calls,
    bodyLimit: () => BODY_LIMIT,
    handle: (call) => {
      calls.push(call);
      const answer = answers[call.target.split('?')[0] ?? ''];
      return answer ? answer(call) : echoed(call);
    },
  };
}

function echoed(call: Call): Reply {
  return json(call.unread?.refusal === 'too-large' ? 413 : 200, {
    method: call.method,
    target: call.target,
    body: call.body ?? null,
    unread: call.unread?.code ?? null,
  });
}

export function json(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', date: ECHO_DATE, ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}

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
