/**
 * Makes a value once and then remembers it, by a key; also that it failed, unless the deployment broke off:
 * then the next who asks tries again.
 */
import { breakOffIn } from '../transport/failures.ts';

export class Memo<Key, T> {
  readonly #made = new Map<Key, Promise<T>>();

  once(key: Key, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    made.catch((error: unknown) => breakOffIn(error) && this.#forget(key, made));
    return made;
  }

  /** A value that failed is made anew when it is asked for again: it may have failed because the run was interrupted. */
  forgetFailures(): void {
    for (const [key, made] of this.#made) made.catch(() => this.#forget(key, made));
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

  #forget(key: Key, made: Promise<T>): void {
    if (this.#made.get(key) === made) this.#made.delete(key);
  }
}
