/** Permutants in numbers that a test can take. */

import { allDraws } from '../permutants/array.ts';
import { compose, type Permutant } from '../permutants/compose.ts';
import { oneIn } from '../sample.ts';

/** All permutants; in `npm test` some. */
export function permutants(): Permutant[] {
  const draws = allDraws();
  return oneIn(12, draws).map(compose);
}
