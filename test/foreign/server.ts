/** The depot on a socket: a bare `node:http` server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, answer } from './api.ts';
import { answerBackstage } from './backstage.ts';
import { Depot, type Habits } from './depot.ts';
import type { Body } from './dialect.ts';

export interface ForeignOptions {
  /** Habits in the place of the lawful ones. */
  broken?: Partial<Habits>;
  userName?: string;
  apiKey?: string;
  /** Licences that the account owns. Default 26. */
  licences?: number;
}

export interface Foreign {
  /** The base address; the API stands below `/tracking`, the office below `/backstage`. */
  url: string;
  close(): Promise<void>;
}

/** Serves a new depot on the loopback address, on a port of its own. */
export async function start(options: ForeignOptions = {}): Promise<Foreign> {
  const { broken = {}, userName = 'dispatch', apiKey = 'k-7731-newfoundland', licences = 26 } = options;
  const depot = new Depot({ userName, apiKey, api: true, licences }, broken);
  const server = createServer({ keepAliveTimeout: 1_000 }, (request, response) => {
    serve(depot, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function serve(depot: Depot, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await read(request);
  const backstage = asked.path.startsWith('/backstage/');
  const { status, body } = backstage ? answerBackstage(depot, asked) : answer(depot, asked);
  const text = JSON.stringify(body);
  response.sendDate = false;
  response.writeHead(status, {
    date: new Date(depot.now()).toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-depot': '7',
  });
  response.end(text);
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '/', query] = (request.url ?? '/').split('?', 2);
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    authorization: request.headers.authorization,
    body: objectIn(Buffer.concat(chunks).toString('utf8')),
  };
}

function objectIn(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
