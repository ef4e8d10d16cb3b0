/** How a deployment is met: its address, credentials, profile, and the bounds of what is done there. */
import type { Redactor } from '../kit/redact.ts';
import type { Profile } from '../profile/profile.ts';

export interface Credentials {
  userName: string;
  apiKey: string;
}

/** E-mails and SMS that a run may cause, unless it is set otherwise. */
export const MAX_MESSAGES = 500;

/** Devices of its own that a run has at most, unless it is set otherwise: where none can be removed they stay for ever. */
export const MAX_DEVICES = 12;
/** Requests of a run in which nothing fails, unless it is thorough; a dialect that shows little takes more. */
export const MAX_REQUESTS = 1_200;

/** How a deployment is met, whatever is done there. */
export interface DeploymentOptions {
  /** The base address, with any path prefix that `profile.basePath` does not hold. */
  baseUrl: string;
  credentials: Credentials;
  /** Without one every opening is unknown. */
  profile?: Profile;
  /** Create and change nothing. */
  readOnly?: boolean;
  /** The seed of all values and orders; the same seed draws the same. Default: a new one for each run. */
  seed?: number;
  /** More of everything that is drawn or repeated: it takes longer, and finds rarer faults. */
  thorough?: boolean;
  /** Requests in a second of real time. Default: 20, on the loopback address as many as can be. */
  requestsPerSecond?: number;
  /** Requests on their way at the same time. Default 16. */
  concurrency?: number;
  /** E-mails and SMS messages that the run may cause. Default `MAX_MESSAGES`. */
  maxMessages?: number;
  /** Devices that the run may have made and not removed. Default `MAX_DEVICES`. */
  maxDevices?: number;
  /** How long one answer may take. Default 10,000 ms. */
  timeoutMs?: number;
  /** The longest real wait for a moment of the deployment's time, or that a rate limit may ask for. Default 60,000 ms. */
  patienceMs?: number;
  /** By how much the run may bring the deployment's time forward, in all. Default `MAX_ADVANCE`. */
  maxAdvanceMs?: number;
  /** The longest that the whole run may take, its clean-up aside. Default: half an hour and what its plan needs; of a sweep none. */
  maxTimeMs?: number;
  /** How long a write may take to become readable. Default: twice what the profile says, or 5,000 ms. */
  settleMs?: number;
  /** The token that a simulator of ours asks for off the loopback address. */
  controlToken?: string | undefined;
  /** The secrets that HTTP controls of the profile name as `{$NAME}`: values by name. They are taken out of everything that is recorded. */
  controlSecrets?: { readonly [name: string]: string };
  /** Further secrets to take out of everything that is recorded. */
  secrets?: readonly string[];
  /** Takes the secrets of the run, its tokens among them, so that its owner can hide them elsewhere. Default: one of its own. */
  redactor?: Redactor;
  /** Ends the run early: it cleans up and reports what was judged. A `StalledError` as reason makes that our own error. */
  signal?: AbortSignal;
  onProgress?: (notice: Notice) => void;
}

/** Something that the user may want to mend before the run goes on. */
export interface Notice {
  readonly kind: 'notice';
  readonly text: string;
}

/** The reason why nothing can be run: it is reported, with exit code 2, and no rule is judged. */
export interface Problem {
  code: ProblemCode;
  message: string;
  /** Says what to try. */
  hint?: string;
}

export type ProblemCode =
  | 'ADDRESS_INVALID'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REFUSED'
  | 'UNREACHABLE'
  | 'REDIRECTED'
  | 'NOT_THE_API'
  | 'NOTHING_SELECTED'
  | 'JOURNAL_OF_ANOTHER'
  | 'TARGET_LOCKED';

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problem: Problem;
  readonly code: ProblemCode;
  readonly hint: string | undefined;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
    this.code = problem.code;
    this.hint = problem.hint;
  }
}

/** The run has taken all the time that it may. */
export class OvertimeError extends Error {
  override readonly name = 'OvertimeError';

  constructor(maxTimeMs: number, what: 'run' | 'sweep') {
    super(`The ${what} took all of its ${Math.round(maxTimeMs / 1000)} s.`);
  }
}

/** A fault of the suite: the run waits although nothing is under way any more. Its host finds that out. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor() {
    super('nothing is under way any more, and the rule still waits for something');
  }
}
