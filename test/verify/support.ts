/**
 * Runs the suite against a simulator in this process, or against anything that answers like `fetch`. Every run draws the
 * same values, so that no test passes or fails by chance.
 */

import type { Host } from '../../contracts/deployment/host.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import type { Profile } from '../../contracts/profile/index.ts';
import type { Outcome, Run, Verdict } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { createSimulator, type SimulatorOptions } from '../../simulator/index.ts';
import { quickHost } from '../quick-host.ts';
import { SEED } from '../sample.ts';

export type Fetch = Host['fetch'];

export interface Against extends Omit<Partial<VerifyOptions>, 'profile'> {
  /** The profile that the suite is given; `null` for none. Default: the one that the simulator performs. */
  profile?: Profile | null;
  host?: Partial<Host>;
  /** Put between the suite and the simulator: breaks one thing. */
  wrap?: (fetch: Fetch) => Fetch;
}

export const ADDRESS = 'http://127.0.0.1:4010';
export const credentials = { userName: 'demo', apiKey: 'demo-key' };

/**
 * A simulator that nothing is put around is asked directly, without `Request` and `Response`: half the work of a run.
 *
 * @param target how the simulator is to be, or a function that answers in its place
 */
export async function runAgainst(target: SimulatorOptions | Fetch, against: Against = {}): Promise<Run> {
  const { profile: given, host, wrap, ...options } = against;
  const simulator = typeof target === 'function' ? undefined : createSimulator(target);
  const fetch = simulator?.fetch ?? (target as Fetch);
  const direct = simulator && !wrap && !host?.fetch && { answer: toDirect(simulator.handle) };
  const profile =
    given === null
      ? undefined
      : (given ?? (simulator && (target as SimulatorOptions).profile) ?? simulator?.profile);
  try {
    return await verify(
      { baseUrl: ADDRESS, credentials, seed: SEED, ...(profile && { profile }), ...options },
      { ...nodeHost(wrap ? wrap(fetch) : fetch), ...direct, ...host },
    );
  } finally {
    simulator?.stop();
  }
}

/**
 * The same in virtual time: no pause takes any, and what is never answered is given up at once. For that, what does not
 * answer has to be the wrapper, not the target.
 */
export function runVirtually(target: Fetch, against: Against): Promise<Run> {
  const { wrap, host, ...options } = against;
  const quick = quickHost(target, 'unwaited');
  const fetch = wrap ? wrap(quick.fetch) : quick.fetch;
  return runAgainst(fetch, { ...options, host: { ...quick, fetch, ...host } });
}

export function idsOf(run: Run, verdict: Verdict): string[] {
  return run.outcomes.filter((outcome) => outcome.verdict === verdict).map(({ id }) => id);
}

export function outcomeOf(run: Run, id: string): Outcome {
  const outcome = run.outcomes.find((one) => one.id === id);
  if (!outcome) throw new Error(`${id} was not judged`);
  return outcome;
}

/** The lines that are worth reading when a test fails: every outcome that is not as it should be. */
export function evidence(run: Run, ...wanted: Verdict[]): string[] {
  return run.outcomes
    .filter(({ verdict }) => !wanted.includes(verdict))
    .map(
      ({ id, verdict, reason, unlock }) =>
        `${verdict} ${id}: ${reason}${unlock ? ` [${unlock.join(', ')}]` : ''}`,
    );
}
