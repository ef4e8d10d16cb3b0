/** Items of lists: one that must be there, and groups of them. */

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

/**
 * Items by what they have in common, each group and the items of each in their order.
 *
 * @example groupedBy(['at', 'by', 'ate'], (word) => word[0]) // Map { 'a' => ['at', 'ate'], 'b' => ['by'] }
 */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
