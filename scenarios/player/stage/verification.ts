/**
 * Holds a twin of the service to the interface document, on request. The stage is given the function that does the
 * work; here is only how far it has come.
 */
import { ControlError } from '../../../simulator/control/errors.ts';
import type { VerificationReport, VerificationView } from '../../../simulator/control/schemas/index.ts';

export interface Progress {
  done: number;
  total: number;
}

/**
 * Verifies a service of the same profile and the same deviation in a world of its own; returns the report
 * as JSON. It stops early when `signal` is aborted.
 */
export type Verify = (
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<VerificationReport>;

export class Verification {
  readonly #verify: Verify | undefined;
  readonly #stopping = new AbortController();
  #view: VerificationView = { state: 'none' };

  constructor(verify: Verify | undefined) {
    this.#verify = verify;
  }

  view(): VerificationView {
    return this.#view;
  }

  /** Starts one; throws a ControlError while one is under way. The promise settles when it ends. */
  start(): Promise<void> {
    if (this.#verify === undefined) {
      throw new ControlError('NOT_OFFERED', 'Verification is not available on this server.', {
        hint: 'roadtest verify --base-url URL holds any service to the interface document.',
      });
    }
    if (this.#view.state === 'running') {
      throw new ControlError('VERIFICATION_RUNNING', 'A verification is under way already.', {
        hint: 'GET /_control/verification shows its progress.',
      });
    }
    this.#view = { state: 'running', progress: { done: 0, total: 0 } };
    const onProgress = (progress: Progress): void => {
      if (this.#view.state === 'running') this.#view = { state: 'running', progress };
    };
    return this.#verify(onProgress, this.#stopping.signal).then(
      (report) => {
        this.#view = { state: 'done', report };
      },
      (error: unknown) => {
        this.#view = { state: 'failed', error: error instanceof Error ? error.message : String(error) };
      },
    );
  }

  /** Ends one that is under way. */
  stop(): void {
    this.#stopping.abort();
  }
}
