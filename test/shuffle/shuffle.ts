/** The verdicts of one run, and in what another one differs. */

import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { runAgainst } from '../verify/support.ts';

/** A run on a new default simulator. The seed is fixed, so that runs draw the same values. */
export function judged(options: Pick<VerifyOptions, 'only' | 'orderSeed' | 'onProgress'> = {}): Promise<Run> {
  return runAgainst({}, { seed: 1, ...options });
}

/** A line for each rule of `run` that has another verdict than in `usual`. */
export function differences(usual: Run, run: Run): string[] {
  const verdicts = new Map(usual.outcomes.map(({ id, verdict }) => [id, verdict]));
  return run.outcomes
    .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
    .map(({ id, verdict, reason }) => `${id}: ${verdict} instead of ${verdicts.get(id)}. ${reason}`);
}
