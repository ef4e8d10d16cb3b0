import { afterEach, describe, expect, test } from 'vitest';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { collectGarbage } from '../../garbage.ts';
import { rawConnection } from './raw.ts';

const MEBIBYTE = 1024 * 1024;
const controlToken = 'a-long-secret';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function guarded(options = {}): Simulator {
  const simulator = createSimulator({ controlToken, ...options });
  closing.push(() => simulator.stop());
  return simulator;
}

async function served(options = {}): Promise<Server> {
  const server = await serve(guarded(options));
  closing.push(() => server.close());
  return server;
}

/** A body of as many mebibytes as are asked for, which says how many were. */
function endless(): { body: ReadableStream<Uint8Array>; given: () => number } {
  let given = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        given++;
        if (given > 2_000) controller.close();
        else controller.enqueue(new Uint8Array(MEBIBYTE).fill(32));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, given: () => given };
}

const upload = (url: string, body: ReadableStream<Uint8Array>, headers = {}): Request =>
  new Request(url, { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);

const refused = [
  ['without a token', {}, 'CONTROL_TOKEN_NEEDED'],
  ['with a wrong token', { 'x-control-token': `${controlToken}!` }, 'CONTROL_TOKEN_NEEDED'],
  [
    'with a foreign Origin',
    { 'x-control-token': controlToken, origin: 'https://x.example' },
    'FOREIGN_ORIGIN',
  ],
  ['with a foreign Host', { 'x-control-token': controlToken, host: 'evil.example' }, 'FOREIGN_HOST'],
] as const;

describe('over fetch', () => {
  test.each(refused)('nothing is read of a world sent %s', async (_how, headers, code) => {
    const { body, given } = endless();
    const reply = await guarded().fetch(upload('http://127.0.0.1/_control/snapshot', body, headers));
    expect(await reply.json()).toMatchObject({ code });
    expect(given()).toBeLessThanOrEqual(1);
  });

  test('a body of the public API is read up to its limit and no further', async () => {
    const { body, given } = endless();
    const reply = await guarded({ bodyLimit: 3 * MEBIBYTE }).fetch(
      upload('http://127.0.0.1/api/groups', body),
    );
    expect(reply.status).toBe(405);
    expect(given()).toBe(4);
  });
});

describe('on a socket', () => {
  const head = (headers: { readonly [name: string]: string }, more = '') =>
    `PUT /_control/snapshot HTTP/1.1\r\n${Object.entries({ host: '127.0.0.1', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}${more}\r\n`;

  test.each(refused)(
    'a world sent %s is refused before a byte of it has come',
    async (_how, headers, code) => {
      const { port } = await served();
      for (const length of ['content-length: 900000000\r\n', 'transfer-encoding: chunked\r\n']) {
        const connection = await rawConnection(port);
        connection.send(head(headers, length));
        if (length.includes('chunked')) connection.send('5\r\nhello\r\n');
        expect(await connection.until(/"code"/)).toContain(code);
        connection.socket.destroy();
      }
    },
  );

  test('a caller that asks before sending may go on only where the body is taken', async () => {
    const { port } = await served();
    const ask = async (headers: { readonly [name: string]: string }) => {
      const connection = await rawConnection(port);
      connection.send(head(headers, 'content-length: 2\r\nexpect: 100-continue\r\n'));
      const first = await connection.until(/^HTTP\/1\.1 \d+/);
      if (first.includes(' 100 ')) {
        connection.send('{}');
        await connection.until(/SNAPSHOT_INVALID/);
      }
      connection.socket.destroy();
      return first.slice(9, 12);
    };
    expect(await ask({ 'x-control-token': controlToken })).toBe('100');
    expect(await ask({})).toBe('401');
  });

  test('who goes on sending what was refused is cut off, and nothing of it is kept', async () => {
    const { port } = await served();
    const { socket, until, closed } = await rawConnection(port);
    socket.write(head({}, 'content-length: 900000000\r\n'));
    await until(/CONTROL_TOKEN_NEEDED/);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const chunk = Buffer.alloc(MEBIBYTE, 32);
    const held = () => process.memoryUsage().arrayBuffers - before;
    const pump = (): void => {
      if (held() > 16 * MEBIBYTE) collectGarbage();
      most = Math.max(most, held());
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
    await closed();
    expect(socket.bytesWritten / MEBIBYTE).toBeGreaterThan(64);
    expect(socket.bytesWritten / MEBIBYTE).toBeLessThan(100);
    expect(most).toBeLessThan(socket.bytesWritten / 2);
  });
});
