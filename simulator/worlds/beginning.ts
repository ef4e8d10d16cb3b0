/** From where a world begins to the options of a simulator. */

import { SECOND } from '../../contracts/kit/durations.ts';
import type { OptionNames } from '../../contracts/kit/option-names.ts';
import type { NewWorld } from '../control/schemas/index.ts';
import { asFixture } from '../fixture/form.ts';
import type { SimulatorOptions } from '../options.ts';
import type { Simulator } from '../simulator.ts';
import type { Pace } from '../time/pace.ts';
import type { ServedWorld } from './hosted-world.ts';
import type { Beginning } from './worlds.ts';

/** Callers in process are not held to the schema of the control API. */
export const beginningNames: OptionNames<NewWorld> = {
  name: true,
  seed: true,
  devices: true,
  at: true,
  timeZone: true,
  frozen: true,
  speed: true,
  fixture: true,
  snapshot: true,
  story: true,
  fork: true,
  trainee: true,
};

/**
 * The options of a beginning; all others are as usual. A clock with a speed runs, and one that runs begins now. A fork has
 * the API key of its source.
 *
 * @param usual when a world begins that does not say so
 */
export function beginningOptions(
  {
    seed,
    devices,
    at,
    timeZone,
    speed,
    frozen,
    fixture,
    snapshot,
    source,
  }: Beginning<Pick<ServedWorld, 'simulator'>>,
  pace: Pick<Pace, 'wall'>,
  usual: Pick<SimulatorOptions, 'at' | 'frozen'> = {},
): SimulatorOptions {
  const { clock = {} } = fixture === undefined ? {} : asFixture(fixture);
  const runs = speed ?? (clock.frozen === undefined ? clock.speed : undefined);
  const isFrozen = frozen ?? (runs === undefined ? (clock.frozen ?? usual.frozen ?? true) : false);
  const start = at ?? (clock.now === undefined ? (usual.at ?? (isFrozen ? undefined : 'now')) : undefined);
  const past = source ? source.simulator.snapshot({ apiKey: 'include' }) : snapshot;
  return {
    frozen: isFrozen,
    ...(speed !== undefined && { speed }),
    ...(seed !== undefined && { seed }),
    ...(devices !== undefined && { devices }),
    ...(start !== undefined && { at: start === 'now' ? Math.floor(pace.wall() / SECOND) * SECOND : start }),
    ...(timeZone !== undefined && { timeZone }),
    ...(fixture !== undefined && { fixture }),
    ...(past !== undefined && { snapshot: past }),
  };
}

/**
 * A clock that goes on as it did in a snapshot, unless this world is to begin otherwise; so it is after a reset. Where it
 * cannot, the simulator is stopped.
 */
export async function setClock(
  { clock, resetsTo, stop }: Pick<Simulator, 'clock' | 'resetsTo' | 'stop'>,
  {
    speed,
    frozen = speed === undefined ? undefined : false,
  }: Pick<Beginning<ServedWorld>, 'speed' | 'frozen'>,
): Promise<void> {
  const mode = { ...(speed !== undefined && { speed }), ...(frozen !== undefined && { frozen }) };
  if (Object.keys(mode).length === 0) return;
  try {
    await clock.set(mode);
  } catch (error) {
    stop();
    throw error;
  }
  resetsTo(mode);
}
