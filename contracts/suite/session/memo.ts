/** What is made once and then remembered, by a key; also that it failed. */
export class Memo<Key, T> {
  readonly #made = new Map<Key, Promise<T>>();

  once(key: Key, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    return made;
  }

  /** What was made under the key, if anything was. */
  get(key: Key): Promise<T> | undefined {
    return this.#made.get(key);
  }

  /** All that was made without failing. */
  async all(): Promise<T[]> {
    const settled = await Promise.allSettled(this.#made.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }
}
