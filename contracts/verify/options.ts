/** The options of `verify` of `roadtest/verify`. */

import type { Host } from '../deployment/host.ts';
import type { Credentials } from '../deployment/options.ts';
import type { OptionNames } from '../kit/option-names.ts';
import type { BaselineEntry } from '../report/baseline-file.ts';
import type { VerifyOptions as SuiteOptions } from './run-options.ts';
import type { Deployment } from './target.ts';

/** The options that are those of any run. */
const suiteNames = {
  profile: true,
  only: true,
  skip: true,
  readOnly: true,
  seed: true,
  thorough: true,
  requestsPerSecond: true,
  concurrency: true,
  maxMessages: true,
  timeoutMs: true,
  patienceMs: true,
  maxAdvanceMs: true,
  maxTimeMs: true,
  controlToken: true,
  controlSecrets: true,
  secrets: true,
  signal: true,
  onProgress: true,
  tool: true,
} as const satisfies { readonly [O in keyof SuiteOptions]?: true };

/**
 * The deployment, the rules to judge and the limits of a run.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type VerifyOptions, verify } from 'roadtest/verify';
 *
 * const options: VerifyOptions = {
 *   simulator: createSimulator(), // or baseUrl: 'https://staging.example.com'
 *   only: ['auth/header-required'],
 *   require: ['inconclusive=0'],
 * };
 * console.log((await verify(options)).exitCode); // 0
 */
export type VerifyOptions = Deployment &
  Pick<SuiteOptions, keyof typeof suiteNames> & {
    /** Default: those of `simulator`, or ROADTEST_USER_NAME and ROADTEST_API_KEY of the environment. */
    credentials?: Credentials;
    /** Further conditions for exit code 0, as with `--require`: `inconclusive=0`, `judged>=90%`. */
    require?: readonly string[];
    /** Failures that are known and accepted, as with `--baseline`. */
    baseline?: readonly BaselineEntry[];
    /**
     * Replaces parts of the host: real time, commands of a profile, and a `journal` that is
     * given each line before something is created or changed. Default: Node, with commands for a `profile` that
     * is given, without a journal.
     */
    host?: Partial<Host>;
  };

export const verifyOptionNames: OptionNames<VerifyOptions> = {
  ...suiteNames,
  baseUrl: true,
  simulator: true,
  fetch: true,
  credentials: true,
  require: true,
  baseline: true,
  host: true,
};
