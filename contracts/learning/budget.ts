/** The requests that may be sent for learning. */

/** The most requests that are sent; what a clean-up takes is beside them. */
export const MOST_REQUESTS = 80;

/** Counts requests, those that were put off and sent again too, and ends the asking after the last that may be sent. */
export class Budget {
  readonly #controller = new AbortController();
  readonly interruption: AbortSignal;
  /** Aborted when what was made may not be removed any more. */
  readonly ending: AbortController;
  sent = 0;

  constructor(interruption: AbortSignal, ending: AbortController) {
    this.interruption = interruption;
    this.ending = ending;
    const stop = () => this.#controller.abort();
    if (interruption.aborted) stop();
    interruption.addEventListener('abort', stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  count(): void {
    this.sent += 1;
    if (this.sent >= MOST_REQUESTS) this.#controller.abort();
  }
}
