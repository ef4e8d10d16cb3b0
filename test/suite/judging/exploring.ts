/** Explorations of what answers in this process: time is virtual, and nothing is random. */

import { toDirect } from '../../../cli/exploring/direct.ts';
import type { Host } from '../../../contracts/deployment/host.ts';
import { explore } from '../../../contracts/explore/explore.ts';
import type { ExploreOptions } from '../../../contracts/explore/options.ts';
import type { Explored, Run } from '../../../contracts/verify/run.ts';
import type { Defect } from '../../../simulator/deviations/apply.ts';
import { deviantSimulator } from '../../../simulator/deviations/apply.ts';
import type { SimulatorOptions } from '../../../simulator/options.ts';
import type { Draw } from '../../permutants/array.ts';
import { compose, open } from '../../permutants/compose.ts';
import { quickHost } from '../../quick-host.ts';

export const ADDRESS = 'http://127.0.0.1:4010';
export const demo = { userName: 'demo', apiKey: 'demo-key' };
/** Requests alone bound these runs, so that they are the same on each machine. */
const NO_TIME_LIMIT = 1e12;

export type Bounds = Pick<
  ExploreOptions,
  | 'seed'
  | 'requests'
  | 'shrinkMs'
  | 'maxDevices'
  | 'maxAdvanceMs'
  | 'replay'
  | 'accepted'
  | 'only'
  | 'skip'
  | 'readOnly'
>;

/** The record of an exploration, with how far it went. */
export type Exploration = Run & Partial<Explored>;

/** An exploration by a host of the test's own. */
export async function exploreBy(
  fetch: Host['fetch'],
  options: Partial<ExploreOptions>,
  answer?: Host['answer'],
): Promise<Exploration> {
  const whole = {
    baseUrl: ADDRESS,
    credentials: demo,
    timeMs: NO_TIME_LIMIT,
    shrinkMs: NO_TIME_LIMIT,
    maxMessages: 1e6,
    maxDevices: 1e6,
    maxAdvanceMs: NO_TIME_LIMIT,
    ...options,
  };
  const run = await explore(whole, quickHost(fetch, 'explore1', answer));
  return { ...run, ...run.explored };
}

/** Explores a simulator with a defect, or one as it should be. */
export async function exploreSimulator(
  defect: Defect,
  bounds: Bounds,
  options: SimulatorOptions = {},
): Promise<Exploration> {
  const simulator = deviantSimulator(defect, { devices: 3, ...options });
  try {
    const options = { profile: simulator.profile, ...bounds };
    return await exploreBy(simulator.fetch, options, toDirect(simulator.handle));
  } finally {
    simulator.stop();
  }
}

/** Explores a lawful deployment that answers the openings in its own way. */
export async function explorePermutant(
  draw: Draw,
  withProfile: boolean,
  bounds: Bounds,
): Promise<Exploration> {
  const permutant = compose(draw);
  const { profile } = permutant;
  const { simulator, fetch, answer } = open(permutant);
  try {
    const described = withProfile ? { profile } : { baseUrl: ADDRESS + profile.basePath };
    return await exploreBy(fetch, { ...described, ...bounds }, answer);
  } finally {
    simulator.stop();
  }
}
