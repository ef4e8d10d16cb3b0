/**
 * Made-up facts, from a seed. No other file knows the faker library. Its words are many times as much code as the simulator:
 * only those that are used here are bundled (`.build/generate.mjs`).
 */
import { Faker } from '@faker-js/faker';
import { words } from './words.generated.ts';

let shared: Faker | undefined;

/** The library, set so that its next answers follow from these numbers alone: those of its modules that have words. */
export function fakerOf(...seed: number[]): Pick<Faker, keyof typeof words> {
  shared ??= new Faker({ locale: words });
  shared.seed(seed);
  return shared;
}

/** Numbers that keep different things apart that are drawn from the same seed. */
export const draws = { vehicles: 1, group: 2, user: 3, plate: 4, imei: 5, phone: 6 } as const;

/** A number of the North American range that is reserved for fiction: 555-0100 to 555-0199. */
export function fictionalPhone(bits: number): string {
  const area = 201 + (bits % 789);
  const line = 100 + (Math.floor(bits / 789) % 100);
  return `+1${area}5550${line}`;
}
