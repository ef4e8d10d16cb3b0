/** The requests that may be sent for learning. */

/** The most requests that are sent; what a clean-up takes is beside them. */
export const MOST_REQUESTS = 80;

/** Counts requests, those that were put off and sent again too, and ends the asking after the last that may be sent. */
export class Budget {
  readonly #controller = new AbortController();
  sent = 0;

  constructor(signal: AbortSignal | undefined) {
    const stop = () => this.#controller.abort();
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  count(): void {
    this.sent += 1;
    if (this.sent >= MOST_REQUESTS) this.#controller.abort();
  }
}
