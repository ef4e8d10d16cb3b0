/** Whether an answer says "too many requests, come back later", and how much later. */
import type { EpochMs } from '../../profile/core.ts';

export interface RateLimitSigns {
  /** The status that the profile names for it, beside those that HTTP has. */
  status: number | undefined;
  now: EpochMs;
}

const TOO_MANY = 429;
const UNAVAILABLE = 503;
const FIRST_WAIT = 1_000;

/** Milliseconds to wait before the next attempt; `undefined` for an answer that is a real one. */
export function waitAsked(
  answer: { status: number; headers: { readonly [name: string]: string } },
  signs: RateLimitSigns,
  attempt: number,
): number | undefined {
  const later = retryAfter(answer.headers['retry-after'], signs.now);
  const tellsWhen = later !== undefined && (answer.status === UNAVAILABLE || answer.status === signs.status);
  if (answer.status !== TOO_MANY && !tellsWhen) return undefined;
  return later ?? FIRST_WAIT * 2 ** attempt;
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | undefined, now: EpochMs): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
