/**
 * The saved states of all parts share this: the forms of times and numbers in them, and the error that
 * says what is wrong with one.
 */
import { fromBase64 } from './base64.ts';
import { integer, typed } from './schema.ts';

/** The furthest that an instant may be from 1970 either way, in ms: the range of the platform's dates. */
export const FURTHEST_TIME = 8_640_000_000_000_000;

/** Milliseconds since 1970 UTC, whole. */
export const instant = integer({ minimum: -FURTHEST_TIME, maximum: FURTHEST_TIME });
/** Numbers that go on being counted: above this there would be no room to count on, and still know each. */
const MOST_COUNTED = 2 ** 52;
/** Whole, from 0 on. */
export const count = integer({ minimum: 0, maximum: MOST_COUNTED });
/** Numbers that count from 1 on: ids, sequences. */
export const ordinal = integer({ minimum: 1, maximum: MOST_COUNTED });

/** One of these words, or null. */
export function oneOfOrNull<const Words extends readonly string[]>(...words: Words) {
  return typed<Words[number] | null>({ enum: [...words, null] });
}

/** A saved state that cannot be gone on from: where in it, and why. */
export class StateError extends Error {
  override readonly name = 'StateError';
  /** A JSON Pointer into the state. */
  readonly pointer: string;
  readonly problem: string;

  constructor(pointer: string, problem: string) {
    super(`${pointer === '' ? 'The saved state' : pointer} ${problem}.`);
    this.pointer = pointer;
    this.problem = problem;
  }
}

/** Throws a StateError unless something holds of a place in a state. `problem` is what is wrong otherwise. */
export function mustHold(holds: boolean, pointer: string, problem: string): asserts holds {
  if (!holds) throw new StateError(pointer, problem);
}

/** The bytes that a state holds as base64, which are so many. Throws a StateError for the place otherwise. */
export function savedBytes(text: string, length: number, pointer: string): ArrayBuffer {
  const bytes = fromBase64(text, length);
  mustHold(bytes !== undefined, pointer, `must be ${length} bytes as base64`);
  return bytes;
}

/** Reads a part of a state; a StateError gets the place of the part. */
export function within<T>(place: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof StateError) throw new StateError(place + error.pointer, error.problem);
    throw error;
  }
}
