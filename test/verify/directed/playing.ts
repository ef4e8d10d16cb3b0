/** Runs of directed histories on what answers in this process. */

import type { Host } from '../../../contracts/deployment/host.ts';
import { type Defect, deviantSimulator } from '../../../simulator/deviations/apply.ts';
import { toDirect } from '../../../simulator/hosts/direct.ts';
import type { SimulatorOptions } from '../../../simulator/options.ts';
import { quickHost } from '../../quick-host.ts';
import type { Directed, DirectedOptions } from './alone.ts';
import { judgeByHistories } from './alone.ts';

export const ADDRESS = 'http://127.0.0.1:4010';
export const demo = { userName: 'demo', apiKey: 'demo-key' };

/** A run by a host of the test's own. */
export function playBy(
  fetch: Host['fetch'],
  options: Partial<DirectedOptions>,
  answer?: Host['answer'],
): Promise<Directed> {
  const whole = { baseUrl: ADDRESS, credentials: demo, maxMessages: 1e6, seed: 1, alone: true, ...options };
  return judgeByHistories(whole, quickHost(fetch, 'directed', answer));
}

/** Plays them on a simulator with a defect, or on one as it should be. */
export async function playSimulator(
  defect: Defect,
  options: Partial<DirectedOptions> = {},
  made: SimulatorOptions = {},
): Promise<Directed> {
  const simulator = deviantSimulator(defect, { devices: 3, ...made });
  try {
    return await playBy(
      simulator.fetch,
      { profile: simulator.profile, ...options },
      toDirect(simulator.handle),
    );
  } finally {
    simulator.stop();
  }
}
