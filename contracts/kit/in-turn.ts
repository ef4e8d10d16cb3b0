/** The last work that was begun for each key. */
const last = new WeakMap<object, Promise<unknown>>();

/**
 * Work for one key, one after the other, in the order in which it was asked for. Work that fails does not keep the next from
 * beginning.
 *
 * @example
 * await Promise.all([inTurn(terminal, askFirst), inTurn(terminal, askSecond)]);
 */
export function inTurn<T>(key: object, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
  last.set(key, mine);
  return mine;
}
