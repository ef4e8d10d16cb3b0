/** `createWorlds`: many worlds behind one function or server, for use in code. */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import { ControlError } from '../control/errors.ts';
import type { NewWorld } from '../control/schemas/index.ts';
import { besideFixture } from '../fixture/options.ts';
import { toFetch } from '../hosts/fetch.ts';
import type { Handle } from '../http/call.ts';
import { type SimulatorOptions, simulatorOptionNames } from '../options.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import { platformPace } from '../time/pace.ts';
import { beginningNames, beginningOptions, setClock } from './beginning.ts';
import type { WorldBounds } from './bounds.ts';
import type { ServedWorld } from './hosted-world.ts';
import { worldRoutes } from './routes.ts';
import { Worlds } from './worlds.ts';

/**
 * The options of `createWorlds`: those of the world at the plain address, and what bounds the others.
 *
 * @example
 * import { createWorlds, type WorldsOptions } from 'roadtest';
 *
 * const options: WorldsOptions = { devices: 3, bounds: { mostWorlds: 100 } };
 * console.log(createWorlds(options).simulator.fleet.devices.count); // 3
 */
export interface WorldsOptions extends SimulatorOptions {
  bounds?: WorldBounds;
}

/**
 * Beginning of a world: as a new fleet, with a fixture, at a snapshot, or as a fork of another world.
 *
 * @example
 * import { createWorlds, type WorldBeginning } from 'roadtest';
 *
 * const beginning: WorldBeginning = { name: 'checkout', seed: 7, devices: 3 };
 * console.log((await createWorlds().create(beginning)).path); // /w/checkout
 */
export type WorldBeginning = Omit<NewWorld, 'story' | 'trainee'>;

/**
 * One world of many.
 *
 * @example
 * import { createWorlds, type SimulatorWorld } from 'roadtest';
 *
 * const world: SimulatorWorld = await createWorlds().create({ name: 'checkout' });
 * console.log(world.simulator.clock.view().frozen); // true
 */
export interface SimulatorWorld {
  readonly name: string;
  /** Its prefix on the server: the API and `/_control` are below it. */
  readonly path: string;
  readonly simulator: Simulator;
}

/**
 * Many worlds behind one function: see `createWorlds`.
 *
 * @example
 * import { createWorlds, type SimulatorWorlds } from 'roadtest';
 * import { serve } from 'roadtest/node';
 *
 * const worlds: SimulatorWorlds = createWorlds();
 * const server = await serve(worlds);
 * const { path } = await worlds.create({ name: 'checkout' });
 * console.log((await fetch(`${server.url}${path}/_control/clock`)).status); // 200
 * await server.close();
 * worlds.stop();
 */
export interface SimulatorWorlds {
  /** All worlds as one function from call to reply. */
  readonly handle: Handle;
  /** The same for `Request` and `Response`. */
  readonly fetch: Simulator['fetch'];
  readonly bodyLimit: Simulator['bodyLimit'];
  /** The world at the plain address. */
  readonly simulator: Simulator;
  /**
   * Makes a world, as `POST /_control/worlds` does. Throws a ControlError (`WORLD_EXISTS`, `WORLD_INVALID`,
   * `WORLDS_FULL`, `UNKNOWN_WORLD`) and what `createSimulator` throws; then nothing has changed.
   */
  create(beginning?: WorldBeginning): Promise<SimulatorWorld>;
  /** The names of the worlds, in the order in which they were made. */
  names(): string[];
  /** Ends a world: its streams end, and its addresses answer 404. Throws a ControlError `UNKNOWN_WORLD`. */
  delete(name: string): void;
  /** Ends all of them; no timer is left. */
  stop(): void;
}

/**
 * Worlds that share a server, or a function: each has its own clock, tokens, journal, faults and outbox, so that tests
 * in parallel do not meet. A world is dropped when it has been idle for half an hour.
 *
 * @param options of the world at the plain address, and of each further one where its beginning does not say otherwise
 * @throws what `createSimulator` throws
 *
 * @example
 * import { createWorlds } from 'roadtest';
 *
 * const worlds = createWorlds();
 * const { simulator } = await worlds.create({ name: 'checkout', devices: 3 });
 * const fork = await worlds.create({ fork: 'checkout' });
 * await simulator.clock.advance(simulator.clock.now() + 3_600_000);
 * console.log(fork.simulator.clock.now() < simulator.clock.now()); // true
 * worlds.stop();
 */
export function createWorlds(given: WorldsOptions = {}): SimulatorWorlds {
  checkOptions(given, { ...simulatorOptionNames, bounds: true }, 'createWorlds');
  const { bounds = {}, ...options } = given;
  checkOptions(bounds, { mostWorlds: true, mostBytes: true, idleMs: true }, 'bounds of createWorlds');
  const pace = options.pace ?? platformPace;
  const worlds: Worlds<ServedWorld> = new Worlds({
    plain: servedWorld(
      createSimulator({ ...options, controls: { ...worldRoutes(() => worlds), ...options.controls } }),
    ),
    async make({ story, ...beginning }, { tokens }) {
      if (story) throw noStories();
      const own = beginningOptions(beginning, pace, options);
      const { prepare, seed, ...usual } = options;
      const isNew = own.snapshot === undefined;
      const simulator = createSimulator({
        ...(own.fixture ? besideFixture(own.fixture, usual) : usual),
        // A snapshot has its own seed, and all that was prepared.
        ...(isNew && {
          snapshot: undefined,
          ...(prepare && { prepare }),
          ...(seed !== undefined && { seed }),
        }),
        ...own,
        dialect: (beginning.source ?? worlds.plain).simulator.dialect,
        world: tokens,
      });
      await setClock(simulator, beginning);
      return servedWorld(simulator);
    },
    pace,
    bounds,
  });
  return {
    handle: worlds.handle,
    fetch: toFetch(worlds.handle, worlds.bodyLimit),
    bodyLimit: worlds.bodyLimit,
    simulator: worlds.plain.simulator,
    async create(beginning = {}) {
      checkOptions(beginning, beginningNames, 'create of createWorlds');
      const [name, { simulator }] = await worlds.create(beginning);
      return { name, path: worlds.get(name).prefix, simulator };
    },
    names: () => worlds.names(),
    delete: (name) => worlds.delete(name),
    stop: () => worlds.stop(),
  };
}

function servedWorld(simulator: Simulator): ServedWorld {
  const { handle, bodyLimit, stop } = simulator;
  return {
    handle,
    bodyLimit,
    simulator,
    get bytes() {
      return simulator.bytes;
    },
    stop,
  };
}

function noStories(): ControlError {
  return new ControlError('NOT_OFFERED', 'Stories are not available here.', {
    field: 'story',
    hint: 'roadtest serve plays stories in its worlds; in code, playStory of roadtest/stories does.',
  });
}
