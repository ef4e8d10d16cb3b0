/** A history as a test: `describeHistory`. */

import { it } from 'vitest';
import type { Exploration } from '../../../contracts/explore/exploration.ts';
import { explore } from '../../../contracts/explore/explore.ts';
import { historyIn } from '../../../contracts/explore/saved.ts';
import { commandRunner } from '../../../contracts/hosts/command.ts';
import { environmentCredentials } from '../../../contracts/hosts/environment.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';
import { checkOptions } from '../../../contracts/kit/option-names.ts';
import { baseUrlOf, credentialsOf, fetchOf } from '../../../contracts/verify/target.ts';
import { BrokenContract } from './judging.ts';
import { type HistoryOptions, historyOptionNames } from './options.ts';

const FIVE_MINUTES = 300_000;
/** The suite reports credentials that are missing, and where to set them. */
const noCredentials = { userName: '', apiKey: '' };

/**
 * Describes a test that plays a history of `roadtest explore`: it fails where no reading of the document explains what
 * the deployment answers, and where the history could not be played to its end.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { describeHistory } from 'roadtest/vitest';
 *
 * const steps = [{ do: 'create', family: 'group', record: 1 }, { do: 'read', family: 'group', record: 1 }];
 * const history = { format: 'roadtest-history', version: 1, broken: [], steps };
 * describeHistory({ simulator: createSimulator(), history });
 */
export function describeHistory(options: HistoryOptions): void {
  checkOptions(options, historyOptionNames, 'describeHistory');
  it(
    options.name ?? 'history',
    async () => {
      const fault = faultOf(await play(options));
      if (fault !== undefined) throw new BrokenContract(fault);
    },
    options.runTimeout ?? FIVE_MINUTES,
  );
}

async function play(options: HistoryOptions): Promise<Exploration> {
  const {
    baseUrl: _,
    simulator,
    fetch: __,
    history,
    name: ___,
    commands,
    runTimeout: ____,
    ...settings
  } = options;
  const read = historyIn(history);
  if ('problem' in read) throw new BrokenContract(`The history cannot be played: ${read.problem}.`);
  const profile = options.profile ?? simulator?.profile;
  return explore(
    {
      ...settings,
      baseUrl: baseUrlOf(options),
      credentials: options.credentials ?? credentialsOf(options) ?? environmentCredentials() ?? noCredentials,
      ...(profile && { profile }),
      replay: read.history.steps,
      tool: 'roadtest/vitest',
    },
    { ...nodeHost(fetchOf(options)), ...(commands && options.profile && { run: commandRunner() }) },
  );
}

/** Why the test fails; `undefined` where it passes. */
function faultOf({ problem, failures, fault, brokenOff, judged }: Exploration): string | undefined {
  if (problem) return `${problem.message} ${problem.hint ?? ''} [${problem.code}]`;
  const [failure] = failures;
  if (failure) {
    const taken = failure.taken.map(
      ({ step, came = 'could not be done' }, index) => `${index + 1}. ${step} → ${came}`,
    );
    const broken = failure.broken.map((set) => set.join(' and ')).join(', or ');
    return [
      `No reading of the document explains this history${broken && `: ${broken}`}`,
      ...taken,
      `expected: ${failure.expected}`,
      `observed: ${failure.observed}`,
    ].join('\n');
  }
  if (fault !== undefined) return fault;
  if (brokenOff > 0) return 'The deployment broke off: the history could not be judged.';
  return judged === 0 ? 'No step of the history could be judged.' : undefined;
}
