/** When a request may go out: how many at once, how many a second, and not while the deployment asks to wait. */
export interface Caps {
  /** Requests on their way at the same time. */
  concurrency: number;
  /** Requests in a second of real time; `undefined`: as they come. */
  perSecond: number | undefined;
  /** The deployment's own limit where the profile tells it: so many in each window of its time. */
  window: { requests: number; ms: number } | undefined;
}

export interface AdmissionTime {
  monotonic(): number;
  sleep(ms: number): Promise<void>;
  /** Lets the deployment's time pass. */
  pause(ms: number): Promise<void>;
}

export class Admission {
  readonly #caps: Caps;
  readonly #time: AdmissionTime;
  #turn: Promise<void> = Promise.resolve();
  #hold: Promise<void> | undefined;
  #flying = 0;
  #landed: (() => void)[] = [];
  #nextAt = 0;
  #inWindow = 0;

  constructor(caps: Caps, time: AdmissionTime) {
    this.#caps = caps;
    this.#time = time;
  }

  /** Runs `request` when its turn has come. An urgent one does not queue: others wait for what it brings about. */
  async through<T>(request: () => Promise<T>, urgent: boolean): Promise<T> {
    if (!urgent) {
      const mine = this.#turn.then(() => this.#admit());
      this.#turn = mine.catch(() => undefined);
      await mine;
    }
    this.#inWindow++;
    this.#flying++;
    try {
      return await request();
    } finally {
      this.#flying--;
      this.#landed.shift()?.();
    }
  }

  /** Holds every request back while the deployment's time goes on by so much. */
  hold(ms: number): Promise<void> {
    this.#hold ??= this.#time.pause(ms).finally(() => {
      this.#hold = undefined;
      this.#inWindow = 0;
    });
    return this.#hold;
  }

  async #admit(): Promise<void> {
    const { concurrency, perSecond, window } = this.#caps;
    while (this.#flying >= concurrency) await new Promise<void>((resolve) => this.#landed.push(resolve));
    if (window && this.#inWindow >= window.requests) await this.hold(window.ms);
    while (this.#hold) await this.#hold;
    if (perSecond === undefined) return;
    const now = this.#time.monotonic();
    const wait = this.#nextAt - now;
    this.#nextAt = Math.max(now, this.#nextAt) + 1000 / perSecond;
    if (wait > 0) await this.#time.sleep(wait);
  }
}
