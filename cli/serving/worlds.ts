/** The worlds of `roadtest serve`: each is a stage of its own, with the live page, stories and incidents. */
import { budgetOfWorld } from '../../scenarios/player/keyframes.ts';
import { createStage, type Stage } from '../../scenarios/player/stage/stage.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import { beginningOptions, setClock } from '../../simulator/worlds/beginning.ts';
import { type Beginning, type WorldId, Worlds } from '../../simulator/worlds/worlds.ts';
import { drivingInSnapshot, usualDevices } from './plain-fleet.ts';
import type { Settings } from './settings.ts';
import type { StageParts } from './stage-parts.ts';

/**
 * @param plain the world at the plain address
 * @param settings those of the server: a new world has their seed and number of devices, unless it says otherwise
 * @param partsOf what a stage shares with the others, for one world
 * @param newToken makes tokens, where the server asks for them
 */
export function serverWorlds(
  plain: Stage,
  { seed, devices = usualDevices }: Pick<Settings, 'seed' | 'devices'>,
  partsOf: (world: WorldId) => Promise<StageParts>,
  newToken?: () => string,
): Worlds<Stage> {
  return new Worlds({ plain, pace: platformPace, make, newToken });

  async function make({ source, story, ...beginning }: Beginning<Stage>, world: WorldId): Promise<Stage> {
    const parts = await partsOf(world);
    const played = source?.performance?.story;
    const own = beginningOptions({ ...beginning, ...(source && { source }) }, platformPace);
    // The past of a story can be restored on its stage alone.
    const { snapshot, ...fresh } = own;
    const past = played ? undefined : snapshot;
    const webhooks = parts.webhooks(() => stage);
    const stage: Stage = createStage({
      ...parts.stage,
      controls: webhooks.controls,
      ended: webhooks.stop,
      keyframes: budgetOfWorld,
      plain: (added) =>
        createSimulator({
          ...parts.simulator,
          ...(own.fixture === undefined && { devices }),
          ...(seed !== undefined && past === undefined && { seed }),
          ...fresh,
          ...(past !== undefined && { snapshot: past }),
          dialect: (source ?? plain).simulator.dialect,
          ...added,
        }),
      beginsWithStory: played !== undefined || story !== undefined,
      driving: (await drivingInSnapshot(past))?.plugin,
    });
    try {
      if (played) {
        await stage.load(played, { frozen: true });
        stage.simulator.restore(snapshot);
      } else if (story) {
        const { speed, frozen = speed === undefined } = beginning;
        await stage.choose(story, { seed: beginning.seed, speed, frozen });
      }
      if (snapshot !== undefined) await setClock(stage.simulator, beginning);
      return stage;
    } catch (error) {
      stage.stop();
      throw error;
    }
  }
}
