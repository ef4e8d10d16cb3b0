/**
 * Answers that put a request off. A deployment may refuse with 429 for any cause (all statuses are open): without `Retry-After` the
 * same answer again after some waiting is an answer like any other, from then on.
 */
import { durationMs } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { wordsOf } from '../fingerprint.ts';

const TOO_MANY = 429;
const UNAVAILABLE = 503;
const FIRST_WAIT = 1_000;
/** Attempts without a word on how long to wait. */
const BLIND_ATTEMPTS = 4;

export function waitsBy({ openings }: Pick<Profile, 'openings'>) {
  const limit = openings['rate-limit'];
  /** Answers without a word on how long to wait, by form and words, that came again after all waiting. */
  const inVain = new Set<string>();
  const lookOf = (answer: Answer) => `${answer.fingerprint} ${wordsOf(answer)}`;
  /** Returns whether it is for a limit of requests that an answer of this status puts a request off. */
  const isLimit = ({ status }: Answer): boolean =>
    status === TOO_MANY || status === openings['errors.status']?.['rate-limited'];
  return {
    isLimit,
    /** Milliseconds to wait before the next attempt; `undefined` for an answer that is a real one. */
    waitAsked(answer: Answer, now: EpochMs, attempt: number): number | undefined {
      const later = retryAfter(answer.headers['retry-after'], now);
      if (later !== undefined) return isLimit(answer) || answer.status === UNAVAILABLE ? later : undefined;
      const isBlind = answer.status === TOO_MANY && limit !== null && !limit?.retryAfter;
      if (!isBlind || inVain.has(lookOf(answer))) return undefined;
      // After a whole window a limit is over.
      if (attempt < (limit ? 1 : BLIND_ATTEMPTS))
        return Math.max(FIRST_WAIT, durationMs(limit?.per ?? '')) * 2 ** attempt;
      inVain.add(lookOf(answer));
      return undefined;
    },
  };
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | undefined, now: EpochMs): number | undefined {
  if (/^\s*\d+\s*$/.test(value ?? '')) return Number(value) * 1000;
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
