/** How long a run may take, and how long it may take to end. */
import type { Host } from '../host.ts';
import { OvertimeError } from '../options.ts';

/** Cleaning up takes no longer. */
const CLEAN_UP_MS = 30_000;
/** After an interruption a person waits: with the grace of what is stuck, and the end of a fork, it is all over within 10 s. */
const HURRIED_CLEAN_UP_MS = 5_000;

/** When a run ends that does not come to its end by itself. */
export class Bounds {
  readonly #host: Pick<Host, 'sleep'>;
  readonly #run = new AbortController();
  /** Aborted when the clean-up has had its time. */
  readonly ending = new AbortController();
  readonly #over = new AbortController();
  readonly #stop: () => void;

  /** `signal` interrupts the run. */
  constructor(host: Pick<Host, 'sleep'>, signal: AbortSignal | undefined) {
    this.#host = host;
    this.#stop = () => this.#interrupt(signal?.reason);
    if (signal?.aborted) this.#stop();
    signal?.addEventListener('abort', this.#stop, { once: true });
    this.#over.signal.addEventListener('abort', () => signal?.removeEventListener('abort', this.#stop));
  }

  /** Aborted when nothing more is to be judged; an `OvertimeError` when the time is up. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  /** The time that it may take from now on. */
  limit(maxTimeMs: number, what: 'run' | 'sweep' = 'run'): void {
    this.#after(maxTimeMs, () => this.#interrupt(new OvertimeError(maxTimeMs, what)));
  }

  cleaningUp(): void {
    this.#after(CLEAN_UP_MS, () => this.ending.abort());
  }

  /** The run is over: nothing is waited for any more. */
  over(): void {
    this.#over.abort();
  }

  #interrupt(reason: unknown): void {
    if (this.#run.signal.aborted) return;
    this.#run.abort(reason);
    this.#after(HURRIED_CLEAN_UP_MS, () => this.ending.abort());
  }

  #after(ms: number, act: () => void): void {
    this.#host.sleep(ms, this.#over.signal).then(act, () => undefined);
  }
}
