/** Time and the network as Node has them. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nodeHost, stayingFetch } from '../../../contracts/hosts/node.ts';
import { collectGarbage } from '../../garbage.ts';

describe('a wait', () => {
  it('that is longer than a timer of Node takes does not end at once', async () => {
    const over = new AbortController();
    const long = nodeHost().sleep(2 ** 40, over.signal);
    const first = await Promise.race([
      long.then(() => 'the long one'),
      sleep(50).then(() => 'the short one'),
    ]);
    expect(first).toBe('the short one');
    over.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
  });

  it('of nothing ends', async () => {
    await nodeHost().sleep(0, new AbortController().signal);
  });
});

describe('a request to a silent server', () => {
  it('ends when it is aborted, also after memory was collected', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const controller = new AbortController();
    const { signal } = controller;
    const connected = once(server, 'connection');
    const answered = stayingFetch(new Request(`http://127.0.0.1:${port}`, { signal }));
    const [socket] = await connected;
    for (let times = 0; times < 3; times++) {
      collectGarbage();
      await sleep(1);
    }
    controller.abort(new Error('enough'));
    await expect(answered).rejects.toThrow('enough');
    socket.destroy();
    server.close();
  });
});
