/** A deployment behind a proxy that counts what goes through: how many requests, and how many at once. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithFile } from '../cli/started.ts';

export interface Watched {
  url: string;
  /** Ends it, and says what was counted. */
  close(): Promise<string>;
}

/** The same deployment at another address. A request waits there for a moment, so that others come meanwhile. */
export async function watched(baseUrl: string): Promise<Watched> {
  const { origin, pathname } = new URL(baseUrl);
  const lines: string[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    open++;
    most = Math.max(most, open);
    lines.push(`${incoming.method} ${incoming.url}`);
    const { method, headers, url } = incoming;
    setTimeout(() => {
      const onward = request(origin + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }, 5);
    outgoing.on('close', () => open--);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<string> => {
    server.close();
    server.closeAllConnections();
    return [...lines, `${lines.length} requests, ${most} at once`].join('\n');
  };
  endWithFile(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`,
    close,
  };
}
