/** Items that several users take and give back: first come, first served. */

interface Waiting<T> {
  count: number;
  serve: (items: T[]) => void;
}

export class Pool<T> {
  readonly #idle: T[];
  #room: number;
  readonly #waiting: Waiting<T>[] = [];

  /** @param room how many items users may make beside those that there are */
  constructor(items: readonly T[], room = 0) {
    this.#idle = [...items];
    this.#room = room;
  }

  /** How many items are not taken. */
  get idle(): number {
    return this.#idle.length;
  }

  /**
   * Waits until `count` items are idle or may be made, and gives the idle ones. The user makes the others, for
   * which room is set aside.
   */
  async take(count: number): Promise<T[]> {
    if (this.#waiting.length === 0 && this.#canServe(count)) return this.takeNow(count);
    return new Promise((serve) => this.#waiting.push({ count, serve }));
  }

  /** The same without waiting, however little room there is. */
  takeNow(count: number): T[] {
    const items = this.#idle.splice(0, count);
    this.#room -= count - items.length;
    return items;
  }

  /** Gives items back, made ones included; `unmade` is how many could not be made after all. */
  give(items: readonly T[], unmade = 0): void {
    this.#idle.push(...items);
    this.#room += unmade;
    for (let [next] = this.#waiting; next && this.#canServe(next.count); [next] = this.#waiting) {
      this.#waiting.shift();
      next.serve(this.takeNow(next.count));
    }
  }

  #canServe(count: number): boolean {
    return this.#idle.length + this.#room >= count;
  }
}
