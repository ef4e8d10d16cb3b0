/** A proxy on the loopback address, and servers that end with the tests of a file. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net';
import { endWithFile } from './started.ts';

/** Starts a server on a free port. Gives its address. */
export async function listening(server: Server & { closeAllConnections?: () => void }): Promise<string> {
  endWithFile(() => {
    server.closeAllConnections?.();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Hands a request on to another server. */
export function handOn(request: IncomingMessage, response: ServerResponse, to: URL): void {
  const { method, headers } = request;
  const path = new URL(request.url ?? '/', to);
  const onward = httpRequest({
    host: to.hostname,
    port: to.port,
    path: path.pathname + path.search,
    method,
    headers,
  });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** A proxy whose world is one server: every name leads there. */
export async function proxyTo(url: string): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const to = new URL(url);
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    handOn(request, response, to);
  });
  server.on('connect', (request, socket, head) => {
    seen.push(`CONNECT ${request.url}`);
    const onward = connect(Number(to.port), to.hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  return { url: await listening(server), seen };
}

/** A server that leaves what it is asked to `answer`. */
export function answering(answer: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((one) => {
    sockets.add(one);
    one.on('error', () => one.destroy()).on('close', () => sockets.delete(one));
    answer(one);
  });
  const closeAllConnections = () => {
    for (const one of sockets) one.destroy();
  };
  return listening(Object.assign(server, { closeAllConnections }));
}

/** One byte of a head that has no end, again and again. */
export function drip(one: Socket): void {
  one.write('HTTP/1.1 200 OK\r\nX-');
  const timer = setInterval(() => one.write('a'), 50);
  one.on('close', () => clearInterval(timer));
}
