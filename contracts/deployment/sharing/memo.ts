/**
 * Makes a value once and then remembers it, by a key; also that it failed, unless the deployment broke off or the run was
 * interrupted: then the next who asks tries again.
 */
import { mayComeLater } from '../transport/failures.ts';

export class Memo<Key, T> {
  readonly #made = new Map<Key, Promise<T>>();

  once(key: Key, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    made.catch((error: unknown) => {
      if (mayComeLater(error) && this.#made.get(key) === made) this.#made.delete(key);
    });
    return made;
  }

  /** The value that was made under the key, if any was. */
  get(key: Key): Promise<T> | undefined {
    return this.#made.get(key);
  }

  /** All that was made without failing. */
  async all(): Promise<T[]> {
    const settled = await Promise.allSettled(this.#made.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }
}
