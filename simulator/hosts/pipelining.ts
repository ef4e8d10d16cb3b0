/**
 * Pipelined requests: those that come on a connection before earlier ones are answered. A client that never reads would
 * have all of them kept or answered into memory. So the next one waits while too much is unsent, no more are read while
 * many wait, and where they are too many over all connections, those with the most are cut off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Backlog, type Held } from './backlog.ts';

/** Bytes of one connection that may be unsent when the next request is begun. */
const MOST_UNSENT = 256 * 1024;
/** Requests of one connection that are processed at once: the length of an answer is not known before it is made. */
const MOST_AT_ONCE = 8;
/** So many wait at most when more are read: they come in pieces of up to 64 kB. */
const MOST_WAITING = 64;
/** About what a request takes that waits, in characters. */
const REQUEST = 1024;

/** The requests of one connection. */
class Pipeline implements Held {
  readonly #socket: Socket;
  readonly #underWay = new Set<ServerResponse>();
  readonly #waiting: (() => void)[] = [];
  #goesOnLater = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('drain', () => this.#goOnLater());
    // Node goes on reading after each answer.
    socket.on('resume', () => this.#readNoMoreThanNeeded());
  }

  add(res: ServerResponse, begin: () => void): void {
    this.#waiting.push(() => {
      this.#underWay.add(res);
      res.once('close', () => {
        this.#underWay.delete(res);
        this.#goOnLater();
      });
      begin();
    });
    this.#goOn();
    this.#readNoMoreThanNeeded();
  }

  behind(): number {
    return this.#waiting.length * REQUEST;
  }

  cut(): void {
    this.#waiting.length = 0;
    this.#socket.destroy();
  }

  /** When others had their turn, and what was sent is no longer kept. */
  #goOnLater(): void {
    if (this.#goesOnLater) return;
    this.#goesOnLater = true;
    setImmediate(() => {
      this.#goesOnLater = false;
      this.#goOn();
    });
  }

  #goOn(): void {
    while (this.#waiting.length > 0 && !this.#socket.destroyed && !this.#isFull()) this.#waiting.shift()?.();
    if (this.#waiting.length < MOST_WAITING && this.#socket.isPaused()) this.#socket.resume();
  }

  #isFull(): boolean {
    let unsent = this.#socket.writableLength;
    for (const { writableLength } of this.#underWay) unsent += writableLength;
    return unsent > MOST_UNSENT || this.#underWay.size >= MOST_AT_ONCE;
  }

  #readNoMoreThanNeeded(): void {
    if (this.#waiting.length >= MOST_WAITING) this.#socket.pause();
  }
}

/** The pipelines of one server. */
export class Pipelines {
  readonly #backlog = new Backlog();
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  /** Begins a request at once, or when enough of the answers before it has been sent; never on a connection that is gone. */
  inTurn({ socket }: IncomingMessage, res: ServerResponse, begin: () => void): void {
    // A response has its socket from the beginning where no other one is before it.
    if (res.socket !== null) {
      begin();
      return;
    }
    const pipeline = this.#pipelines.get(socket) ?? this.#open(socket);
    pipeline.add(res, begin);
    this.#backlog.wrote(pipeline, REQUEST);
  }

  #open(socket: Socket): Pipeline {
    const pipeline = new Pipeline(socket);
    this.#pipelines.set(socket, pipeline);
    this.#backlog.open(pipeline);
    socket.once('close', () => this.#backlog.close(pipeline));
    return pipeline;
  }
}
