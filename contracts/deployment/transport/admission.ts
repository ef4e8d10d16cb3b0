/** When a request may go out: so many at once, so many a second, so many in each window of the deployment's time, and none while it asks to wait. */
import type { EpochMs } from '../../profile/facts.ts';
import { sleepUnlessInterrupted } from '../ending.ts';
import type { Host } from '../host.ts';

interface Caps {
  /** Requests on their way at the same time. */
  concurrency: number;
  /** Requests in a second of real time; `undefined`: as they come. */
  perSecond: number | undefined;
  /** The deployment's own limit where the profile states it: so many in each window of its time. */
  window: { requests: number; ms: number } | undefined;
}

/** The deployment's time. */
export interface Time {
  now(): EpochMs;
  /** Lets it pass; rejects when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Returns when no request of the run brings time forward: a token that is issued meanwhile may end meanwhile. */
  still(): Promise<unknown>;
}

export class Admission {
  readonly #caps: Caps;
  readonly #time: Time;
  readonly #host: Pick<Host, 'monotonic' | 'sleep'>;
  #turn: Promise<void> = Promise.resolve();
  /** Shared by all; it ends with the signal of the first. */
  #hold: { over: Promise<unknown>; signal: AbortSignal } | undefined;
  #flying = 0;
  #landed: (() => void)[] = [];
  #nextAt = 0;
  /** When requests went out, by the deployment's time: as many as one window holds, since all were held back last. */
  #sent: EpochMs[] = [];

  constructor(caps: Caps, time: Time, host: Pick<Host, 'monotonic' | 'sleep'>) {
    this.#caps = caps;
    this.#time = time;
    this.#host = host;
  }

  /**
   * Runs `request` when its turn has come. An urgent one does not queue: others wait for what it brings about. An interrupted
   * one gives up its turn at once: others may have to clean up.
   */
  async through<T>(request: () => Promise<T>, asking: { signal: AbortSignal; urgent?: boolean }): Promise<T> {
    if (!asking.urgent) {
      const mine = this.#turn.then(() => this.#admit(asking.signal));
      this.#turn = mine.catch(() => undefined);
      await mine;
    }
    const { window } = this.#caps;
    if (window) this.#sent = [...this.#sent, this.#time.now()].slice(-window.requests);
    this.#flying++;
    try {
      return await request();
    } finally {
      this.#flying--;
      this.#landed.shift()?.();
    }
  }

  /** Holds every request back while the deployment's time goes on by so much. */
  async hold(ms: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      this.#hold ??= {
        signal,
        over: this.#time.pause(ms, signal).finally(() => {
          this.#hold = undefined;
          this.#sent = [];
        }),
      };
      const { over, signal: theirs } = this.#hold;
      try {
        await over;
        return;
      } catch (error) {
        // The one that began it was interrupted, and this one was not: it may have to clean up.
        if (!theirs.aborted || signal.aborted) throw error;
      }
    }
  }

  async #admit(signal: AbortSignal): Promise<void> {
    const { concurrency, perSecond, window } = this.#caps;
    while (this.#flying >= concurrency && !signal.aborted)
      await new Promise<void>((resolve) => this.#landed.push(resolve));
    const [first = 0] = this.#sent;
    const isFull = window && this.#sent.length >= window.requests && this.#time.now() < first + window.ms;
    if (isFull && !signal.aborted) await this.hold(window.ms, signal);
    await this.#time.still();
    // An answer that came a moment ago may ask to wait. A wait that was cut short holds no other request up.
    while (this.#hold && !signal.aborted)
      await this.#hold.over.catch(() => undefined).then(() => this.#time.still());
    if (perSecond === undefined || signal.aborted) return;
    const now = this.#host.monotonic();
    const wait = this.#nextAt - now;
    this.#nextAt = Math.max(now, this.#nextAt) + 1000 / perSecond;
    if (wait > 0) await sleepUnlessInterrupted(this.#host, wait, signal);
  }
}
