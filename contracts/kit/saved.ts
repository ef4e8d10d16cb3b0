/** The forms of times and numbers in saved states, which all parts share. */
import { integer, typed } from './schema.ts';

/** The furthest that an instant may be from 1970 either way, in ms: the range of the platform's dates. */
export const FURTHEST_TIME = 8_640_000_000_000_000;

/** Milliseconds since 1970 UTC, whole. */
export const instant = integer({ minimum: -FURTHEST_TIME, maximum: FURTHEST_TIME });
/** Numbers that go on being counted: above this there would be no room to count on, and still know each. */
const MAX_COUNTED = 2 ** 52;
/** Whole, from 0 on. */
export const count = integer({ minimum: 0, maximum: MAX_COUNTED });
/** Numbers that count from 1 on: ids, sequences. */
export const ordinal = integer({ minimum: 1, maximum: MAX_COUNTED });

/** One of these words, or null. */
export function oneOfOrNull<const Words extends readonly string[]>(...words: Words) {
  return typed<Words[number] | null>({ enum: [...words, null] });
}
