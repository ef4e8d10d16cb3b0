/**
 * Answers that are not sent yet, of all connections together. A small request can ask for a long answer, a connection can
 * bring many requests at once, and clients that never read would have any number of answers kept: so further requests wait
 * while these are too long together, and connections that go on keeping them waiting are given up.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Characters that may be unsent when the next request is begun. */
const MAX_UNSENT = 64 * 1024 * 1024;
/** Requests that may wait for that. */
const MAX_WAITING = 10_000;
/** How often it is looked which connections still do not read while requests wait, in real milliseconds. */
const TURN = 500;
/** After so many turns of waiting a connection is given up that read no answer for one: clients of this machine read sooner. */
const PATIENCE = 8;

/** The answers of a connection. */
interface Unsent {
  characters: number;
  /** True if none of them was sent since the last turn. */
  isStill: boolean;
}

export class UnsentAnswers {
  readonly #connections = new Map<Socket, Unsent>();
  readonly #waiting: (() => void)[] = [];
  #characters = 0;
  /** Turns that requests have been waiting for. */
  #waited = 0;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;

  /** To be called when an answer of so many characters was written. Most are sent by then, and cost nothing here. */
  wrote(res: ServerResponse, characters: number): void {
    const { socket } = res.req;
    // An answer that waits behind others on its connection has no socket yet.
    if (socket.destroyed || res.socket?.writableLength === 0) return;
    const unsent = this.#connections.get(socket) ?? this.#open(socket);
    unsent.characters += characters;
    this.#characters += characters;
    res.once('close', () => {
      if (!this.#connections.has(socket)) return;
      unsent.characters -= characters;
      unsent.isStill = false;
      this.#gone(characters);
    });
  }

  /** When a connection is gone, so are all its answers, also those that wait behind others. */
  #open(socket: Socket): Unsent {
    const unsent = { characters: 0, isStill: false };
    this.#connections.set(socket, unsent);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#gone(unsent.characters);
    });
    return unsent;
  }

  #gone(characters: number): void {
    this.#characters -= characters;
    this.#goOn();
  }

  /** Begins a request at once, or when there is room for its answer; beyond what may wait, its connection is cut. */
  whenThereIsRoom(res: ServerResponse, begin: () => void): void {
    if (this.#characters <= MAX_UNSENT && this.#waiting.length === 0) {
      begin();
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) {
      res.req.socket.destroy();
      return;
    }
    this.#waiting.push(begin);
    this.#timer ??= setInterval(() => this.#takeTurn(), TURN).unref();
  }

  /** Begins one of those that wait; the next one when this answer had the time to be made, and counts. */
  #goOn(): void {
    if (this.#next !== undefined || this.#characters > MAX_UNSENT) return;
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
    for (const [socket, unsent] of this.#connections) {
      if (unsent.characters > 0 && unsent.isStill && this.#waited > PATIENCE) socket.destroy();
      unsent.isStill = true;
    }
  }
}
