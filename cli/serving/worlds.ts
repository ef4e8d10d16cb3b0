/** The worlds of a server: each is a stage of its own, with the live page, stories and incidents. */
import { defined } from '../../contracts/kit/fields.ts';
import { prefixOf } from '../../contracts/kit/world-address.ts';
import { budgetOfWorld } from '../../scenarios/player/keyframes.ts';
import { createStage, type Stage, type StageOptions } from '../../scenarios/player/stage/stage.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { platformPace } from '../../simulator/time/pace.ts';
import { beginningOptions, setClock } from '../../simulator/worlds/beginning.ts';
import { type Beginning, type WorldId, Worlds } from '../../simulator/worlds/worlds.ts';
import type { Io } from '../command.ts';
import { newToken, ownCredentials } from './access.ts';
import { movesInSnapshot, SPARE_LICENCES, underFixture, usualDevices } from './plain-fleet.ts';
import type { Settings } from './settings.ts';

/** The options of a stage, and of its simulator without a story, that follow from the settings of the server. */
export function sharedBy(
  settings: Settings,
  io: Io,
  world?: WorldId,
): { simulator: SimulatorOptions; stage: Pick<StageOptions, 'playing' | 'account' | 'around'> } {
  const { access, profile, strict, onRequest, timeZone } = settings;
  const { controlToken, hostNames, origins } = access;
  const deviation = settings.deviation();
  const { rules } = deviation ?? {};
  const around = deviation?.around ?? settings.around;
  // No trainee's credentials open the world of another.
  const account = world?.holders ? { userName: world.name, apiKey: newToken() } : ownCredentials(io);
  const playing = {
    ...defined({ profile, strict, rules, controlToken, timeZone }),
    ...(onRequest && { onRequest: world ? inWorld(onRequest, world.name) : onRequest }),
    ...(world && { world: world.tokens }),
    ...(world?.holders && { holders: Object.values(world.holders) }),
    ...{ hostNames, origins },
  };
  return {
    simulator: { ...access, ...account, ...playing },
    stage: { playing, account, ...defined({ around }) },
  };
}

/** A log of requests has them as they were sent, with the prefix of the world. */
function inWorld(
  onRequest: NonNullable<SimulatorOptions['onRequest']>,
  world: string,
): SimulatorOptions['onRequest'] & {} {
  return (request) => onRequest({ ...request, target: prefixOf(world) + request.target });
}

/** @param plain the world at the plain address: the others begin as it did, unless their beginning says otherwise */
export function serverWorlds(plain: Stage, settings: Settings, io: Io): Worlds<Stage> {
  const { seed, devices = usualDevices, access } = settings;
  const tokens = access.controlToken === undefined ? undefined : newToken;
  return new Worlds({ plain, pace: platformPace, make, newToken: tokens });

  async function make(given: Beginning<Stage>, world: WorldId): Promise<Stage> {
    const { source, story, ...beginning } = asBegun(given, settings);
    const shared = sharedBy(settings, io, world);
    const performed = source?.performance?.story;
    const played = performed?.isPlain ? undefined : performed;
    const { snapshot, ...fresh } = beginningOptions({ ...beginning, ...defined({ source }) }, platformPace);
    // The past of a story can be restored on its stage alone.
    const past = played ? undefined : snapshot;
    const isNew = fresh.fixture === undefined && past === undefined;
    const moves = performed?.isPlain
      ? { story: performed, player: await import('../../scenarios/player/player.ts') }
      : await movesInSnapshot(past);
    const stage: Stage = createStage({
      ...shared.stage,
      keyframes: budgetOfWorld,
      plain: () => ({
        moves,
        world: {
          // A trainee has credentials of their own.
          ...(world.holders || !fresh.fixture
            ? shared.simulator
            : underFixture(fresh.fixture, shared.simulator)),
          ...(fresh.fixture === undefined && { devices }),
          ...(isNew && { licences: (fresh.devices ?? devices) + SPARE_LICENCES }),
          ...(past === undefined && defined({ seed })),
          ...fresh,
          ...defined({ snapshot: past }),
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
}

/** A beginning that says nothing of its devices is that of the server; its clock is frozen all the same. */
function asBegun(beginning: Beginning<Stage>, settings: Settings): Beginning<Stage> {
  const { fixture, snapshot, story, source, devices, ...moment } = beginning;
  if ([fixture, snapshot, story, source, devices].some((said) => said !== undefined)) return beginning;
  const { frozen = moment.speed === undefined } = moment;
  const saysMoment = [moment.seed, moment.at, moment.timeZone].some((said) => said !== undefined);
  if (settings.snapshot !== undefined && !saysMoment)
    return { ...beginning, frozen, snapshot: Object(settings.snapshot) };
  return { ...defined({ at: settings.at }), ...beginning, frozen, ...defined({ fixture: settings.fixture }) };
}
