/**
 * `roadtest/node`: the simulator on a socket.
 *
 *     const server = await serve(createSimulator(), { port: 4010 });
 *     …
 *     await server.close();
 *
 * Fastify keeps the connections, answers broken HTTP and stops gracefully; all it routes to is the
 * simulator's one function. A call from a page of another origin takes a second door, where the
 * headers that browsers ask for are added. The control API never goes through that door.
 */

import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import cors from '@fastify/cors';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { checkOptions, type OptionNames } from '../../contracts/kit/option-names.ts';
import { worldPrefix } from '../../contracts/kit/world-address.ts';
import { createExchange, type Exchange, type Served, UndatedResponse } from './exchange.ts';
import type { Pages } from './pages.ts';
import { inTurn } from './pipelining.ts';
import { keepTicksFast } from './ticks.ts';

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

type ServeErrorCode =
  | 'PORT_IN_USE'
  | 'PORT_FORBIDDEN'
  | 'PORT_INVALID'
  | 'HOST_UNAVAILABLE'
  | 'TLS_INVALID'
  | 'LISTEN_FAILED';

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
  /** What to try. */
  readonly hint: string;

  constructor(code: ServeErrorCode, where: { host: string; port: number }, cause?: unknown) {
    const { message, hint } = failures[code](where);
    super(message, { cause });
    this.code = code;
    this.port = where.port;
    this.host = where.host;
    this.hint = hint;
  }
}

type Failure = (where: { host: string; port: number }) => { message: string; hint: string };
const failures: { readonly [C in ServeErrorCode]: Failure } = {
  PORT_IN_USE: ({ host, port }) => ({
    message: `Port ${port} on ${host} is already in use.`,
    hint: 'Stop what listens there, name another port, or name port 0 to take a free one.',
  }),
  PORT_FORBIDDEN: ({ port }) => ({
    message: `This user may not listen on port ${port}.`,
    hint: 'Name a port of 1024 or above.',
  }),
  PORT_INVALID: ({ port }) => ({
    message: `${port} is not a port.`,
    hint: 'A port is a whole number from 0 to 65535; 0 takes a free one.',
  }),
  HOST_UNAVAILABLE: ({ host }) => ({
    message: `This machine has no address ${host} to listen on.`,
    hint: 'Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every network it is on.',
  }),
  TLS_INVALID: () => ({
    message: 'The certificate and the private key are not a pair that https can be served with.',
    hint: 'Both are PEM; the key is that of the first certificate, and has no password.',
  }),
  LISTEN_FAILED: ({ host, port }) => ({
    message: `The server could not listen on ${host}, port ${port}.`,
    hint: 'The cause is attached to this error.',
  }),
};
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

/** Where a request is sent inside Fastify; what the caller asked for stays in `originalUrl`. */
const doors = { plain: '/', crossOrigin: '/cross-origin' } as const;
/** Node's own bound on a request that comes in slowly, which Fastify switches off. */
const REQUEST_TIMEOUT = 300_000;

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
  keepTicksFast();

  const exchange = createExchange(served, onError);
  const app = createApp(exchange, options, tls && secureServer(tls, { host, port }));
  const sockets = openSockets(app);
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw new ServeError(codes[errorFacts(error).code ?? ''] ?? 'LISTEN_FAILED', { host, port }, error);
  }
  const address = app.server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(address, tls ? 'https' : 'http'),
    port: address.port,
    close: () => (closing ??= stop(app, exchange, sockets, grace)),
  };
}

/** No route has a schema: so Fastify need not load its validator and serialiser, a tenth of the start. */
const noSchemas = {
  compilersFactory: {
    buildValidator: () => () => Object.assign(() => true, { schema: {} }) as never,
    buildSerializer: () => () => JSON.stringify,
  },
};

/** Fastify's own bound on an idle connection, in ms, which a server that is made here has as well. */
const KEEP_ALIVE = 72_000;

/** Throws a ServeError `TLS_INVALID`. */
function secureServer(
  tls: NonNullable<ServeOptions['tls']>,
  where: { host: string; port: number },
): NonNullable<FastifyServerOptions['serverFactory']> {
  const bounds = { requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE };
  return (listener) => {
    try {
      return createServer({ ...tls, ...bounds, ServerResponse: UndatedResponse }, listener);
    } catch (error) {
      throw new ServeError('TLS_INVALID', where, error);
    }
  };
}

function createApp(
  exchange: Exchange,
  { pages, origins = [] }: ServeOptions,
  serverFactory: FastifyServerOptions['serverFactory'],
): FastifyInstance {
  const app = fastify({
    ...(serverFactory ? { serverFactory } : { http: { ServerResponse: UndatedResponse } }),
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    rewriteUrl: (req) => (isCrossOrigin(req, origins) ? doors.crossOrigin : doors.plain),
    // What follows only leaves out work without an effect, and a 503 in place of a last answer.
    genReqId: () => '',
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    schemaController: noSchemas,
    return503OnClosing: false,
  });
  // `Expect: 100-continue` is answered where it is known whether the body is taken.
  app.server.on('checkContinue', (req, res) => app.server.emit('request', req, res));
  // Bodies are read by the exchange, whatever the method and the content type.
  for (const method of app.supportedMethods) app.addHttpMethod(method, { overrideExisting: true });

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const { raw, originalUrl } = request;
    inTurn(raw, reply.raw, () => {
      if (!pages?.(raw, reply.raw, originalUrl)) exchange.answer(raw, reply.raw, originalUrl);
    });
  }
  app.all(doors.plain, answer);
  app.setNotFoundHandler(answer); // methods that Fastify does not know

  app.register(async (foreign) => {
    await foreign.register(cors, {
      // A page that sends cookies or other credentials may not be answered with `*`. Which page that is, a browser does
      // not say beforehand, and the names of the headers that it may read depend on the reply.
      origin: true,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      maxAge: 600,
    });
    foreign.all(doors.crossOrigin, (request, reply) => {
      const extra = reply.getHeaders();
      reply.hijack();
      const { raw, originalUrl } = request;
      inTurn(raw, reply.raw, () => exchange.answer(raw, reply.raw, originalUrl, extra));
    });
  });
  return app;
}

/** Whether a page of another origin may be behind this request, and may read the answer. */
function isCrossOrigin(req: IncomingMessage, origins: readonly string[]): boolean {
  const { origin } = req.headers;
  if (origin === undefined || (isControl(req.url ?? '/') && !origins.includes(origin))) return false;
  return req.method !== 'OPTIONS' || req.headers['access-control-request-method'] !== undefined;
}

/** Anything that could be read as an address of the control API, which foreign pages must not read. */
function isControl(target: string): boolean {
  return !target.startsWith('/') || /^\/+(?:_|%5f)/i.test(target.slice(worldPrefix(target).length));
}

/** The connections that are open, kept up to date. */
function openSockets(app: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const note = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  app.server.on('connection', note);
  // The bytes of a handshake are none of a request: only the socket above it counts these alone.
  app.server.on('secureConnection', note);
  return sockets;
}

/** How long a client has to close its end of an idle connection, in ms: some notice only when they use it again. */
const FAREWELL = 500;

async function stop(
  app: FastifyInstance,
  exchange: Exchange,
  sockets: ReadonlySet<Socket>,
  grace: number,
): Promise<void> {
  exchange.drain();
  app.server.on('secureConnection', (socket: Socket) => socket.destroy()); // a handshake that was under way
  const cut = setTimeout(() => app.server.closeAllConnections(), grace);
  try {
    await endIdle(app, sockets, Math.min(grace, FAREWELL));
    // Browsers open connections ahead of need. Node does not count one that never spoke as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/**
 * Ends idle connections from this side, and waits for the clients to do the same. A client that does not know yet
 * would send its next request on such a connection, which fails where another server has the port by then.
 */
async function endIdle(app: FastifyInstance, sockets: ReadonlySet<Socket>, patience: number): Promise<void> {
  const closed = idleAmong(app, sockets).map(
    (socket) => new Promise((resolve) => socket.end().once('close', resolve)),
  );
  if (closed.length === 0) return;
  const patient = new AbortController();
  const enough = sleep(patience, undefined, { signal: patient.signal }).catch(() => {});
  await Promise.race([Promise.all(closed), enough]);
  patient.abort();
}

/** Node alone knows whether a connection is between two requests, and destroys those; here they are only noted. */
function idleAmong(app: FastifyInstance, sockets: ReadonlySet<Socket>): Socket[] {
  const idle: Socket[] = [];
  const note = function (this: Socket): Socket {
    idle.push(this);
    return this;
  };
  for (const socket of sockets) socket.destroy = note;
  app.server.closeIdleConnections();
  for (const socket of sockets) Reflect.deleteProperty(socket, 'destroy');
  return idle;
}

/** The address to call: a server that listens everywhere is called by its loopback address. */
function urlOf({ address, port }: AddressInfo, scheme: 'http' | 'https'): string {
  const everywhere: { readonly [address: string]: string } = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[address] ?? address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
