/**
 * What is made once and then remembered, by a key; also that it failed, unless the deployment broke off:
 * then the next who asks tries again.
 */
import { breakOffIn } from '../transport/failures.ts';

export class Memo<Key, T> {
  readonly #made = new Map<Key, Promise<T>>();

  once(key: Key, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    made.catch((error: unknown) => {
      if (breakOffIn(error)) this.forget(key, made);
    });
    return made;
  }

  /** The next who asks gets a new one; with `made` only if that is what is remembered. */
  forget(key: Key, made: Promise<T> | undefined = this.#made.get(key)): void {
    if (this.#made.get(key) === made) this.#made.delete(key);
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
