/** Parts that all stages of a server share: the one at the plain address, and those of further worlds. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { prefixOf } from '../../contracts/kit/world-address.ts';
import type { StageOptions } from '../../scenarios/player/stage/stage.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { WorldId } from '../../simulator/worlds/worlds.ts';
import { CliError, type Io } from '../command.ts';
import { type Access, newToken, ownCredentials } from './access.ts';
import type { ChosenDeviation } from './deviation.ts';
import type { Given, Settings } from './settings.ts';

export interface StageParts {
  /** Options of a simulator without a story. */
  simulator: SimulatorOptions;
  stage: Pick<StageOptions, 'playing' | 'account' | 'around'>;
}

export interface ServerParts {
  settings: Pick<Settings, 'deviate' | 'strict'>;
  given: Pick<Given, 'profile'>;
  access: Access;
  onRequest?: SimulatorOptions['onRequest'];
  around?: StageOptions['around'];
  timeZone?: string;
  io: Io;
}

/** @param deviation with state of its own: no two stages share one */
export function stageParts(
  { settings, given: { profile }, access, onRequest, around, timeZone, io }: ServerParts,
  deviation: ChosenDeviation | undefined,
  world?: WorldId,
): StageParts {
  const { controlToken, hostNames, origins } = access;
  const strict = strictFrom(settings.strict);
  /** No trainee's credentials open the world of another. */
  const account = world?.holders ? { userName: world.name, apiKey: newToken() } : ownCredentials(io);
  const shared = {
    ...(profile && { profile }),
    ...(strict !== undefined && { strict }),
    ...(deviation?.rules && { rules: deviation.rules }),
    ...(onRequest && { onRequest: world === undefined ? onRequest : inWorld(onRequest, world.name) }),
    ...(world !== undefined && { world: world.tokens }),
    ...(controlToken !== undefined && { controlToken }),
    ...(world?.holders && { holders: Object.values(world.holders) }),
    hostNames,
    origins,
    ...(timeZone !== undefined && { timeZone }),
  };
  return {
    simulator: { ...access, ...account, ...shared },
    stage: {
      playing: shared,
      account,
      ...(around && { around }),
      ...(deviation?.around && { around: deviation.around }),
    },
  };
}

type OnRequest = NonNullable<SimulatorOptions['onRequest']>;

/** A log of requests has them as they were sent, with the prefix of the world. */
function inWorld(onRequest: OnRequest, world: string): OnRequest {
  return (request) => onRequest({ ...request, target: prefixOf(world) + request.target });
}

/** @throws CliError WRONG_OPTION */
function strictFrom(given: string | undefined): SimulatorOptions['strict'] {
  if (given === undefined || given === 'warn' || given === 'refuse') return given;
  throw new CliError('WRONG_OPTION', `--strict takes warn or refuse, not ${quoted(given)}.`, {
    hint: 'warn serves the call, and says in the journal and the request log what was not read.',
  });
}
