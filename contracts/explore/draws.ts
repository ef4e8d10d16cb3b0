/** One stream of numbers: the same seed and stream give the same. */
import { itemAt } from '../kit/items.ts';
import { mix } from '../kit/random.ts';

export class Draws {
  readonly #seed: number;
  readonly #stream: number;
  #count = 0;

  constructor(seed: number, stream: number) {
    this.#seed = seed;
    this.#stream = stream;
  }

  below(limit: number): number {
    return mix(this.#seed, this.#stream, this.#count++) % limit;
  }

  of<T>(values: readonly T[]): T {
    return itemAt(values, this.below(values.length));
  }

  /** True every other time. */
  coin(): boolean {
    return this.below(2) === 0;
  }
}
