/** The fields of the answer to a token request (section 2), whatever it is. */

import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { mayBeLimit } from './limited.ts';
import { tokenTimes } from './token.ts';

interface TokenFields {
  success?: unknown;
  token?: unknown;
  expires?: unknown;
  error?: unknown;
}

export function fieldsOf({ json }: Answer): TokenFields {
  return isObject(json) ? json : {};
}

export function isIssued(answer: Answer): boolean {
  const { success, token } = fieldsOf(answer);
  return success !== false && isFilledText(token);
}

/** Without a word on how long to wait, nothing distinguishes "not now" from "no". To be read after "the deployment". */
export function busyBy(
  { profile: { openings } }: { profile: Pick<Profile, 'openings'> },
  { status }: Pick<Answer, 'status'>,
): string | undefined {
  const { refused, incomplete } = openings['token.status'] ?? {};
  if (openings['rate-limit'] === null || status === refused || status === incomplete) return undefined;
  if (mayBeLimit({ openings }, status)) return 'may have had too many requests, and said so';
  return status === 503 ? 'said that it is unavailable' : undefined;
}

export function isObject(json: unknown): json is object {
  return json !== null && typeof json === 'object' && !Array.isArray(json);
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Absent, null and empty all say that there is none. */
export function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Clocks that show when a token was issued, by the time that they show: the answer's, and the token's own. */
export function clocksOf({ date, json }: Pick<Answer, 'date' | 'json'>): EpochMs[] {
  return [date, tokenTimes(json)?.issued?.from].filter((shows) => shows !== undefined);
}
