/** A bare socket, for what no well-behaved client would send. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  /** All that came in so far. */
  received(): string;
  send(text: string): void;
  /** Waits until what came in matches. Fails when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Waits until the other side has closed. */
  closed(): Promise<string>;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {}); // a reset is an end like any other here
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  return {
    socket,
    received: () => text,
    send: (more) => void socket.write(more, 'latin1'),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(text)) return settle(() => resolve(text));
          if (isClosed)
            settle(() => reject(new Error(`Closed before ${pattern} came; received: ${text.slice(0, 500)}`)));
        };
        const settle = (then: () => void) => {
          socket.off('data', look);
          socket.off('close', look);
          then();
        };
        socket.on('data', look);
        socket.on('close', look);
        look();
      }),
    closed: () =>
      new Promise((resolve) => (isClosed ? resolve(text) : socket.once('close', () => resolve(text)))),
  };
}

/** Sends one piece of text and gives back all that came until the other side closed. */
export async function rawExchange(port: number, text: string): Promise<string> {
  const connection = await rawConnection(port);
  connection.send(text);
  return connection.closed();
}
