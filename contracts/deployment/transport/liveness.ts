/** Tells whether the deployment still answers: after too many requests without an answer it is given up. */
import { NoAnswer } from './failures.ts';

export interface LivenessContext {
  /** Requests in a row without an answer after which it is looked at again. */
  brokenAfter: number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** One small request that every deployment answers; rejects when it does not. */
  look(signal: AbortSignal): Promise<unknown>;
}

/** Before a deployment is given up it is asked again after these pauses, in ms: it may only have been restarted. */
const SECOND_LOOKS = [1_000, 3_000];
/** Requests that may time out in vain before it counts how many were answered between them. */
const MOST_SILENT = 24;
/** It is given up when fewer than so many requests are answered for each that times out. */
const ANSWERED_FOR_EACH = 4;
/** For the clean-up it is tried once more, but not for long. */
const LAST_CHANCE = 3;

export class Liveness {
  readonly #context: LivenessContext;
  #brokenAfter: number;
  /** Pauses before it is given up. */
  #looks: readonly number[] = SECOND_LOOKS;
  /** Requests without an answer since the last that had one. */
  #failures = 0;
  #answered = 0;
  /** Requests whose answers were waited for in vain. */
  #silent = 0;
  #gone = false;
  #look: Promise<void> | undefined;

  constructor(context: LivenessContext) {
    this.#context = context;
    this.#brokenAfter = context.brokenAfter;
  }

  /** Tells whether it was given up. */
  get gone(): boolean {
    return this.#gone;
  }

  answered(): void {
    this.#failures = 0;
    this.#answered++;
  }

  /** `isSilent`: the answer did not come in time, which cost the whole wait for it. */
  brokeOff(isSilent = false): void {
    this.#failures++;
    if (isSilent) this.#silent++;
  }

  /** The clean-up tries a deployment that was given up once more. */
  lastChance(): void {
    this.#gone = false;
    this.#failures = 0;
    this.#answered = 0;
    this.#silent = 0;
    this.#brokenAfter = Math.min(this.#brokenAfter, LAST_CHANCE);
    this.#looks = [];
  }

  /** Waits for a second look that is under way; throws when the deployment was given up. */
  async unlessGone(signal: AbortSignal): Promise<void> {
    if (this.#isMostlySilent) this.#gone = true;
    if (this.#failures >= this.#brokenAfter && !this.#gone) {
      this.#look ??= this.#lookAgain(signal).finally(() => {
        this.#look = undefined;
      });
      await this.#look;
    }
    if (this.#gone) throw new NoAnswer({ kind: 'gone', byTarget: true });
  }

  /** A deployment that answers now and then would hold a run up for as long as all its waits together. */
  get #isMostlySilent(): boolean {
    if (!Number.isFinite(this.#brokenAfter)) return false;
    return this.#silent >= MOST_SILENT && this.#answered < this.#silent * ANSWERED_FOR_EACH;
  }

  /** All that was under way may have been cut off at once: then it answers a moment later. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    for (const pause of this.#looks) {
      try {
        await this.#context.sleep(pause, signal);
        await this.#context.look(signal);
        return;
      } catch {
        if (signal.aborted) return;
      }
    }
    this.#gone = true;
  }
}
