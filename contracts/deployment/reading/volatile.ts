/** Fields of replies that the profile says change on each call (`records.volatile`). */
import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { isDeepEqual, type Json } from '../../kit/json.ts';
import { follow, parsePointer, place } from '../../profile/pointer.ts';
import type { Profile } from '../../profile/profile.ts';

/** Returns whether a reply is what is expected, beside the fields that change on each call. */
export function isAsExpected({ openings }: Profile, expected: Json, found: unknown): boolean {
  const places = openings['records.volatile'] ?? [];
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return isDeepEqual(found, expected);
  const whole = structuredClone(expected);
  for (const tokens of places.map(parsePointer)) {
    const value = follow(found, tokens);
    if (value !== undefined && tokens.length > 0) place(whole, tokens, parseExactJson(exactJsonText(value)));
  }
  return isDeepEqual(found, whole);
}
