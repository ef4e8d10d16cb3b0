/**
 * The draws of a run by its seed: values, and the order of steps. A draw depends on the seed and its key alone, so that
 * a rule draws the same whether it is judged alone or with others.
 */
import { itemAt } from '../../kit/items.ts';
import { hashOf, mix } from '../../kit/random.ts';

/** Seeds lie below this. */
const SEEDS = 100_000_000;

export type Chance = ReturnType<typeof chanceOf>;

export function chanceOf(seed: number) {
  const number = (key: string, below: number): number => mix(seed, hashOf(key), 0) % below;
  return {
    seed,
    /** A whole number from 0 to `below` - 1. */
    number,
    /** One of the values, of which there is at least one. */
    pick: <T>(key: string, values: readonly T[]): T => itemAt(values, number(key, values.length)),
    /** All values, in an order that is drawn. */
    shuffled<T>(key: string, values: readonly T[]): T[] {
      const keyed = values.map((value, index) => ({ value, place: mix(seed, hashOf(key), index + 1) }));
      return keyed.sort((one, other) => one.place - other.place).map(({ value }) => value);
    },
  };
}

/** The seed of a run that was given none: each run has a nonce of its own. */
export function seedOf(nonce: string): number {
  return mix(hashOf(nonce), 0, 0) % SEEDS;
}
