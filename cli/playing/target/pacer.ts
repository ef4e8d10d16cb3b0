/**
 * When a simulated moment comes in real time. Every moment is reckoned from the beginning, so that what one wait
 * is late by does not add up.
 */
export interface RealTime {
  /** Milliseconds from some fixed moment. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export class Pacer {
  readonly #start: number;
  readonly #speed: number | 'max';
  readonly #time: RealTime;
  readonly #began: number;
  #lagMost = 0;
  #lag = 0;

  /**
   * @param start the simulated moment of the beginning
   * @param speed simulated seconds per real second; `max` waits for nothing
   */
  constructor(start: number, speed: number | 'max', time: RealTime) {
    this.#start = start;
    this.#speed = speed;
    this.#time = time;
    this.#began = time.monotonic();
  }

  /** Waits for a moment, unless it has passed. Resolves early when the signal is aborted. */
  async reach(at: number, signal: AbortSignal): Promise<void> {
    const left = this.#dueIn(at);
    if (left > 0) await this.#time.sleep(left, signal).catch(() => undefined);
  }

  /** A step of that moment goes out now. */
  sent(at: number): void {
    this.#lag = Math.max(0, -this.#dueIn(at));
    this.#lagMost = Math.max(this.#lagMost, this.#lag);
  }

  /** Real milliseconds by which steps went out late: the last, and the latest. 0 where nothing has its time. */
  get lag(): { last: number; most: number } {
    return { last: this.#lag, most: this.#lagMost };
  }

  #dueIn(at: number): number {
    if (this.#speed === 'max') return 0;
    return this.#began + (at - this.#start) / this.#speed - this.#time.monotonic();
  }
}
