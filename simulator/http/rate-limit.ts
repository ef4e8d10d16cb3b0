/** The profile's rate limit (opening `rate-limit`): so many requests in each window of simulated time. */

import { count, FURTHEST_TIME } from '../../contracts/kit/saved.ts';
import { integer, object, type Static } from '../../contracts/kit/schema.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { EpochMs } from '../fleet/types.ts';
import { parseDuration } from '../time/calendar.ts';
import { mustHold } from '../time/saved.ts';

export type RateLimitAnswers = Answers<'rate-limit'>;

/** The window of the latest request, by its place among all since 1970, and how many were let pass in it. */
export const rateLimitState = object({
  window: integer({ minimum: -FURTHEST_TIME, maximum: FURTHEST_TIME }),
  used: count,
});
export type RateLimitState = Static<typeof rateLimitState>;

/** The rate limit of a profile; `undefined` where it has none. */
export function createRateLimit(openings: RateLimitAnswers): RateLimit | undefined {
  const limit = openings['rate-limit'];
  return limit === null ? undefined : new RateLimit(limit.requests, parseDuration(limit.per));
}

export class RateLimit {
  readonly #requests: number;
  readonly #windowMs: number;
  #state: RateLimitState = { window: -1, used: 0 };

  constructor(requests: number, windowMs: number) {
    this.#requests = requests;
    this.#windowMs = windowMs;
  }

  /** Counts one request. `undefined`: let it pass; else whole seconds to wait until the next window. */
  secondsToWait(now: EpochMs): number | undefined {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#state.window) this.#state = { window, used: 0 };
    if (this.#state.used < this.#requests) {
      this.#state.used++;
      return undefined;
    }
    return Math.max(1, Math.ceil(((window + 1) * this.#windowMs - now) / 1000));
  }

  save(): RateLimitState {
    return { ...this.#state };
  }

  /** Throws a StateError for more requests than the limit lets pass, and for a window in the future. */
  restore(state: RateLimitState, now: EpochMs): void {
    mustHold(state.window <= Math.floor(now / this.#windowMs), '/window', 'is in the future');
    mustHold(state.used <= this.#requests, '/used', `is more than the ${this.#requests} that are allowed`);
    this.#state = { ...state };
  }
}
