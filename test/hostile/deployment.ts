/** The hostile deployment: a simulator on a raw socket, with a kind of misbehaviour between the two, and another origin that notes what it gets. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createListener, type Server, type Socket } from 'node:net';
import { createServer as createSecureListener } from 'node:tls';
import type { Reply } from '../../simulator/http/call.ts';
import { createSimulator } from '../../simulator/index.ts';
import { endWithFile } from '../command/started.ts';
import { apiKey, controlToken, userName } from './secrets.ts';

/** The behaviour of a deployment; without anything it is a sound one. */
export interface Behaviour {
  /** Keeps each connection to itself, before any HTTP is read. */
  readonly connect?: (socket: Socket) => unknown;
  /** Answers a request in place of the simulator. */
  readonly answer?: Answer;
  /** Its address says https; with `certificate` it speaks TLS, too. */
  readonly https?: 'plain' | 'certificate';
}

export type Answer = (hit: Hit, attack: Attack) => unknown;

/** A request that has arrived whole. */
export interface Hit {
  /** Counted from 1, over all connections. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** For bytes that no HTTP library would send. */
  readonly socket: Socket;
  /** The answer of the simulator. */
  honest(): Promise<Reply>;
  /** Answers with an ordinary reply. */
  send(reply: Partial<Reply>): void;
}

/** Needs of a behaviour beside the request. */
export interface Attack {
  /** An origin that notes what it is sent. */
  readonly elsewhere: string;
  /** A file that a command of a profile would make if it were run. */
  readonly marker: string;
  /** The memory of behaviours between requests. */
  readonly memory: Map<string, string>;
  /** Stops listening and cuts every connection. */
  die(): void;
}

export interface Deployment {
  readonly url: string;
  /** Tokens that it issued, or that were sent to it. */
  readonly tokens: ReadonlySet<string>;
  /** The requests to the other origin, whole. */
  readonly elsewhere: readonly string[];
  close(): void;
}

export const json = { 'content-type': 'application/json' } as const;

export const honest: Answer = async (hit) => hit.send(await hit.honest());

/** The simulator's answers before a request, then others. */
export const from =
  (request: number, answer: Answer): Answer =>
  (hit, attack) =>
    (hit.number >= request ? answer : honest)(hit, attack);

/** Other answers for what `pattern` finds in `METHOD /path`. */
export const on =
  (pattern: RegExp, answer: Answer, rest: Answer = honest): Answer =>
  (hit, attack) =>
    (pattern.test(`${hit.method} ${hit.path}`) ? answer : rest)(hit, attack);

/** The public API alone: for the rest it is no simulator. */
export const foreign = (answer: Answer): Answer => on(/ \/_control\//, reply({ status: 404 }), answer);

/** Other answers of the public API once it has issued a token, as the simulator does. */
export const signedIn = (answer: Answer): Answer => on(/\/Token$/, honest, on(/ \/api\//, answer));

/** The same reply to every request. */
export const reply =
  (given: Partial<Reply> | ((hit: Hit, attack: Attack) => Partial<Reply>)): Answer =>
  (hit, attack) =>
    hit.send(typeof given === 'function' ? given(hit, attack) : given);

/** The simulator's replies of the public API, changed. */
export const changed = (change: (reply: Reply, hit: Hit, attack: Attack) => Partial<Reply>): Answer =>
  on(/ \/api\//, async (hit, attack) => {
    const made = await hit.honest();
    hit.send({ ...made, ...change(made, hit, attack) });
  });

/** Bytes as they stand; the connection stays open, or ends. */
export const raw =
  (bytes: string | Buffer, after?: 'end' | 'reset'): Answer =>
  ({ socket }) =>
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
      if (after === 'end') socket.end();
      if (after === 'reset') socket.resetAndDestroy();
    });

/** A head, then one piece after the other for ever: as fast as they are read, or with a pause between them. */
export const endless =
  (head: string, piece: string, pauseMs = 0): Answer =>
  async ({ socket }) => {
    socket.write(head);
    while (socket.writable) {
      const taken = socket.write(piece);
      if (taken) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      else await new Promise<unknown>((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
  };

const pem = (name: string) => readFileSync(new URL(`../command/tls/${name}.pem`, import.meta.url));

/** Starts a deployment that behaves so; it ends with the file at the latest. */
export async function deploy(
  { connect, answer = honest, https }: Behaviour,
  marker: string,
): Promise<Deployment> {
  const simulator = createSimulator({ userName, apiKey, controlToken });
  const tokens = new Set<string>();
  const sockets = new Set<Socket>();
  const elsewhere: string[] = [];
  let hits = 0;

  const http = createServer((request) => {
    serve(request).catch(() => request.socket.destroy());
  }).on('clientError', (_, socket) => socket.destroy());
  const accept = (socket: Socket) => (connect ? connect(socket) : http.emit('connection', socket));
  const server =
    https === 'certificate'
      ? createSecureListener({ cert: pem('server'), key: pem('server-key') }, accept)
      : createListener({ allowHalfOpen: true, noDelay: true }, accept);
  // A TLS server shows its plain sockets here, too.
  server
    .on('tlsClientError', () => undefined)
    .on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
  const other = createServer(async (request, response) => {
    const text = await textOf(request);
    elsewhere.push([`${request.method} ${request.url}`, ...request.rawHeaders, text].join('\n'));
    response.writeHead(200, json).end('{"token":"from-elsewhere","success":true}');
  });
  const port = await listening(server);
  const attack: Attack = {
    elsewhere: `http://127.0.0.1:${await listening(other)}`,
    marker,
    memory: new Map(),
    die: cut,
  };

  async function serve(request: IncomingMessage): Promise<void> {
    const { method = 'GET', url: path = '/', headers, socket } = request;
    const number = ++hits;
    const body = await textOf(request);
    const sent = /^Bearer (.{20,})$/.exec(headers.authorization ?? '')?.[1];
    if (sent !== undefined) tokens.add(sent);
    const made = async () => {
      const reply = await simulator.handle({
        method,
        target: path,
        headers,
        body: body === '' ? undefined : body,
      });
      for (const [, token] of reply.body.matchAll(/"token":"([^"]{20,})"/g)) tokens.add(String(token));
      return reply;
    };
    await answer({ number, method, path, headers, body, socket, honest: made, send: sendBy(socket) }, attack);
  }

  function cut(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }

  function close(): void {
    cut();
    http.close();
    other.closeAllConnections();
    other.close();
    simulator.stop();
  }
  endWithFile(close);
  return { url: `${https ? 'https' : 'http'}://127.0.0.1:${port}`, tokens, elsewhere, close };
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

/** By hand: a `ServerResponse` waits for the ones before it on the connection, and checks headers. */
const sendBy =
  (socket: Socket) =>
  ({ status = 200, headers = {}, body = '' }: Partial<Reply>): void => {
    const bytes = Buffer.from(status === 204 || status === 304 ? '' : body);
    const length = status === 204 || status === 304 ? {} : { 'content-length': `${bytes.length}` };
    const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (!socket.writable) return;
    socket.write(
      Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Odd'}\r\n${lines.join('')}\r\n`, 'latin1'),
    );
    socket.write(bytes);
  };
