/** A table of worlds as tests call it: simulators in place of the stages that a server has. */
import { ControlError } from '../../simulator/control/errors.ts';
import type { NewWorld } from '../../simulator/control/schemas/index.ts';
import { besideFixture } from '../../simulator/fixture/options.ts';
import { toFetch } from '../../simulator/hosts/fetch.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import { beginningOptions, setClock } from '../../simulator/worlds/beginning.ts';
import type { ServedWorld } from '../../simulator/worlds/hosted-world.ts';
import { worldRoutes } from '../../simulator/worlds/routes.ts';
import { type WorldBounds, Worlds } from '../../simulator/worlds/worlds.ts';

export interface WorldsOptions extends SimulatorOptions {
  bounds?: WorldBounds;
}
export type Table = ReturnType<typeof tableOf>;

/** @param options of the world at the plain address, and of each further one where its beginning does not say otherwise */
export function tableOf({ bounds = {}, ...options }: WorldsOptions = {}) {
  const pace = options.pace ?? platformPace;
  const worlds: Worlds<ServedWorld> = new Worlds({
    plain: served(createSimulator({ ...options, controls: worldRoutes(() => worlds) })),
    async make({ story, ...beginning }, { tokens }) {
      if (story)
        throw new ControlError('UNKNOWN_STORY', 'Stories are not available here.', { field: 'story' });
      const own = beginningOptions(beginning, pace, options);
      const { seed, ...usual } = options;
      const simulator = createSimulator({
        ...(own.fixture ? besideFixture(own.fixture, usual) : usual),
        // A snapshot has its own seed.
        ...(own.snapshot === undefined && seed !== undefined && { seed }),
        ...own,
        dialect: (beginning.source ?? worlds.plain).simulator.dialect,
        world: tokens,
      });
      await setClock(simulator, beginning);
      return served(simulator);
    },
    pace,
    bounds,
  });
  return {
    handle: worlds.handle,
    fetch: toFetch(worlds.handle, worlds.bodyLimit),
    bodyLimit: worlds.bodyLimit,
    simulator: worlds.plain.simulator,
    async create(beginning: NewWorld = {}) {
      const [name, { simulator }] = await worlds.create(beginning);
      return { path: worlds.get(name).prefix, simulator };
    },
    names: () => worlds.names(),
    delete: (name: string) => worlds.delete(name),
    stop: () => worlds.stop(),
  };
}

function served(simulator: Simulator): ServedWorld {
  const { handle, bodyLimit, stop } = simulator;
  return {
    ...{ handle, bodyLimit, simulator, stop },
    get bytes() {
      return simulator.bytes;
    },
  };
}
