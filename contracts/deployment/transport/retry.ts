/**
 * Tells answers that put a request off from others. A deployment may refuse with 429 for any cause (all statuses are open):
 * without `Retry-After` the same answer again after some waiting is an answer like any other.
 */
import { durationMs } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import { type Fingerprint, wordsOf } from '../fingerprint.ts';

export interface RateLimitSigns {
  /** The limit by the profile: `null` that there is none, `undefined` that it says nothing. */
  limit: { retryAfter: boolean; per: string } | null | undefined;
  /** The status that the profile names for it. */
  status: number | undefined;
}

interface Answered {
  status: number;
  headers: { readonly [name: string]: string };
  fingerprint: Fingerprint;
  text: string;
}

/** The form of an answer, and its words: a limit and a refusal may have one form. */
export function lookOf({ fingerprint, text }: Pick<Answered, 'fingerprint' | 'text'>): string {
  return `${fingerprint} ${wordsOf({ text })}`;
}

const TOO_MANY = 429;
const UNAVAILABLE = 503;
const FIRST_WAIT = 1_000;
/** Attempts without a word on how long to wait. */
const BLIND_ATTEMPTS = 3;
/** Attempts where waiting was seen to help: others are served meanwhile. */
const PATIENT_ATTEMPTS = 5;

export class RateLimits {
  readonly #signs: RateLimitSigns;
  /** Answers that waiting did not change. */
  readonly #lasting = new Set<string>();
  /** Answers after which, once it had waited, a request was served. */
  readonly #passing = new Set<string>();

  constructor(signs: RateLimitSigns) {
    this.#signs = signs;
  }

  /** Returns whether it is for a limit of requests that an answer of this status puts a request off. */
  isLimit(status: number): boolean {
    return status === TOO_MANY || status === this.#signs.status;
  }

  /** A request that was put off with this answer was served later. */
  passed(look: string): void {
    this.#passing.add(look);
    this.#lasting.delete(look);
  }

  /** Milliseconds to wait before the next attempt; `undefined` for an answer that is a real one. */
  waitAsked(answer: Answered, now: EpochMs, attempt: number): number | undefined {
    const { status, headers } = answer;
    const later = retryAfter(headers['retry-after'], now);
    if (later !== undefined) {
      return [TOO_MANY, UNAVAILABLE, this.#signs.status].includes(status) ? later : undefined;
    }
    const { limit } = this.#signs;
    const look = lookOf(answer);
    if (status !== TOO_MANY || limit === null || limit?.retryAfter || this.#lasting.has(look))
      return undefined;
    const isPassing = this.#passing.has(look);
    const first = Math.max(FIRST_WAIT, durationMs(limit?.per ?? ''));
    // After a whole window a limit is over.
    const attempts = limit ? 1 : isPassing ? PATIENT_ATTEMPTS : BLIND_ATTEMPTS;
    if (attempt < attempts) return first * 2 ** attempt;
    // An answer that may be a limit or a refusal is looked at anew the next time.
    if (!this.#passing.delete(look)) this.#lasting.add(look);
    return undefined;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | undefined, now: EpochMs): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
