/** How a client's calls reach a simulator: as a function, over HTTP, by MSW in Node, and as a world beside others. */
import { setupServer } from 'msw/node';
import { roadtestHandler } from '../../simulator/hosts/msw.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import { tableOf } from './table.ts';

export interface Way {
  readonly name: string;
  /** Headers that this way adds to those of the simulator's reply. */
  readonly adds: readonly string[];
  /** Runs once, before the first simulator is opened. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Opens a fresh simulator. The options are JSON, since the simulator may be in a browser. */
  open(options: SimulatorOptions): Promise<Client>;
  /** Ends all simulators that were opened. */
  closeAll(): Promise<unknown>;
}

/** Calls one simulator. */
export interface Client {
  /** Rejects when the connection is dropped. */
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

type Opened = readonly [client: Client, close: () => unknown];

function way(
  name: string,
  adds: readonly string[],
  open: (options: SimulatorOptions) => Opened | Promise<Opened>,
  ends: Pick<Way, 'start' | 'stop'> = {},
): Way {
  const closing: (() => unknown)[] = [];
  return {
    name,
    adds,
    ...ends,
    async open(options) {
      const [client, close] = await open(options);
      closing.push(close);
      return client;
    },
    closeAll: () => Promise.all(closing.splice(0).map((close) => close())),
  };
}

/** The simulator's function, called as it is, with these options over those of a row. */
export function direct(name = 'direct calls', more: SimulatorOptions = {}): Way {
  return way(name, [], (options) => {
    const simulator = createSimulator({ ...options, ...more });
    return [directClient(simulator), () => simulator.stop()];
  });
}

/** Does what every host does: leaves out a body over the limit, and the body of an answer to HEAD. */
export function directClient({ fetch }: Pick<Simulator, 'fetch'>): Client {
  return {
    async request(method, target, init = {}) {
      const reply = await fetch(`http://roadtest.test${target}`, { method, ...init });
      return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
    },
  };
}

/** A server on a socket, called by Node's fetch. */
export function http(): Way {
  return way('HTTP', ['connection', 'keep-alive', 'content-length'], async (options) => {
    const simulator = createSimulator(options);
    const server = await serve(simulator);
    return [
      fetchClient(server.url),
      async () => {
        await server.close();
        simulator.stop();
      },
    ];
  });
}

/** Mock Service Worker in Node: the fetch of this process is answered without a socket. */
export function mswNode(): Way {
  const server = setupServer();
  let opened = 0;
  return way(
    'MSW in Node',
    [],
    (options) => {
      const simulator = createSimulator(options);
      const baseUrl = `https://fleet-${++opened}.test`;
      server.use(roadtestHandler(simulator, { baseUrl }));
      return [fetchClient(baseUrl), () => simulator.stop()];
    },
    {
      start: async () => server.listen({ onUnhandledRequest: 'error' }),
      stop: async () => server.close(),
    },
  );
}

/** A world beside others, below a prefix, of which the rows know nothing. */
export function world(): Way {
  return way('a world of many', [], async (options) => {
    const worlds = tableOf(options);
    const { path } = await worlds.create();
    const client = directClient(worlds);
    const request: Client['request'] = async (method, target, init) => {
      const reply = await client.request(method, path + target, init);
      const { location } = reply.headers;
      if (location?.startsWith(path)) reply.headers.location = location.slice(path.length);
      return reply;
    };
    return [{ request }, () => worlds.stop()];
  });
}
