/** A way in to simulators: how a client's calls reach one. */
import type { SimulatorOptions } from '../../simulator/index.ts';

export interface Transport {
  readonly name: string;
  /** Headers that this way in adds to those of the simulator's reply. */
  readonly adds: readonly string[];
  /** Once, before the first simulator is opened. */
  start(): Promise<void>;
  /** Once, after the last. */
  stop(): Promise<void>;
  /** A fresh simulator. The options are JSON, since the simulator may be in a browser. */
  open(options: SimulatorOptions): Promise<Client>;
  /** Ends all simulators that were opened. */
  closeAll(): Promise<void>;
}

/** Calls one simulator. */
export interface Client {
  /** Rejects when the connection is dropped. A body should come with a content type: `fetch` adds one of its own. */
  request(method: string, target: string, init?: CallInit): Promise<Received>;
}

export interface CallInit {
  headers?: { [name: string]: string };
  body?: string;
}

export interface Received {
  status: number;
  /** Under their lower-case names. */
  headers: { [name: string]: string };
  text: string;
}

/** A client that calls by the platform's `fetch`. */
export function fetchClient(baseUrl: string): Client {
  return {
    async request(method, target, init = {}) {
      const reply = await fetch(baseUrl + target, { method, ...init });
      return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
    },
  };
}
