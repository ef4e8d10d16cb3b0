/**
 * `roadtest/vitest`: the contract suite as tests of your own suite.
 *
 *     import { describeContract } from 'roadtest/vitest';
 *
 *     describeContract({ baseUrl: 'http://127.0.0.1:4010', profile });
 *
 * One test for each judged id. The suite runs once, before the first of them; only what is to run is
 * judged, so that `vitest -t limits/` is quick.
 *
 *     describeHistory({ baseUrl: 'http://127.0.0.1:4010', profile, history });
 *
 * One test, which plays a history that `roadtest explore` has found.
 *
 * - `options.ts`  their options
 * - `history.ts`  a history as a test
 * - `judging.ts`  from an outcome to the result of a test
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { checkOptions } from '../../../contracts/kit/option-names.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import { rules } from '../../../contracts/specification/rules/index.ts';
import { verify } from '../../../contracts/verify/index.ts';
import type { Run } from '../../../contracts/verify/run.ts';
import { isSelected } from '../../../contracts/verify/run-options.ts';
import { BrokenContract, driftIn, resultOf } from './judging.ts';
import { type ContractOptions, contractOptionNames } from './options.ts';

export { describeHistory } from './history.ts';
export type { ContractOptions, HistoryOptions } from './options.ts';

const FIVE_MINUTES = 300_000;
const DRIFT = 'openings are as the profile pins them';

/**
 * Describes a suite with a test for every rule of the document that a deployment is judged by.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { describeContract } from 'roadtest/vitest';
 *
 * describeContract({ simulator: createSimulator(), only: ['token/'] });
 */
export function describeContract(options: ContractOptions): void {
  checkOptions(options, contractOptionNames, 'describeContract');
  if (options.require)
    checkOptions(options.require, { inconclusive: true, drift: true }, 'require of describeContract');
  const ids = rules.flatMap(expand).flatMap(({ id }) => (isSelected(id, options) ? [id] : []));
  const { name, require, runTimeout, ...deployment } = options;
  const strict = require?.inconclusive === 0;

  describe(name ?? `contract of ${options.baseUrl ?? 'the service'}`, () => {
    let run: Run;
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters, and takes no other first one
    beforeAll(async ({}, suite) => {
      const wanted = toRun(suite, ids);
      run = await verify({ ...deployment, only: wanted, tool: 'roadtest/vitest' });
      if (run.problem)
        throw new BrokenContract(`${run.problem.message} ${run.problem.hint ?? ''} [${run.problem.code}]`);
    }, runTimeout ?? FIVE_MINUTES);

    for (const id of ids) {
      it(id, ({ skip }) => {
        const outcome = run.outcomes.find((one) => one.id === id);
        const result = resultOf(outcome, run, strict);
        if ('failed' in result) throw new BrokenContract(result.failed);
        if ('skipped' in result) skip(result.skipped);
      });
    }
    if (require?.drift === 0) {
      it(DRIFT, () => {
        const drift = driftIn(run);
        if (drift.length > 0) throw new BrokenContract(drift.join('\n'));
      });
    }
    afterAll(() => {
      const left = run?.leftBehind.filter((one) => !one.startsWith('device ')) ?? [];
      if (left.length > 0) throw new BrokenContract(`Created and not removed again: ${left.join(', ')}`);
    });
  });
}

/** The ids whose tests are not filtered out (`-t`, `.only`); before version 4 Vitest does not expose them. */
function toRun(
  suite: { readonly tasks: readonly Task[] } | undefined,
  ids: readonly string[],
): readonly string[] {
  if (!suite) return ids;
  const left = new Set(suite.tasks.filter(({ mode }) => mode !== 'skip').map(({ name }) => name));
  return ids.filter((id) => left.has(id));
}

interface Task {
  readonly name: string;
  readonly mode: string;
}
