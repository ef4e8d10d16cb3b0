/** The end of what is done on a deployment: many listen for it, it comes in time, and work that does not stop is waited for no more. */
import type { Host } from './host.ts';
import { OvertimeError } from './options.ts';

/** Platforms warn of a leak where a signal has more than a few listeners: those of one signal share one. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `act` when the signal is aborted, or at once when it was; gives back how to stop listening. */
export function onInterruption(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  if (signal.aborted) return () => undefined;
  const waiting = listeners.get(signal) ?? new Set();
  if (!listeners.has(signal)) {
    listeners.set(signal, waiting);
    const tellAll = () => {
      for (const one of waiting) one();
    };
    signal.addEventListener('abort', tellAll, { once: true });
  }
  waiting.add(act);
  return () => waiting.delete(act);
}

/** A wait of real time; an interruption ends it with the reason of the signal. */
export async function sleepUnlessInterrupted(
  host: Pick<Host, 'sleep'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stopListening = onInterruption(signal, () => over.abort(signal.reason));
  await host.sleep(ms, over.signal).finally(stopListening);
}

/** The time that work has to stop when it was asked to. */
const GRACE_MS = 1_000;

export class StuckError extends Error {
  override readonly name = 'StuckError';
}

/** Rejects with a `StuckError` a moment after the signal was aborted. */
export async function unlessStuck<T>(
  host: Pick<Host, 'sleep'>,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T> {
  const over = new AbortController();
  let stopListening = () => {};
  const stuck = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new StuckError('it did not finish in time'));
    stopListening = onInterruption(signal, () => {
      host.sleep(GRACE_MS, over.signal).then(giveUp, () => undefined);
    });
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    over.abort();
    stopListening();
  }
}

/** Cleaning up takes no longer. */
const CLEAN_UP_MS = 30_000;
/** After an interruption a person waits: with the grace of what is stuck, and the end of a fork, it is all over within 10 s. */
const HURRIED_CLEAN_UP_MS = 5_000;

/** When a run ends that does not come to its end by itself. */
export class Deadlines {
  readonly #host: Pick<Host, 'sleep'>;
  readonly #run = new AbortController();
  /** Aborted when the clean-up has had its time. */
  readonly ending = new AbortController();
  readonly #over = new AbortController();

  /** @param signal interrupts the run */
  constructor(host: Pick<Host, 'sleep'>, signal: AbortSignal | undefined) {
    this.#host = host;
    const stop = () => this.#interrupt(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true, signal: this.#over.signal });
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
