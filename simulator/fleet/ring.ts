/** The newest things of a kind, in order, never more than a bound. */
export class Ring<T> {
  readonly #size: number;
  #items: T[] = [];
  /** Index of the oldest once the ring is full. */
  #start = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get length(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#items.length < this.#size) {
      this.#items.push(item);
    } else if (this.#size > 0) {
      this.#items[this.#start] = item;
      this.#start = (this.#start + 1) % this.#size;
    }
  }

  /** The thing at a place, 0 being the oldest. */
  at(index: number): T | undefined {
    const { length } = this.#items;
    return index < 0 || index >= length ? undefined : this.#items[(this.#start + index) % length];
  }

  /** Oldest first. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.#items.length; index++) {
      const item = this.at(index);
      if (item !== undefined) yield item;
    }
  }

  /** Newest first. */
  *newest(): IterableIterator<T> {
    for (let index = this.#items.length - 1; index >= 0; index--) {
      const item = this.at(index);
      if (item !== undefined) yield item;
    }
  }

  replaceAll(items: readonly T[]): void {
    this.#items = this.#size === 0 ? [] : items.slice(-this.#size);
    this.#start = 0;
  }
}
