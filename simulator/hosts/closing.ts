/** How a server stops: connections that are idle first, then those with a request in flight, then what is left. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';

/** The connections that are open, kept up to date. */
export function openSockets(server: Server): ReadonlySet<Socket> {
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
export async function stop(
  server: Server,
  exchange: Exchange,
  sockets: ReadonlySet<Socket>,
  grace: number,
): Promise<void> {
  exchange.drain();
  server.on('secureConnection', (socket: Socket) => socket.destroy()); // a handshake that was under way
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  try {
    await endIdle(server, sockets, Math.min(grace, FAREWELL));
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

/**
 * Ends idle connections from this side, and waits for the clients to do the same. A client that does not know yet
 * would send its next request on such a connection, which fails where another server has the port by then.
 */
async function endIdle(server: Server, sockets: ReadonlySet<Socket>, patience: number): Promise<void> {
  const closed = idleAmong(server, sockets).map(
    (socket) => new Promise((resolve) => socket.end().once('close', resolve)),
  );
  if (closed.length === 0) return;
  const patient = new AbortController();
  const enough = sleep(patience, undefined, { signal: patient.signal }).catch(() => {});
  await Promise.race([Promise.all(closed), enough]);
  patient.abort();
}

/** Node alone knows whether a connection is between two requests, and destroys those; here they are only noted. */
function idleAmong(server: Server, sockets: ReadonlySet<Socket>): Socket[] {
  const idle: Socket[] = [];
  const note = function (this: Socket): Socket {
    idle.push(this);
    return this;
  };
  for (const socket of sockets) socket.destroy = note;
  server.closeIdleConnections();
  for (const socket of sockets) Reflect.deleteProperty(socket, 'destroy');
  return idle;
}
