/** Tells whether the deployment still answers: after too many requests without an answer it is given up. */
import { NoAnswer } from './failures.ts';

/** Requests in a row without any answer after which the deployment is looked at again; fewer for the clean-up. */
const BROKEN_AFTER = 12;
const LAST_CHANCE = 3;
/** Before a deployment is given up it is asked again after these pauses, in ms: it may only have been restarted. */
const SECOND_LOOKS: readonly number[] = [1_000, 3_000];
/** Requests that may time out in vain before it counts how many were answered for each. */
const MAX_SILENT = 24;
const ANSWERED_FOR_EACH = 4;

export class Liveness {
  readonly #look: (pause: number, signal: AbortSignal) => Promise<unknown>;
  #isLast = false;
  /** Requests without an answer since the last that had one. */
  #failures = 0;
  #answered = 0;
  /** Requests whose answers were waited for in vain. */
  #silent = 0;
  #looking: Promise<void> | undefined;
  /** Tells whether it was given up. */
  gone = false;

  /** @param look sends one small request that every deployment answers, after a pause; rejects when it is not answered */
  constructor(look: (pause: number, signal: AbortSignal) => Promise<unknown>) {
    this.#look = look;
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

  /** The clean-up tries a deployment that was given up once more, but not for long. */
  lastChance(): void {
    this.#isLast = true;
    this.gone = false;
    this.#failures = this.#answered = this.#silent = 0;
  }

  /** Waits for a second look that is under way; throws when the deployment was given up. */
  async unlessGone(signal: AbortSignal): Promise<void> {
    // A deployment that answers now and then would hold a run up for as long as all its waits together.
    if (this.#silent >= MAX_SILENT && this.#answered < this.#silent * ANSWERED_FOR_EACH) this.gone = true;
    if (this.#failures >= (this.#isLast ? LAST_CHANCE : BROKEN_AFTER) && !this.gone) {
      this.#looking ??= this.#lookAgain(signal).finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    if (this.gone) throw new NoAnswer({ kind: 'gone', byTarget: true });
  }

  /** All that was under way may have been cut off at once: then it answers a moment later. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    for (const pause of this.#isLast ? [] : SECOND_LOOKS) {
      const looked = this.#look(pause, signal).then(() => true);
      if (await looked.catch(() => signal.aborted)) return;
    }
    this.gone = true;
  }
}
