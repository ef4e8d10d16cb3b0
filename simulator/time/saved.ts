/** The error that says what is wrong with a saved state, and where in it. */
import { fromBase64 } from '../../contracts/kit/base64.ts';

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
