/** The options of `describeContract` and `describeHistory`. */
import type { OptionNames } from '../../../contracts/kit/option-names.ts';
import type { VerifyOptions } from '../../../contracts/verify/options.ts';
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
  Pick<
    VerifyOptions,
    | 'profile'
    | 'credentials'
    | 'only'
    | 'skip'
    | 'readOnly'
    | 'seed'
    | 'thorough'
    | 'maxMessages'
    | 'timeoutMs'
    | 'patienceMs'
    | 'requestsPerSecond'
  > & {
    /** The name of the group of tests. Default: `contract of <address>`. */
    name?: string;
    /** `{ inconclusive: 0 }`: inconclusive rules fail; otherwise their tests are skipped, with the reason. */
    require?: { inconclusive?: 0; drift?: 0 };
    /** How long the whole run may take, in milliseconds. Default: five minutes. */
    runTimeout?: number;
  };

/**
 * The options of `describeHistory`.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { describeHistory, type HistoryOptions } from 'roadtest/vitest';
 *
 * const options: HistoryOptions = {
 *   simulator: createSimulator(), // or baseUrl: 'https://staging.example.com'
 *   history: {
 *     format: 'roadtest-history',
 *     version: 1,
 *     broken: [],
 *     steps: [{ do: 'create', family: 'group', record: 1 }],
 *   },
 * };
 * describeHistory(options);
 */
export type HistoryOptions = Deployment &
  Pick<
    VerifyOptions,
    | 'profile'
    | 'credentials'
    | 'seed'
    | 'maxMessages'
    | 'timeoutMs'
    | 'patienceMs'
    | 'requestsPerSecond'
    | 'controlToken'
    | 'controlSecrets'
  > & {
    /** The object of a file that `roadtest explore --save FILE` writes. */
    history: unknown;
    /** The name of the test. Default: `history`. */
    name?: string;
    /** True if the commands of `profile` may be run. Default: they are not. */
    commands?: boolean;
    /** How long the history may take, in milliseconds. Default: five minutes. */
    runTimeout?: number;
  };

export const contractOptionNames: OptionNames<ContractOptions> = {
  baseUrl: true,
  simulator: true,
  fetch: true,
  profile: true,
  credentials: true,
  only: true,
  skip: true,
  readOnly: true,
  seed: true,
  thorough: true,
  maxMessages: true,
  timeoutMs: true,
  patienceMs: true,
  requestsPerSecond: true,
  name: true,
  require: true,
  runTimeout: true,
};

export const historyOptionNames: OptionNames<HistoryOptions> = {
  baseUrl: true,
  simulator: true,
  fetch: true,
  profile: true,
  credentials: true,
  seed: true,
  maxMessages: true,
  timeoutMs: true,
  patienceMs: true,
  requestsPerSecond: true,
  controlToken: true,
  controlSecrets: true,
  history: true,
  name: true,
  commands: true,
  runTimeout: true,
};
