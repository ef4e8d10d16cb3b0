/**
 * Answers that are long and not sent yet, of all connections together. A small request can ask for a long answer, and
 * clients that never read would have any number of them kept: so further requests wait while these are too long together,
 * and an answer that goes on keeping them waiting is given up.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Shorter answers are not counted: a connection has only some of them. */
const LONG = 16 * 1024;
/** Characters that may be unsent when the next request is begun. */
const MOST_UNSENT = 64 * 1024 * 1024;
/** How often it is looked which answers are still unsent while requests wait, in real milliseconds. */
const TURN = 500;
/** After so many turns of waiting an answer is given up that was unsent for one: clients of this machine read sooner. */
const PATIENCE = 8;

interface Unsent {
  characters: number;
  /** Whether it was unsent a turn ago. */
  isOld: boolean;
}

export class UnsentAnswers {
  /** Of each connection: when it is gone, so are all its answers, also those that wait behind others. */
  readonly #connections = new WeakMap<Socket, Set<ServerResponse>>();
  readonly #answers = new Map<ServerResponse, Unsent>();
  readonly #waiting: (() => void)[] = [];
  #characters = 0;
  /** Turns that requests have been waiting for. */
  #waited = 0;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;

  /** To be called when an answer of so many characters was written. */
  wrote(res: ServerResponse, characters: number): void {
    const { socket } = res.req;
    if (characters < LONG || socket.destroyed) return;
    this.#answers.set(res, { characters, isOld: false });
    this.#characters += characters;
    this.#of(socket).add(res);
    res.once('close', () => this.#gone(res));
  }

  #of(socket: Socket): Set<ServerResponse> {
    const known = this.#connections.get(socket);
    if (known) return known;
    const answers = new Set<ServerResponse>();
    this.#connections.set(socket, answers);
    socket.once('close', () => {
      for (const res of answers) this.#gone(res);
    });
    return answers;
  }

  #gone(res: ServerResponse): void {
    const answer = this.#answers.get(res);
    if (answer === undefined) return;
    this.#answers.delete(res);
    this.#connections.get(res.req.socket)?.delete(res);
    this.#characters -= answer.characters;
    this.#goOn();
  }

  /** Begins a request at once, or when there is room for its answer. */
  whenThereIsRoom(begin: () => void): void {
    if (this.#characters <= MOST_UNSENT && this.#waiting.length === 0) {
      begin();
      return;
    }
    this.#waiting.push(begin);
    this.#timer ??= setInterval(() => this.#takeTurn(), TURN).unref();
  }

  /** Begins one of those that wait; the next one when this answer had the time to be made, and counts. */
  #goOn(): void {
    if (this.#next !== undefined || this.#characters > MOST_UNSENT) return;
    const begin = this.#waiting.shift();
    if (begin === undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#waited = 0;
      return;
    }
    this.#next = setImmediate(() => {
      this.#next = undefined;
      this.#goOn();
    });
    begin();
  }

  #takeTurn(): void {
    this.#waited++;
    for (const [res, answer] of [...this.#answers]) {
      if (answer.isOld && this.#waited > PATIENCE) res.req.socket.destroy();
      answer.isOld = true;
    }
  }
}
