/** What `describeContract` is told. */
import type { Profile } from '../profile/profile.ts';
import type { Credentials, VerifyOptions } from '../suite/options.ts';

/** A simulator as `createSimulator()` of `roadtest` makes it; this is what is used of it. */
export interface InProcessSimulator {
  fetch(request: Request): Promise<Response>;
  readonly profile: Profile;
  readonly fleet: { readonly account: { readonly userName: string; readonly apiKey: string } };
}

/** Where the deployment is: an address, a simulator in this process, or a function that answers requests. */
export type Deployment =
  | { baseUrl: string; fetch?: (request: Request) => Promise<Response>; simulator?: never }
  | { simulator: InProcessSimulator; baseUrl?: never; fetch?: never }
  | { fetch: (request: Request) => Promise<Response>; baseUrl?: never; simulator?: never };

export type ContractOptions = Deployment &
  Pick<
    VerifyOptions,
    | 'profile'
    | 'only'
    | 'skip'
    | 'readOnly'
    | 'maxMessages'
    | 'timeoutMs'
    | 'patienceMs'
    | 'requestsPerSecond'
  > & {
    /** What the tests stand under. Default: `contract of <address>`. */
    name?: string;
    /** Default: the simulator's own, or ROADTEST_USER_NAME and ROADTEST_API_KEY of the environment. */
    credentials?: Credentials;
    /** `{ inconclusive: 0 }`: what stays inconclusive fails; otherwise its test is skipped, with the reason. */
    require?: { inconclusive?: 0; drift?: 0 };
    /** How long the whole run may take, in milliseconds. Default: five minutes. */
    runTimeout?: number;
  };
