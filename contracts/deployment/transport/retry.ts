/**
 * Tells answers that put a request off, or say that the deployment could not answer, from others. A deployment may refuse with 429
 * for any cause (all statuses are open): without `Retry-After` the same answer again after some waiting is an answer like any other.
 */
import { durationMs } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { wordsOf } from '../fingerprint.ts';

const TOO_MANY = 429;
const NOT_IMPLEMENTED = 501;
const UNAVAILABLE = 503;
const FIRST_WAIT = 1_000;
/** Attempts without a word on how long to wait. */
const BLIND_ATTEMPTS = 4;

/** Bad gateway, unavailable, gateway timeout (RFC 9110, 15.6). */
export const gatewayFailures: ReadonlySet<number> = new Set([502, UNAVAILABLE, 504]);

/**
 * All statuses are open in the document, so what the profile pins for a refusal is an answer like any other; other server errors
 * are none. `documented`: an operation as it is described. Beside those, 501 is a lawful word for "not offered".
 */
export function serverErrorsBy({
  openings,
}: Pick<Profile, 'openings'>): (status: number, asked: { documented?: boolean | undefined }) => boolean {
  const { failed: _, ...refusals } = openings['errors.status'] ?? {};
  const pinned = new Set<unknown>([
    openings['auth.refusal']?.status,
    openings['token.status']?.refused,
    openings['token.status']?.incomplete,
    openings['token.malformed']?.notJson,
    openings['token.malformed']?.contentType,
    ...Object.values(refusals),
    ...Object.values(openings['operations.status'] ?? {}),
  ]);
  return (status, { documented = false }) =>
    status >= 500 && !pinned.has(status) && (documented || status !== NOT_IMPLEMENTED);
}

type Answered = Pick<Answer, 'status' | 'headers' | 'fingerprint' | 'text'>;

export class RateLimits {
  readonly #limit: Profile['openings']['rate-limit'];
  /** The status that the profile names for a limit of requests. */
  readonly #status: number | undefined;
  /** Answers without a word on how long to wait, by their look: whether waiting helped the last time. */
  readonly #helped = new Map<string, boolean>();

  constructor({ openings }: Pick<Profile, 'openings'>) {
    this.#limit = openings['rate-limit'];
    this.#status = openings['errors.status']?.['rate-limited'];
  }

  /** Returns whether it is for a limit of requests that an answer of this status puts a request off. */
  isLimit(status: number): boolean {
    return status === TOO_MANY || status === this.#status;
  }

  /** Notes that a request was answered otherwise once it had waited; gives whether it was. */
  passed(putOff: Answered, answer: Answered): boolean {
    const look = lookOf(putOff);
    if (look === lookOf(answer)) return false;
    this.#helped.set(look, true);
    return true;
  }

  /** Milliseconds to wait before the next attempt; `undefined` for an answer that is a real one. */
  waitAsked(answer: Answered, now: EpochMs, attempt: number): number | undefined {
    const { status, headers } = answer;
    const later = retryAfter(headers['retry-after'], now);
    if (later !== undefined) return this.isLimit(status) || status === UNAVAILABLE ? later : undefined;
    const limit = this.#limit;
    const look = lookOf(answer);
    if (status !== TOO_MANY || limit === null || limit?.retryAfter || this.#helped.get(look) === false)
      return undefined;
    // After a whole window a limit is over.
    if (attempt < (limit ? 1 : BLIND_ATTEMPTS))
      return Math.max(FIRST_WAIT, durationMs(limit?.per ?? '')) * 2 ** attempt;
    // An answer that waiting has helped against is looked at anew the next time.
    if (!this.#helped.delete(look)) this.#helped.set(look, false);
    return undefined;
  }
}

/** The form of an answer, and its words: a limit and a refusal may have one form. */
function lookOf({ fingerprint, text }: Answered): string {
  return `${fingerprint} ${wordsOf({ text })}`;
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | undefined, now: EpochMs): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
