/** Permutants in numbers that a test can take. */

import { allDraws } from '../permutants/array.ts';
import { compose, type Permutant } from '../permutants/compose.ts';
import { oneIn } from '../sample.ts';

/** One permutant in eight in the whole mode, in `npm test` one in twelve. */
export function permutants(): Permutant[] {
  const draws = allDraws();
  return oneIn(12, draws, { whole: 8 }).map(compose);
}
