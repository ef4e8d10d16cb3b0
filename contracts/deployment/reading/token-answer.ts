/** Reads the answer to a token request: a token (section 2), "not now", or none. */

import { fieldsOf } from '../../kit/fields.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { mayBeLimit } from './limited.ts';

export function isIssued({ json }: Pick<Answer, 'json'>): boolean {
  const { success, token } = fieldsOf(json);
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

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
