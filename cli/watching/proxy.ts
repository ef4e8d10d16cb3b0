/**
 * A proxy on a loopback address: each call goes to the target as it came, and its answer back as it came. It sends nothing of
 * its own. Of each it hands on what is read of it, within bounds. An error in reading it never holds up a call.
 */
import { Buffer } from 'node:buffer';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

/** So much of a body is read, in bytes; all of it goes on. */
const MOST_READ = 1024 * 1024;

export interface Arrived {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
}

/** A text of a body; absent where it is too long, or in another encoding. */
type Text = string | undefined;

export interface Onlooker {
  /** A call goes out. Returns what is called with its end. */
  begin(
    call: Arrived,
  ): (sent: Text, answer: { status: number; headers: Arrived['headers']; text: Text } | undefined) => void;
  /** Reading a call failed; it was passed on all the same. */
  failed(error: unknown): void;
}

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers that are about one connection (RFC 9110, 7.6.1). */
const hops: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'te', 'trailer'],
]);

export async function proxyTo(origin: URL, port: number, onlooker: Onlooker): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => pass(origin, incoming, outgoing, onlooker));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${taken}`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function pass(origin: URL, incoming: IncomingMessage, outgoing: ServerResponse, onlooker: Onlooker): void {
  const { method = 'GET', url: target = '/' } = incoming;
  const headers = {
    ...passedOn(incoming.headers),
    host: origin.host,
    // An encoded body could not be read.
    'accept-encoding': 'identity',
  };
  const safely = <T>(look: () => T): T | undefined => {
    try {
      return look();
    } catch (error) {
      onlooker.failed(error);
      return undefined;
    }
  };
  const end = safely(() => onlooker.begin({ method, target, headers: plain(incoming.headers) }));
  const sent = new Reading(incoming);
  let isOver = false;
  const over: ReturnType<Onlooker['begin']> = (text, answer) => {
    if (!isOver) safely(() => end?.(text, answer));
    isOver = true;
  };
  const send = origin.protocol === 'https:' ? secureRequest : request;
  const path = origin.pathname.replace(/\/$/, '') + target;
  const onward = send({ hostname: unbracketed(origin.hostname), port: origin.port, method, path, headers });
  onward.on('response', (answer) => {
    const { statusCode: status = 502 } = answer;
    const text = new Reading(answer);
    outgoing.writeHead(status, passedOn(answer.headers));
    answer.pipe(outgoing);
    answer.on('end', () => over(sent.text, { status, headers: plain(answer.headers), text: text.text }));
    answer.on('close', () => over(sent.text, undefined));
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => {
    over(sent.text, undefined);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The target did not answer.\n');
  });
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy();
  });
  incoming.pipe(onward);
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function passedOn(headers: IncomingHttpHeaders): { [name: string]: string | string[] } {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || hops.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(own);
}

function plain(headers: IncomingHttpHeaders): { [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** The body of a message while it passes. */
class Reading {
  readonly #pieces: Buffer[] = [];
  readonly #isEncoded: boolean;
  #length = 0;

  constructor(message: IncomingMessage) {
    const { 'content-encoding': encoding = 'identity' } = message.headers;
    this.#isEncoded = encoding !== 'identity';
    message.on('data', (piece: Buffer) => {
      this.#length += piece.length;
      if (!this.#isEncoded && this.#length <= MOST_READ) this.#pieces.push(piece);
    });
  }

  get text(): Text {
    if (this.#isEncoded || this.#length > MOST_READ) return undefined;
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}
