/** Calls a simulator as a function, as a test reads best: JSON in, JSON out. */
import { onTestFinished } from 'vitest';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import { type Table, tableOf, type WorldsOptions } from './table.ts';

type Reply = Awaited<ReturnType<Simulator['handle']>>;
export interface Answer extends Reply {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  json: any;
}

interface Headers {
  readonly [name: string]: string;
}

export class Client<Served extends Pick<Simulator, 'handle'>> {
  readonly served: Served;
  /** The path of the world, `''` for the plain one. */
  readonly #world: string;
  readonly #basePath: string;

  constructor(served: Served, world = '', basePath = '') {
    this.served = served;
    this.#world = world;
    this.#basePath = basePath;
  }

  world(name: string): Client<Served> {
    return new Client(this.served, `/w/${name}`);
  }

  /** A text goes out as it is, anything else as JSON. */
  readonly call = async (
    method: string,
    target: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Answer> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type: Headers = text === undefined ? {} : { 'content-type': 'application/json' };
    const call = { method, target: this.#world + target, headers: { ...type, ...headers }, body: text };
    const reply = await this.served.handle(call);
    const isJson = /json/.test(reply.headers['content-type'] ?? '') && reply.body !== '';
    return { ...reply, json: isJson ? JSON.parse(reply.body) : undefined };
  };

  /** Calls the control API: `control('PUT /clock', { … })`. */
  readonly control = (route: string, body?: unknown, headers?: Headers): Promise<Answer> => {
    const [method = '', path = ''] = route.split(/ (.*)/s);
    return this.call(method, `/_control${path}`, body, headers);
  };

  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  readonly shown = async (path: string): Promise<any> => (await this.control(`GET ${path}`)).json;

  readonly token = async (userName = 'demo', apiKey = 'demo-key'): Promise<string> => {
    const target = `${this.#basePath}/api/Auth/Token`;
    return (await this.call('POST', target, { userName, apiKey })).json.token;
  };

  /** Calls the public API with a new token of the account: `api('GET /api/devices')`. */
  readonly api = async (route: string, body?: unknown, headers: Headers = {}): Promise<Answer> => {
    const [method = '', target = ''] = route.split(/ (.*)/s);
    const authorization = `Bearer ${await this.token()}`;
    return this.call(method, target, body, { authorization, ...headers });
  };

  /** The lines that a stream of the control API writes from now on. */
  async stream(
    path: string,
    headers: Headers = {},
  ): Promise<{ text(): string; close(): void; reply: Reply }> {
    const target = `${this.#world}/_control${path}`;
    const reply = await this.served.handle({ method: 'GET', target, headers, body: undefined });
    let text = '';
    const close = reply.stream?.((chunk) => {
      text += chunk;
    });
    return { text: () => text, close: () => close?.(), reply };
  }
}

/** A simulator of three devices that ends with the test, and its client. */
export function open(options: SimulatorOptions = {}): Client<Simulator> {
  const given = options.fixture || options.snapshot ? {} : { devices: 3 };
  const simulator = createSimulator({ ...given, ...options });
  onTestFinished(() => simulator.stop());
  return new Client(simulator, '', simulator.profile.basePath);
}

/** A server of worlds of two devices that ends with the test, and its client. */
export function openWorlds(options: WorldsOptions = {}): Client<Table> {
  const worlds = tableOf({ devices: 2, ...options });
  onTestFinished(() => worlds.stop());
  return new Client(worlds);
}
