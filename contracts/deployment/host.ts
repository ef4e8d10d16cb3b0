/**
 * The things that the suite gets from its host (the command line, the Vitest adapter, a test): the network,
 * real time, and chance. The suite itself has none of these.
 */
import type { EpochMs } from '../profile/facts.ts';

export interface Host {
  /**
   * Sends one request and gives its answer, like `fetch`: it rejects when there is none, with the
   * signal's reason when the request is aborted. Redirects are not to be followed (the requests say
   * `redirect: 'manual'`). Proxies and certificate authorities are the host's business.
   */
  fetch(request: Request): Promise<Response>;
  /**
   * Answers a request within this process, where the host can: `fetch` without its objects, which take longer than such
   * an answer. Nothing has to be waited for, so that no timeout runs. Rejects as `fetch` does.
   */
  answer?(request: PlainRequest): Promise<PlainAnswer>;
  /** Milliseconds of real time from some fixed moment. */
  monotonic(): number;
  /** Real time. */
  wall(): EpochMs;
  /** Resolves after so many milliseconds of real time; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Some 8 lower-case letters and digits that no other run has. */
  nonce(): string;
  /** The bytes that the long answers of a run may have together. Default 64 MiB. */
  answerMemory?: number;
  /**
   * Runs a command of the profile. It is the permission to do so, and goes with a profile that the
   * user chose: named by its file, or given in code. Absent in every other case: then such controls
   * are not offered.
   */
  run?: RunCommand;
  /** Keeps what was or will be created and changed, so that a crashed run can be swept. Absent: nothing is kept. */
  journal?: JournalSink;
  /** The deployment ends with the run, as the fork of a world does: groups and users are not removed one by one. */
  temporary?: boolean;
}

/** A request as it is sent: header names in lower case. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

/** An answer as it arrived: header names in lower case. */
export interface PlainAnswer {
  status: number;
  headers: { [name: string]: string };
  text: string;
}

/** Runs a program with its arguments, without a shell. Rejects when it cannot be started, takes too long or is aborted. */
export type RunCommand = (
  command: readonly string[],
  options: {
    timeoutMs: number;
    signal: AbortSignal;
    /** Names of environment variables that it is given beside the usual few. */
    environment: readonly string[];
  },
) => Promise<CommandResult>;

export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface JournalSink {
  /**
   * One line of the journal, or several. They must be on disk when the promise resolves, in the order of the calls;
   * the next call may come before that. Where it rejects, the run changes nothing more.
   */
  write(line: string): Promise<void>;
}
