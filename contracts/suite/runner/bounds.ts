/** How long a run may take, and how long it may take to end. */
import { DAY, durationMs, MINUTE } from '../../kit/durations.ts';
import type { Host } from '../host.ts';
import { OvertimeError, type VerifyOptions } from '../options.ts';
import type { Plan } from './plan.ts';

/** The most time that a run takes that neither waits for a moment of the deployment's time nor is slowed down. */
const USUAL = 30 * MINUTE;
/** Waits for a moment of the deployment's time: the longest rules wait so often. */
const WAITS = 5;
const DEFAULT_PATIENCE = MINUTE;
/** A person is not hurried. */
const ATTENDED = DAY;

/** Cleaning up takes no longer, and after an interruption a person waits for it. */
const CLEAN_UP_MS = 30_000;
const HURRIED_CLEAN_UP_MS = 10_000;

/** The longest that a run may take, in ms of real time: as asked for, or by what its plan needs. */
export function maxTimeOf(
  { totals }: Plan,
  options: VerifyOptions,
  { person }: Pick<Host, 'person'>,
): number {
  const { maxTimeMs, profile, patienceMs = DEFAULT_PATIENCE, requestsPerSecond } = options;
  if (maxTimeMs !== undefined) return maxTimeMs;
  if (person) return ATTENDED;
  const limit = profile?.openings['rate-limit'];
  const perRequest = Math.max(
    requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond,
    // A longer window is not sat out.
    limit ? Math.min(durationMs(limit.per), patienceMs) / limit.requests : 0,
  );
  return USUAL + WAITS * patienceMs + totals.requests * perRequest;
}

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
