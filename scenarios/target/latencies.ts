/** How long answers took, of however many: counted in steps of one percent, so that millions take no room. */

/** The ends of the steps grow by this factor. */
const STEP = 1.01;
/** Shorter than this is all the same, in ms. */
const SHORTEST = 0.01;

export class Latencies {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #max = 0;

  get total(): number {
    return this.#total;
  }

  /** Milliseconds. */
  add(ms: number): void {
    const step = Math.ceil(Math.log(Math.max(ms, SHORTEST) / SHORTEST) / Math.log(STEP));
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
    this.#total++;
    this.#max = Math.max(this.#max, ms);
  }

  get max(): number {
    return this.#max;
  }

  /** At most this long took `share` of all, to one percent; 0 without any. */
  quantile(share: number): number {
    const rank = Math.ceil(share * this.#total);
    let seen = 0;
    for (const [step, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= rank) return Math.min(SHORTEST * STEP ** step, this.#max);
    }
    return 0;
  }
}
