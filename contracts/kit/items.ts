/** Items of lists that must be there. */

/**
 * The item at a place where there must be one.
 *
 * @throws RangeError where there is none: a fault of ours, never of input
 * @example itemAt(['a', 'b'], 1) // 'b'
 */
export function itemAt<T>(list: ArrayLike<T | undefined>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`A list of ${list.length} has no item ${index}.`);
  return item;
}
