/** Listeners to something that happens again and again. */
export interface Listeners<Args extends unknown[]> {
  /** Calls back from now on; returns a function that ends this. */
  on(listener: (...args: Args) => void): () => void;
  call(...args: Args): void;
}

export function listeners<Args extends unknown[]>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    on(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    call(...args) {
      for (const listener of all) listener(...args);
    },
  };
}
