/**
 * `roadtest/vitest`: the contract suite as tests of your own suite.
 *
 *     import { describeContract } from 'roadtest/vitest';
 *
 *     describeContract({ baseUrl: 'http://127.0.0.1:4010', profile });
 *
 * One test for each judged id. The suite runs once, before the first of them; only what is to run is
 * judged, so that `vitest -t limits/` is quick.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { checkOptions, type OptionNames } from '../../../contracts/kit/option-names.ts';
import { proseOf } from '../../../contracts/report/findings.ts';
import { inWords } from '../../../contracts/report/unlock.ts';
import { statusOf } from '../../../contracts/report/verdicts.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import { rules } from '../../../contracts/specification/rules/index.ts';
import { verify } from '../../../contracts/verify/index.ts';
import { type VerifyOptions, verifyOptionNames } from '../../../contracts/verify/options.ts';
import type { Outcome, Run } from '../../../contracts/verify/run.ts';
import { isSelected } from '../../../contracts/verify/run-options.ts';
import type { Deployment } from '../../../contracts/verify/target.ts';

/**
 * The options of `describeContract`.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type ContractOptions, describeContract } from 'roadtest/vitest';
 *
 * const options: ContractOptions = {
 *   name: 'our staging system',
 *   simulator: createSimulator(), // or baseUrl: 'https://staging.example.com'
 *   only: ['auth/header-required'],
 *   require: { inconclusive: 0 },
 * };
 * describeContract(options);
 */
export type ContractOptions = Deployment &
  Omit<VerifyOptions, 'baseUrl' | 'simulator' | 'fetch' | 'require' | 'tool'> & {
    /** The name of the group of tests. Default: `contract of <address>`. */
    name?: string;
    /** `{ inconclusive: 0 }`: inconclusive rules fail; otherwise their tests are skipped, with the reason. */
    require?: { inconclusive?: 0; drift?: 0 };
    /** How long the whole run may take, in milliseconds. Default: five minutes. */
    runTimeout?: number;
  };

const { tool: _tool, ...suiteNames } = verifyOptionNames;
const optionNames: OptionNames<ContractOptions> = { ...suiteNames, name: true, runTimeout: true };

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
  checkOptions(options, optionNames, 'describeContract');
  if (options.require)
    checkOptions(options.require, { inconclusive: true, drift: true }, 'require of describeContract');
  const ids = rules.flatMap(expand).flatMap(({ id }) => (isSelected(id, options) ? [id] : []));
  const { name, require, runTimeout, ...deployment } = options;

  describe(name ?? `contract of ${options.baseUrl ?? 'the service'}`, () => {
    let run: Run;
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters, and takes no other first one
    beforeAll(async ({}, suite) => {
      run = await verify({ ...deployment, only: toRun(suite, ids), tool: 'roadtest/vitest' });
      const { problem } = run;
      if (problem) throw new BrokenContract(`${problem.message} ${problem.hint ?? ''} [${problem.code}]`);
    }, runTimeout ?? FIVE_MINUTES);

    for (const id of ids) {
      it(id, ({ skip }) => {
        const outcome = run.outcomes.find((one) => one.id === id);
        if (!outcome) throw new BrokenContract('The run was ended before this rule was judged.');
        if (outcome.verdict === 'pass') return;
        if (outcome.verdict === 'not-applicable') skip(outcome.reason);
        if (statusOf(outcome) !== 'inconclusive') throw new BrokenContract(proseOf(run, outcome));
        if (require?.inconclusive === 0) throw new BrokenContract(openWords(outcome));
        skip(openWords(outcome));
      });
    }
    if (require?.drift === 0) {
      it(DRIFT, () => {
        const drift = run.observations.filter(({ drift }) => drift);
        const lines = drift.map(
          ({ opening, observed, pinned }) => `${opening}: observed ${observed}, pinned ${pinned}`,
        );
        if (lines.length > 0) throw new BrokenContract(lines.join('\n'));
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
  suite: { readonly tasks: readonly { readonly name: string; readonly mode: string }[] } | undefined,
  ids: readonly string[],
): readonly string[] {
  if (!suite) return ids;
  const left = new Set(suite.tasks.filter(({ mode }) => mode !== 'skip').map(({ name }) => name));
  return ids.filter((id) => left.has(id));
}

/** Why nothing was concluded, and what would let it be. */
function openWords({ reason, unlock = [] }: Outcome): string {
  return unlock.length === 0 ? reason : `${reason} Needs ${unlock.map(inWords).join('; ')}.`;
}

/** A test that fails with these words: a stack trace into our own code would not help. */
class BrokenContract extends Error {
  override readonly name = 'BrokenContract';

  constructor(text: string) {
    super(text);
    this.stack = `${this.name}: ${text}`;
  }
}
