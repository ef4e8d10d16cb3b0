/** A deployment behind a proxy that counts what goes through: how many requests, how many at once and in a second. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithFile } from '../command/started.ts';

export interface Watched {
  url: string;
  /** Ends it, and says what was counted. */
  close(): Promise<string>;
}

/** The proxy between the two. */
export interface Between {
  /** The requests that are asked to come again in a second, for ever. */
  limits?: RegExp;
  /** The deployment has no control API. */
  hides?: true;
  /** It answers only a moment later. */
  late?: true;
}

/** How long one that is late takes to come up, in real milliseconds. */
const LATE = 1_500;

/** The same deployment at another address. A request waits there for a moment, so that others come meanwhile. */
export async function watched(baseUrl: string, { limits, hides, late }: Between = {}): Promise<Watched> {
  const { origin, pathname } = new URL(baseUrl);
  const lines: string[] = [];
  const times: number[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    open++;
    most = Math.max(most, open);
    times.push(performance.now());
    lines.push(`${incoming.method} ${incoming.url}`);
    const { method, headers, url = '' } = incoming;
    outgoing.on('close', () => open--);
    if (limits?.test(`${method} ${url}`)) return void outgoing.writeHead(429, { 'retry-after': '1' }).end();
    if (hides && url.includes('/_control')) return void outgoing.writeHead(404).end();
    setTimeout(() => {
      const onward = request(origin + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }, 5);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (late) {
    server.close();
    setTimeout(() => server.listen(port, '127.0.0.1'), LATE);
  }
  const close = async (): Promise<string> => {
    server.close();
    server.closeAllConnections();
    return [...lines, `${lines.length} requests, ${most} at once, ${mostInASecond(times)} in a second`].join(
      '\n',
    );
  };
  endWithFile(close);
  return { url: `http://127.0.0.1:${port}${pathname.replace(/\/$/, '')}`, close };
}

/** The most requests that a window of a second holds. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}
