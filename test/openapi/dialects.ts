/** Permutants in numbers that a test can take. */

import { thinned } from '../matrix/sample.ts';
import { allDraws } from '../permutants/array.ts';
import { compose, type Permutant } from '../permutants/compose.ts';
import { WHOLE } from '../sample.ts';

/** All permutants; in `npm test` some. */
export function permutants(): Permutant[] {
  const draws = allDraws();
  return (WHOLE ? draws : thinned(draws)).map(compose);
}
