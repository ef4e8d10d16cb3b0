/** The world of one test. */
import { checkOptions, OptionError, type OptionNames } from '../../contracts/kit/option-names.ts';
import { type Control, ControlRefused, createControl } from '../control/client/index.ts';
import type { NewWorld } from '../control/schemas/index.ts';
import { type Server, serve } from '../hosts/node.ts';
import { type SimulatorOptions, simulatorOptionNames } from '../options.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { platformPace } from '../time/pace.ts';
import { beginningNames, beginningOptions, setClock } from '../worlds/beginning.ts';

/**
 * How the world of a test begins, and where it is.
 *
 * @example
 * import { test as base, type WorldOptions } from 'roadtest/vitest';
 *
 * const worldOptions: WorldOptions = { devices: 3, at: '2026-03-02T08:00:00Z' };
 * const test = base.extend({ worldOptions });
 * test('begins on a Monday in March', async ({ expect, world }) => {
 *   await expect(world).toBeAt('2026-03-02T08:00:00Z');
 * });
 */
export interface WorldOptions extends Omit<NewWorld, 'name' | 'trainee'>, OwnOptions {
  /**
   * The control API of a server that tests share, such as `process.env.ROADTEST_CONTROL_URL` of `roadtest exec`: each
   * test has a world of its own there. Default: a world in this process. Stories and forks are only available on a server.
   */
  server?: string | undefined;
  /** Sent to that server where it asks for one. */
  controlToken?: string | undefined;
}

/** The options of `createSimulator`, for worlds in this process: a server has its own. */
type OwnOptions = Omit<SimulatorOptions, keyof NewWorld | 'controlToken' | 'dialect' | 'world'>;

const { name: _name, trainee: _trainee, ...worldBeginningNames } = beginningNames;
const { dialect: _dialect, world: _world, ...ownNames } = simulatorOptionNames;
const worldOptionNames: OptionNames<WorldOptions> = { ...ownNames, ...worldBeginningNames, server: true };

interface Parts {
  baseUrl: string;
  control: Control;
  userName: string;
  apiKey: string;
  simulator: Simulator | undefined;
  send(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The world of one test: a service of its own, with addresses for the code under test and everything that a test
 * controls. `test` opens and closes it.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test } from 'roadtest/vitest';
 *
 * test('has an address for the code under test', async ({ world }) => {
 *   const reply = await fetch(`${world.baseUrl}/api/devices`);
 *   expect(reply.status).toBe(401);
 * });
 */
export class TestWorld {
  /** The base address of the public API, with the prefix of the profile. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Its control API, such as `control.limits.set('dev-1', { dailySms: 0 })`: the functions of `roadtest/control`. */
  readonly control: Control;
  readonly userName: string;
  readonly apiKey: string;
  /** The simulator itself, where the world is in this process. */
  readonly simulator: Simulator | undefined;
  readonly #parts: Parts;

  /** @throws OptionError for options that the place does not have, ControlRefused where the server does not make it, and what `createSimulator` throws */
  static async open(given: WorldOptions = {}): Promise<TestWorld> {
    checkOptions(given, worldOptionNames, 'worldOptions');
    const { server, ...options } = given;
    return new TestWorld(await (server === undefined ? inProcess(options) : onServer(server, options)));
  }

  private constructor(parts: Parts) {
    const { baseUrl, control, userName, apiKey, simulator } = parts;
    this.baseUrl = baseUrl;
    this.controlUrl = control.url;
    this.control = control;
    this.userName = userName;
    this.apiKey = apiKey;
    this.simulator = simulator;
    this.#parts = parts;
  }

  /** Brings the clock forward: `{ by: 'PT90M' }`, or `{ to: '2026-01-06T00:00:00Z' }`. Settles when all is settled. */
  async advance(step: { by: string } | { to: string | Date }): Promise<void> {
    checkOptions<{ by?: string; to?: string | Date }>(step, { by: true, to: true }, 'advance');
    await this.control.clock.advance(
      'by' in step ? { by: step.by } : { to: step.to instanceof Date ? step.to.toISOString() : step.to },
    );
  }

  /** A token of the account, as its clients get one. @throws ControlRefused where the service gives none */
  async token(): Promise<string> {
    const request = new Request(`${this.baseUrl}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: this.userName, apiKey: this.apiKey }),
    });
    const reply = await this.#parts.send(request);
    const {
      token,
      error,
      detail = error ?? `The server answered ${reply.status}.`,
    } = await reply.json().catch(() => ({}));
    if (reply.ok) return token;
    throw new ControlRefused({ code: 'REFUSED', status: reply.status, detail });
  }

  /** Ends it; `test` does after each test. */
  close(): Promise<void> {
    return this.#parts.close();
  }
}

/** Beginning of a world, and the further options of a simulator; those that are undefined are left out. */
function apart(given: Omit<WorldOptions, 'server' | 'controlToken'>): [NewWorld, OwnOptions] {
  const isOfBeginning = ([name]: [string, unknown]) => Object.hasOwn(worldBeginningNames, name);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return [
    Object.fromEntries(entries.filter(isOfBeginning)),
    Object.fromEntries(entries.filter((entry) => !isOfBeginning(entry))),
  ];
}

/** A simulator in this process, also on a socket: the code under test may call it either way. */
async function inProcess({ controlToken, ...given }: Omit<WorldOptions, 'server'>): Promise<Parts> {
  const [beginning, own] = apart(given);
  for (const name of ['fork', 'story'] as const)
    if (beginning[name] !== undefined)
      throw new OptionError(`${name} is for worlds on a server.`, 'Give its control API as server.', name);
  const simulator = createSimulator({
    ...own,
    ...beginningOptions(beginning, platformPace),
    ...(controlToken !== undefined && { controlToken }),
  });
  await setClock(simulator, beginning);
  const server: Server = await serve(simulator).catch((error: unknown) => {
    simulator.stop();
    throw error;
  });
  const { userName, apiKey } = simulator.fleet.account;
  // Not by the socket: so a test may replace `fetch`, timers or the network, and still read its world.
  const send = (request: Request) => simulator.fetch(request);
  return {
    baseUrl: server.url + simulator.profile.basePath,
    control: createControl(server.url, { token: controlToken, fetch: send }),
    userName,
    apiKey,
    simulator,
    send,
    async close() {
      await server.close();
      simulator.stop();
    },
  };
}

/** A world on a server that other tests use, too. */
async function onServer(
  server: string,
  { controlToken, ...given }: Omit<WorldOptions, 'server'>,
): Promise<Parts> {
  const [beginning, own] = apart(given);
  const [unfit] = Object.keys(own);
  if (unfit !== undefined)
    throw new OptionError(`${unfit} is for worlds in this process.`, 'A server has its own.', unfit);
  const send = (request: Request) => platformFetch(request, { redirect: 'manual' });
  const { worlds, world } = createControl(server, { token: controlToken, fetch: send });
  const { name, ...created } = await worlds.create(beginning);
  return {
    ...created,
    // On that server, to which the token belongs, wherever the reply points.
    control: world(name),
    simulator: undefined,
    send,
    async close() {
      await worlds.remove(name).catch(unlessGone);
    },
  };
}

/** A test may replace the global one. */
const platformFetch = fetch;

/** A test that deletes its own world, or idles for long, has nothing left to close. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ControlRefused && error.code === 'UNKNOWN_WORLD')) throw error;
}
