/** Chance from a seed. */

import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, nextState, shareOf, stateFor } from '../../../contracts/kit/random.ts';

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = stateFor(seed, 0);
  }

  /** From 0 up to 1. */
  share(): number {
    this.#state = nextState(this.#state);
    return shareOf(bitsOf(this.#state));
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1));
  }

  one<T>(items: readonly T[]): T {
    return itemAt(items, this.whole(0, items.length - 1));
  }

  /** One of them, each as likely as its weight says. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    const sum = items.reduce((total, [weight]) => total + weight, 0);
    let left = this.share() * sum;
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return itemAt(items, items.length - 1)[1];
  }

  /** Some of them, in their order. */
  some<T>(items: readonly T[], share: number): T[] {
    return items.filter(() => this.share() < share);
  }
}
