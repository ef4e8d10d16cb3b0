/** Typed arrays that grow: columns of facts, one item for each device or vehicle. */

export type Column =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

const SMALLEST = 16;

/**
 * A column of at least `length`, with the items of the old one and `fill` in the new places. It doubles, so that
 * growing is rare; a column that is long enough is returned as it is.
 *
 * @example grown(new Uint8Array([1, 2]), 3, 0) // 16 items: 1, 2, 0, 0, …
 */
export function grown<C extends Column>(column: C, length: number, fill: number): C {
  if (column.length >= length) return column;
  const larger = new (column.constructor as new (length: number) => C)(
    Math.max(length, column.length * 2, SMALLEST),
  );
  if (fill !== 0) larger.fill(fill, column.length);
  larger.set(column);
  return larger;
}
