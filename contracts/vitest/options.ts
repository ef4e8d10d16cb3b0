/** The options of `describeContract`. */
import type { Deployment } from '../verify/deployment.ts';
import type { VerifyOptions } from '../verify/options.ts';

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
