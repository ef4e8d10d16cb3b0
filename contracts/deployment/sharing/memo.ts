/**
 * Makes a value once and then remembers it, by a key; also that it failed, unless the deployment broke off:
 * then the next who asks tries again.
 */
import { breakOffIn } from '../transport/failures.ts';

export class Memo<Key, T> {
  readonly #made = new Map<Key, Promise<T>>();
  readonly #failed = new Set<Key>();

  once(key: Key, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    made.catch((error: unknown) => {
      if (breakOffIn(error)) this.forget(key, made);
      else this.#failed.add(key);
    });
    return made;
  }

  /** The next who asks gets a new one; with `made` only if that is what is remembered. */
  forget(key: Key, made: Promise<T> | undefined = this.#made.get(key)): void {
    if (this.#made.get(key) === made) this.#made.delete(key);
  }

  /** A value that failed is made anew when it is asked for again: it may have failed because the run was interrupted. */
  forgetFailures(): void {
    for (const key of this.#failed) this.forget(key);
    this.#failed.clear();
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
