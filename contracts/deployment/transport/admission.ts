import { itemAt } from '../../kit/items.ts';
import type { EpochMs } from '../../profile/facts.ts';

/** When a request may go out: how many at once, how many a second, and not while the deployment asks to wait. */
export interface Caps {
  /** Requests on their way at the same time. */
  concurrency: number;
  /** Requests in a second of real time; `undefined`: as they come. */
  perSecond: number | undefined;
  /** The deployment's own limit where the profile states it: so many in each window of its time. */
  window: { requests: number; ms: number } | undefined;
}

interface AdmissionTime {
  monotonic(): number;
  /** The deployment's time. */
  now(): EpochMs;
  /** Both reject when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Lets the deployment's time pass. */
  pause(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Returns when no request of the run brings time forward: a token that is issued meanwhile may end meanwhile. */
  still(): Promise<unknown>;
}

/** The sender of a request. An urgent one does not queue: others wait for what it brings about. */
interface Asking {
  signal: AbortSignal;
  urgent?: boolean | undefined;
}

export class Admission {
  readonly #caps: Caps;
  readonly #time: AdmissionTime;
  #turn: Promise<void> = Promise.resolve();
  /** Shared by all; it ends with the signal of the first. */
  #hold: { over: Promise<unknown>; signal: AbortSignal } | undefined;
  #flying = 0;
  #landed: (() => void)[] = [];
  #nextAt = 0;
  /** By the profile, or less where fewer were served before others were put off. */
  #window: Caps['window'];
  /** When requests went out, by the deployment's time: as many as one window holds, since all were held back last. */
  #sent: EpochMs[] = [];
  /** Requests that were served since all were held back last, and between the two times before. */
  #served = 0;
  #servedBefore = 0;

  constructor(caps: Caps, time: AdmissionTime) {
    this.#caps = caps;
    this.#window = caps.window;
    this.#time = time;
  }

  /**
   * A request was served. @param putOff it had been put off for a limit of requests: how many were served before it in the same
   * window, and how long all were held back; few say nothing, since some are always on their way
   */
  served(putOff?: { before: number; waited: number }): void {
    this.#served++;
    if (!putOff || putOff.before <= this.#caps.concurrency) return;
    const { requests = putOff.before, ms = 0 } = this.#window ?? {};
    this.#window = { requests: Math.min(requests, putOff.before), ms: Math.max(ms, putOff.waited) };
  }

  /** So many were served before all were held back last. */
  get servedBefore(): number {
    return this.#servedBefore;
  }

  /** Runs `request` when its turn has come. An interrupted request gives up the turn at once: others may have to clean up. */
  async through<T>(request: () => Promise<T>, { signal, urgent }: Asking): Promise<T> {
    if (!urgent) {
      const mine = this.#turn.then(() => this.#admit(signal));
      this.#turn = mine.catch(() => undefined);
      await mine;
    }
    const window = this.#window;
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
          this.#servedBefore = this.#served;
          this.#served = 0;
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
    const { concurrency, perSecond } = this.#caps;
    const window = this.#window;
    while (this.#flying >= concurrency && !signal.aborted)
      await new Promise<void>((resolve) => this.#landed.push(resolve));
    const isFull = window && this.#sent.length >= window.requests;
    // Where time went on meanwhile for another reason it need not be waited for.
    if (isFull && this.#time.now() < itemAt(this.#sent, 0) + window.ms && !signal.aborted)
      await this.hold(window.ms, signal);
    await this.#time.still();
    // An answer that came a moment ago may ask to wait. A wait that was cut short holds no other request up.
    while (this.#hold && !signal.aborted)
      await this.#hold.over.catch(() => undefined).then(() => this.#time.still());
    if (perSecond === undefined || signal.aborted) return;
    const now = this.#time.monotonic();
    const wait = this.#nextAt - now;
    this.#nextAt = Math.max(now, this.#nextAt) + 1000 / perSecond;
    if (wait > 0) await this.#time.sleep(wait, signal);
  }
}
