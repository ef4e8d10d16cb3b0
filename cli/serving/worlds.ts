/** The worlds of `roadtest serve`: each is a stage of its own, with the live page, stories and incidents. */
import { budgetOfWorld } from '../../scenarios/player/keyframes.ts';
import { createStage, type Stage } from '../../scenarios/player/stage/stage.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import { beginningOptions, setClock } from '../../simulator/worlds/beginning.ts';
import { type Beginning, type WorldId, Worlds } from '../../simulator/worlds/worlds.ts';
import { movesInSnapshot, SPARE_LICENCES, underFixture, usualDevices } from './plain-fleet.ts';
import type { Given, Settings } from './settings.ts';
import type { StageParts } from './stage-parts.ts';

/**
 * @param plain the world at the plain address
 * @param settings those of the server: a new world has their seed, moment and number of devices, unless it says otherwise
 * @param begun how the server began: a world whose beginning says nothing of it begins so, too
 * @param partsOf what a stage shares with the others, for one world
 * @param newToken makes tokens, where the server asks for them
 */
export function serverWorlds(
  plain: Stage,
  { seed, devices = usualDevices, at }: Pick<Settings, 'seed' | 'devices' | 'at'>,
  begun: Pick<Given, 'fixture' | 'snapshot'>,
  partsOf: (world: WorldId) => Promise<StageParts>,
  newToken?: () => string,
): Worlds<Stage> {
  return new Worlds({ plain, pace: platformPace, make, newToken });

  async function make(given: Beginning<Stage>, world: WorldId): Promise<Stage> {
    const { source, story, ...beginning } = asBegun(given);
    const parts = await partsOf(world);
    const performed = source?.performance?.story;
    const played = performed?.isPlain ? undefined : performed;
    const own = beginningOptions({ ...beginning, ...(source && { source }) }, platformPace);
    // The past of a story can be restored on its stage alone.
    const { snapshot, ...fresh } = own;
    const past = played ? undefined : snapshot;
    const moves = performed?.isPlain
      ? { story: performed, player: await import('../../scenarios/player/stage/playing.ts') }
      : await movesInSnapshot(past);
    const stage: Stage = createStage({
      ...parts.stage,
      keyframes: budgetOfWorld,
      plain: () => ({
        moves,
        world: {
          // A trainee has credentials of their own.
          ...(world.holders || !own.fixture ? parts.simulator : underFixture(own.fixture, parts.simulator)),
          ...(own.fixture === undefined && { devices }),
          ...(own.fixture === undefined &&
            past === undefined && { licences: (own.devices ?? devices) + SPARE_LICENCES }),
          ...(seed !== undefined && past === undefined && { seed }),
          ...fresh,
          ...(past !== undefined && { snapshot: past }),
          dialect: (source ?? plain).simulator.dialect,
        },
      }),
      beginsWithStory: played !== undefined || story !== undefined,
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

  /** A beginning that says nothing of its devices is that of the server; its clock is frozen all the same. */
  function asBegun(beginning: Beginning<Stage>): Beginning<Stage> {
    const { fixture, snapshot, story, source, devices, ...moment } = beginning;
    if ([fixture, snapshot, story, source, devices].some((said) => said !== undefined)) return beginning;
    const { frozen = moment.speed === undefined, seed } = moment;
    const isPast =
      begun.snapshot !== undefined &&
      seed === undefined &&
      moment.at === undefined &&
      moment.timeZone === undefined;
    if (isPast) return { ...beginning, frozen, snapshot: Object(begun.snapshot) };
    return {
      ...(at !== undefined && { at }),
      ...beginning,
      frozen,
      ...(begun.fixture && { fixture: begun.fixture }),
    };
  }
}
