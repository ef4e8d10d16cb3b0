/** Typed arrays that grow. */

export type Column = Uint8Array | Int32Array | Uint32Array | Float64Array;

/** A column of at least `length`, with what stood in the old one; doubles, so that growing is rare. */
export function grown<C extends Column>(column: C, length: number, fill: number): C {
  if (column.length >= length) return column;
  const larger = new (column.constructor as new (length: number) => C)(
    Math.max(length, column.length * 2, 16),
  );
  if (fill !== 0) larger.fill(fill, column.length);
  larger.set(column);
  return larger;
}
