/** The one who waits for an answer: a host says when they have gone, and whoever works long for them is told. */
import type { Call, Caller } from '../http/call.ts';

export class WaitingCaller implements Caller {
  #gone = false;
  #listener: (() => void) | undefined;

  /** They have gone, or are to be sent away. */
  leave(): void {
    this.#gone = true;
    this.#listener?.();
    this.#listener = undefined;
  }

  onLeft(listener: () => void): () => void {
    if (this.#gone) listener();
    else this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }
}

/** A call of which it is known who waits for the answer. */
export type AwaitedCall = Call & { caller: WaitingCaller };
