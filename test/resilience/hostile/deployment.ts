/** The hostile deployment: a simulator on a socket, with a kind of misbehaviour between the two. */
import { createServer, type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createListener, type Server, type Socket } from 'node:net';
import { createServer as createSecureListener } from 'node:tls';
import type { Reply } from '../../../simulator/http/call.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { type Attack, type Behaviour, type Hit, honest } from './kind.ts';
import { apiKey, controlToken, userName } from './secrets.ts';

export interface Hostile {
  url: string;
  /** A certificate that the command is told to trust. */
  ca: string | undefined;
  /** Tokens that it issued, or that were sent to it. */
  tokens: Set<string>;
  /** The requests to the other origin: request lines, headers and bodies. */
  elsewhere: string[];
  /** Requests that have arrived so far. */
  readonly hits: number;
  /** Behaves well until `attack`, and tells when it creates the record of this number. */
  rest(records: number, then: () => void): void;
  attack(): void;
  close(): Promise<void>;
}

export interface HostileOptions {
  marker: string;
  random(): number;
  /** Told of each request when it has arrived. */
  onHit?(number: number): void;
}

const CREATION = /^POST \/api\/(groups|users)$/;

/** Starts a deployment that behaves so. `close` cuts everything that is still open. */
export async function startHostile(behaviour: Behaviour, options: HostileOptions): Promise<Hostile> {
  const simulator = createSimulator({ userName, apiKey, controlToken });
  const recorder = await startRecorder();
  const tokens = new Set<string>();
  const sockets = new Set<Socket>();
  let hits = 0;
  let connections = 0;
  let resting: { records: number; then: () => void } | undefined;

  const http = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  http.on('request', (request) => {
    serve(request).catch(() => request.socket.destroy());
  });
  http.on('clientError', (_, socket) => socket.destroy());

  async function serve(request: IncomingMessage): Promise<void> {
    const hit = await hitOf(request, ++hits);
    for (const token of bearersIn(hit.headers.authorization)) tokens.add(token);
    options.onHit?.(hit.number);
    if (resting && CREATION.test(`${hit.method} ${hit.path}`) && --resting.records === 0) resting.then();
    await (resting ? honest : (behaviour.answer ?? honest))(hit, attack);
  }

  async function hitOf(request: IncomingMessage, number: number): Promise<Hit> {
    const { method = 'GET', url: path = '/', headers, socket } = request;
    const body = await textOf(request);
    return {
      number,
      method,
      path,
      headers,
      body,
      socket,
      honest: async (target = path) => {
        const call = { method, target, headers, body: body === '' ? undefined : body };
        const made = await simulator.handle(call);
        for (const token of issuedIn(made)) tokens.add(token);
        return made;
      },
      send: (reply) => sendBy(socket, reply),
    };
  }

  const { tls, https, connect } = behaviour;
  const secured = tls?.();
  const accept = (socket: Socket): void => {
    if (resting || connect?.(socket, ++connections, attack) !== true) http.emit('connection', socket);
  };
  const server: Server = secured
    ? createSecureListener(secured, accept)
    : createListener({ allowHalfOpen: true, noDelay: true }, accept);
  // A TLS server shows its plain sockets here, too: those must be cut when it closes.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  const port = await listening(server);
  const attack: Attack = {
    elsewhere: recorder.url,
    url: `${(secured && !secured.plainAddress) || https ? 'https' : 'http'}://127.0.0.1:${port}`,
    marker: options.marker,
    random: options.random,
    memory: new Map(),
    die: cut,
  };

  function cut(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: attack.url,
    ca: secured?.trusted ? secured.cert : undefined,
    tokens,
    elsewhere: recorder.received,
    get hits() {
      return hits;
    },
    rest: (records, then) => {
      resting = { records, then };
    },
    attack: () => {
      resting = undefined;
      hits = 0;
    },
    async close() {
      cut();
      http.close();
      await recorder.close();
      simulator.stop();
    },
  };
}

/** Another origin, which notes down what reaches it and answers like a deployment that issues tokens. */
async function startRecorder(): Promise<{ url: string; received: string[]; close(): Promise<void> }> {
  const received: string[] = [];
  const record: RequestListener = async (request, response) => {
    const head = [`${request.method} ${request.url}`, ...request.rawHeaders].join('\n');
    received.push(`${head}\n${await textOf(request)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"from-elsewhere"}');
  };
  const server = createServer((request, response) => void record(request, response));
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * By hand, because a `ServerResponse` waits for the ones before it on the connection, and some of these
 * are never sent; and because Node checks headers.
 */
function sendBy(socket: Socket, { status = 200, headers = {}, body = '' }: Partial<Reply>): void {
  if (!socket.writable) return;
  const bytes = Buffer.from(status === 204 || status === 304 ? '' : body);
  const length = status === 204 || status === 304 ? {} : { 'content-length': `${bytes.length}` };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Odd'}\r\n${lines.join('')}\r\n`, 'latin1'),
  );
  socket.write(bytes);
  if (headers.connection === 'close') socket.end();
}

function bearersIn(authorization: string | undefined): string[] {
  const token = /^Bearer (.{8,})$/.exec(authorization ?? '')?.[1];
  return token === undefined ? [] : [token];
}

function issuedIn({ body }: Reply): string[] {
  return [...body.matchAll(/"token":"([^"]{8,})"/g)].map((found) => String(found[1]));
}
