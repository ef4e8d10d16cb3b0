/** A rate limit, of a profile or of a fault: what is counted together, and the headers by which vendors tell of it. */
import { count, instant } from '../../contracts/kit/saved.ts';
import { list, object, type Static, string, tuple } from '../../contracts/kit/schema.ts';
import type { EpochMs } from '../fleet/types.ts';

/** The state of a limit after a call. */
interface RateState {
  readonly requests: number;
  readonly periodMs: number;
  readonly left: number;
  /** The moment at which the next period begins. */
  readonly resets: EpochMs;
  readonly now: EpochMs;
  readonly isRefused: boolean;
}

const secondsTo = ({ resets, now }: RateState) => Math.max(1, Math.ceil((resets - now) / 1000));

const retryAfter = (state: RateState): { [name: string]: string } =>
  state.isRefused ? { 'retry-after': String(secondsTo(state)) } : {};

/** The headers of an answer under a limit, as vendors and standards have them. */
const headersOf = {
  'retry-after': retryAfter,
  /** GitHub's and many others': the reset in seconds since 1970. */
  'x-ratelimit': (state: RateState) => ({
    'x-ratelimit-limit': String(state.requests),
    'x-ratelimit-remaining': String(state.left),
    'x-ratelimit-reset': String(Math.ceil(state.resets / 1000)),
    ...retryAfter(state),
  }),
  /** Geotab's: the reset as an instant. */
  'x-rate-limit': (state: RateState) => ({
    'x-rate-limit-limit': `${Math.round(state.periodMs / 1000)}s`,
    'x-rate-limit-remaining': String(state.left),
    'x-rate-limit-reset': new Date(state.resets).toISOString(),
    ...retryAfter(state),
  }),
  /** The fields of the IETF draft: seconds until the reset. */
  ratelimit: (state: RateState) => ({
    'ratelimit-policy': `"limit";q=${state.requests};w=${Math.round(state.periodMs / 1000)}`,
    ratelimit: `"limit";r=${state.left};t=${secondsTo(state)}`,
    ...retryAfter(state),
  }),
  none: () => ({}),
} satisfies { [style: string]: (state: RateState) => { [name: string]: string } };

export type LimitStyle = keyof typeof headersOf;
export const styles = Object.keys(headersOf) as LimitStyle[];

/** How many callers are told apart; with one more, counting begins anew. */
const MAX_COUNTED = 10_000;

/** The calls of the period that is under way, by what is counted together. */
export const limitState = object({ period: instant, used: list(tuple([string({ maxLength: 300 }), count])) });
export type LimitState = Static<typeof limitState>;

export class CallLimit {
  readonly #requests: number;
  readonly #periodMs: number;
  readonly #style: LimitStyle;
  #period = -1;
  #used = new Map<string, number>();

  constructor(requests: number, periodMs: number, style: LimitStyle) {
    this.#requests = requests;
    this.#periodMs = periodMs;
    this.#style = style;
  }

  /** Counts a call. `isRefused` when it is one too many; `headers` are those of its answer either way. */
  count(
    key: string,
    now: EpochMs,
  ): { isRefused: boolean; headers: { [name: string]: string }; seconds: number } {
    const period = Math.floor(now / this.#periodMs);
    if (period !== this.#period || this.#used.size >= MAX_COUNTED) this.#used.clear();
    this.#period = period;
    const used = this.#used.get(key) ?? 0;
    const isRefused = used >= this.#requests;
    if (!isRefused) this.#used.set(key, used + 1);
    const left = Math.max(0, this.#requests - used - 1);
    const resets = (period + 1) * this.#periodMs;
    const state = { requests: this.#requests, periodMs: this.#periodMs, left, resets, now, isRefused };
    return { isRefused, headers: headersOf[this.#style](state), seconds: secondsTo(state) };
  }

  save(): LimitState {
    return { period: this.#period, used: [...this.#used] };
  }

  restore({ period, used }: LimitState): void {
    this.#period = period;
    this.#used = new Map(used);
  }
}
