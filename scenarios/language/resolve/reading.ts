import type { Path } from '../problems.ts';
import type { Names } from './names.ts';

/** The source of an action, a condition or an expectation: its fields in the file, and the names of the story. */
export interface Reading<Value, Fields> {
  /** The value of the field that asks for it. */
  value: Value;
  /** The fields beside it. */
  fields: Fields;
  /** Path of the whole map. */
  path: Path;
  /** Path of `value`. */
  here: Path;
  names: Names;
  /** True if `it` means a device. */
  mayBeIt: boolean;
}
