import type { Pace } from '../simulator/time/pace.ts';
import type { EpochMs } from '../simulator/time/timeline.ts';

/** Real time moved by hand, for tests. */
export class ManualPace implements Pace {
  /** How often the platform was given a turn. */
  breaths = 0;
  #elapsed = 0;
  readonly #start: EpochMs;
  #timers: { at: number; run: () => void }[] = [];

  constructor(start: EpochMs = 0) {
    this.#start = start;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  wall(): EpochMs {
    return this.#start + this.#elapsed;
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#elapsed + Math.max(0, ms), run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async breathe(): Promise<void> {
    this.breaths++;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets real time pass: every timer that falls due runs at its own time. */
  elapse(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#nextTimer(end); next !== undefined; next = this.#nextTimer(end)) {
      const due = next;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#elapsed = Math.max(this.#elapsed, due.at);
      due.run();
    }
    this.#elapsed = end;
  }

  #nextTimer(end: number): { at: number; run: () => void } | undefined {
    return this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
