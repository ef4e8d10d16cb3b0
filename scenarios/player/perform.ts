/** From a story to a living world: a simulator in which it happens as its clock goes. */
import { unpackRow } from '../../simulator/fleet/locations/row.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../simulator/simulator.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import type { Story } from '../language/story.ts';
import { worldOptions } from './setting.ts';
import { createStoryPlugin, type StoryPlugin } from './story-plugin.ts';
import type { TrafficHooks } from './traffic/road.ts';
import type { Watcher } from './watcher.ts';

/** Options of the simulator; its clock and fleet follow from the story. */
export interface PerformOptions
  extends Omit<SimulatorOptions, 'companion' | 'devices' | 'fixture' | 'snapshot'> {
  /** In place of the story's own. */
  seed?: number;
  /** Told of everything that can be seen from outside, as it is done. */
  watcher?: Watcher;
  /** The options of its world, in place of those that follow from the story. */
  plain?: SimulatorOptions;
  /** A simulator that restarts with the world of the story. Default: a new one. */
  simulator?: Simulator;
}

export type Performance = ReturnType<typeof perform>;

/**
 * Brings a story to life at its first moment; the clock is frozen until it is moved (see `play`). The same
 * story at the same seed goes the same way, at any speed. Throws the errors of `createSimulator`.
 */
export function perform(given: Story, options: PerformOptions = {}) {
  const { seed = given.clock.seed, plain, watcher, simulator: own, ...choices } = options;
  const story: Story = { ...given, clock: { ...given.clock, seed } };
  const pace = options.pace ?? own?.pace ?? platformPace;
  const service = (): Simulator => simulator;
  const simulator: Simulator = simulatorWith(own, {
    ...(plain ?? worldOptions(story)),
    ...choices,
    pace,
    companion: (world) =>
      createStoryPlugin(world, {
        story,
        service,
        watcher,
        reported: watcher && reporting(watcher),
      }),
  });
  let quiet = 0;
  return {
    simulator,
    /** The story with the seed that it is played at. */
    story,
    /** Source of real time. */
    pace,
    /** The story in the world of the simulator. */
    plugin: simulator.companion as StoryPlugin,
    /**
     * Calls back with everything that happens but recorded locations: captions and chapters, what the service
     * did and withheld, refusals, expectations. Returns a function that ends this. Nothing is reported during `quietly`.
     */
    onEvent: (listener: (event: FleetEvent) => void): (() => void) =>
      simulator.fleet.log.onEvent((event) => {
        if (quiet === 0) listener(event);
      }),
    /** Does something during which listeners are not called, such as playing again what was reported already. */
    async quietly<T>(run: () => Promise<T>): Promise<T> {
      quiet++;
      try {
        return await run();
      } finally {
        quiet--;
      }
    },
  };
}

function simulatorWith(own: Simulator | undefined, options: SimulatorOptions): Simulator {
  if (!own) return createSimulator(options);
  own.restart(options);
  return own;
}

/** Passes on the locations that vehicles report. */
function reporting(watcher: Watcher): NonNullable<TrafficHooks['reported']> {
  return (device, words, attributes, facts) => {
    const { deviceId: _id, receivedAt: _received, ...report } = unpackRow(device, words, 0);
    watcher.location(device, { ...report, ...facts, attributes: attributes && { ...attributes } });
  };
}
