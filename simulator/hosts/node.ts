/**
 * `roadtest/node`: the simulator on a socket.
 *
 *     const server = await serve(createSimulator(), { port: 4010 });
 *     …
 *     await server.close();
 *
 * Node keeps the connections and answers broken HTTP; every request goes to the simulator's one function.
 */

import { executionAsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { nextTick } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { checkOptions, type OptionNames } from '../../contracts/kit/option-names.ts';
import { answerPreflight, isCrossOrigin, sharedWith } from './cross-origin.ts';
import { createExchange, type Exchange, type Served, UndatedResponse } from './exchange.ts';
import type { Pages } from './pages.ts';

/**
 * The options of `serve`.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type ServeOptions, serve } from 'roadtest/node';
 *
 * const options: ServeOptions = { port: 0, grace: 1_000 };
 * const server = await serve(createSimulator(), options);
 * console.log(server.port > 0); // true
 * await server.close();
 */
export interface ServeOptions {
  /** TCP port; 0 (the default) takes a free one. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** How long `close` waits for requests in flight before it cuts them, in milliseconds. Default: 5,000. */
  grace?: number;
  /** Origins whose pages may read answers of the control API, too. Pages of any origin may read the public API. */
  origins?: readonly string[];
  /** Serves https by this certificate chain and its private key, both PEM. Default: http. */
  tls?: { readonly cert: string; readonly key: string };
  /** Answers what is meant for the live page. Default: there is none. */
  pages?: Pages;
  /** Called with failures that a caller only sees as a 500. Default: none. */
  onError?: (error: unknown) => void;
}

/**
 * A server that listens.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type Server, serve } from 'roadtest/node';
 *
 * const server: Server = await serve(createSimulator());
 * console.log(server.url.startsWith('http://127.0.0.1:')); // true
 * await server.close();
 */
export interface Server {
  /** Base address, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops: takes no more connections, ends open streams and idle connections, lets requests in flight finish (no
   * longer than the grace period), then closes what is left. Calling it again waits for the same end.
   */
  close(): Promise<void>;
}

/**
 * The server could not start. Nothing is left open.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { ServeError, serve } from 'roadtest/node';
 *
 * const error = await serve(createSimulator(), { port: -1 }).catch((error: unknown) => error);
 * console.log(error instanceof ServeError && error.code); // PORT_INVALID
 */
export class ServeError extends Error {
  override readonly name = 'ServeError';
  readonly code: ServeErrorCode;
  readonly port: number;
  readonly host: string;
  /** Advice to the caller. */
  readonly hint: string;

  constructor(code: ServeErrorCode, where: Where, cause?: unknown) {
    const { message, hint } = failures[code](where);
    super(message, { cause });
    this.code = code;
    this.port = where.port;
    this.host = where.host;
    this.hint = hint;
  }
}

interface Where {
  host: string;
  port: number;
}

const failures = {
  PORT_IN_USE: ({ host, port }: Where) => ({
    message: `Port ${port} on ${host} is already in use.`,
    hint: 'Stop what listens there, name another port, or name port 0 to take a free one.',
  }),
  PORT_FORBIDDEN: ({ port }: Where) => ({
    message: `This user may not listen on port ${port}.`,
    hint: 'Name a port of 1024 or above.',
  }),
  PORT_INVALID: ({ port }: Where) => ({
    message: `${port} is not a port.`,
    hint: 'A port is a whole number from 0 to 65535; 0 takes a free one.',
  }),
  HOST_UNAVAILABLE: ({ host }: Where) => ({
    message: `This machine has no address ${host} to listen on.`,
    hint: 'Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every network it is on.',
  }),
  TLS_INVALID: () => ({
    message: 'The certificate and the private key are not a pair that works for https.',
    hint: 'Both are PEM; the key is that of the first certificate, and has no password.',
  }),
  LISTEN_FAILED: ({ host, port }: Where) => ({
    message: `The server could not listen on ${host}, port ${port}.`,
    hint: 'The cause is attached to this error.',
  }),
} satisfies { readonly [code: string]: (where: Where) => { message: string; hint: string } };
type ServeErrorCode = keyof typeof failures;
const codes: { readonly [systemCode: string]: ServeErrorCode } = {
  EADDRINUSE: 'PORT_IN_USE',
  EACCES: 'PORT_FORBIDDEN',
  EADDRNOTAVAIL: 'HOST_UNAVAILABLE',
  ENOTFOUND: 'HOST_UNAVAILABLE',
  EAI_AGAIN: 'HOST_UNAVAILABLE',
  EINVAL: 'HOST_UNAVAILABLE',
};

const optionNames: OptionNames<ServeOptions> = {
  port: true,
  host: true,
  grace: true,
  origins: true,
  tls: true,
  pages: true,
  onError: true,
};

/** How long a request may take to come in, and a connection may be idle, in milliseconds. */
const bounds = { requestTimeout: 300_000, keepAliveTimeout: 72_000 };

/**
 * Serves a simulator on a socket.
 *
 * @returns the running server, once it listens.
 * @throws {TypeError} with code `OPTION_INVALID` for an option that there is not
 * @throws {ServeError} when it cannot listen; the code is stable.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { serve } from 'roadtest/node';
 *
 * const simulator = createSimulator();
 * const server = await serve(simulator);
 * console.log((await fetch(`${server.url}/api/devices`)).status); // 401
 * await server.close();
 * simulator.stop();
 */
export async function serve(served: Served, options: ServeOptions = {}): Promise<Server> {
  checkOptions(options, optionNames, 'serve');
  if (options.tls) checkOptions(options.tls, { cert: true, key: true }, 'tls of serve');
  const { port = 0, host = '127.0.0.1', grace = 5_000, onError = () => {}, tls } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ServeError('PORT_INVALID', { host, port });

  nextTick(() => (kept[0] ??= executionAsyncResource()));
  const exchange = createExchange(served, onError);
  const server = createHttpServer(listenerOf(exchange, options), tls, { host, port });
  const sockets = openSockets(server);
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    throw new ServeError(codes[errorFacts(error).code ?? ''] ?? 'LISTEN_FAILED', { host, port }, error);
  }
  server.on('error', onError);
  const address = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(address, tls ? 'https' : 'http'),
    port: address.port,
    close: () => (closing ??= stop(server, exchange, sockets, grace)),
  };
}

/** A tick: V8 forgets the shape of ticks when a major collection finds none, and Node 20 then makes each in its runtime. */
const kept: object[] = [];

/** The connections that are open, kept up to date. */
function openSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const note = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', note);
  // Handshake bytes are not request bytes: only the socket above them counts those alone.
  server.on('secureConnection', note);
  return sockets;
}

/** How long a client has to close its end of an idle connection, in ms: some notice only when they use it again. */
const FAREWELL = 500;

/** @param grace milliseconds that requests in flight have */
async function stop(
  server: HttpServer,
  exchange: Exchange,
  sockets: ReadonlySet<Socket>,
  grace: number,
): Promise<void> {
  exchange.drain();
  server.on('secureConnection', (socket: Socket) => socket.destroy()); // a handshake that was under way
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  try {
    // A client that does not know yet would send its next request on an idle connection, where another server may be.
    const idle = [...sockets].filter((socket) => socket.bytesRead > 0 && !Object(socket)._httpMessage);
    const ended = idle.map((socket) => new Promise((resolve) => socket.end().once('close', resolve)));
    await Promise.race([Promise.all(ended), sleep(Math.min(grace, FAREWELL), undefined, { ref: false })]);
    // Browsers open connections ahead of need. Node does not count one that never spoke as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    await new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeIdleConnections();
    });
  } finally {
    clearTimeout(cut);
  }
}

/** @throws ServeError `TLS_INVALID` */
function createHttpServer(answer: RequestListener, tls: ServeOptions['tls'], where: Where): HttpServer {
  const options = { ...bounds, ServerResponse: UndatedResponse };
  try {
    const server = tls ? createSecureServer({ ...tls, ...options }, answer) : createServer(options, answer);
    // `Expect: 100-continue` is answered where it is known whether the body is taken.
    return server.on('checkContinue', answer);
  } catch (error) {
    throw new ServeError('TLS_INVALID', where, error);
  }
}

/** The listener for requests: a preflight, a file of the page, or a call of the simulator. */
function listenerOf(exchange: Exchange, { pages, origins = [] }: ServeOptions): RequestListener {
  return (req, res) => {
    const target = req.url ?? '/';
    if (!isCrossOrigin(req, origins)) {
      if (!pages?.(req, res, target)) exchange.answer(req, res, target);
    } else if (req.method === 'OPTIONS') answerPreflight(req, res);
    else exchange.answer(req, res, target, sharedWith(req));
  };
}

/** The address to call: a server that listens everywhere is called by its loopback address. */
function urlOf({ address, port }: AddressInfo, scheme: 'http' | 'https'): string {
  const everywhere: { readonly [address: string]: string } = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[address] ?? address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
