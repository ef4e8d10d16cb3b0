/** Services that look for a token only where a call is written as in the document, and serve other spellings too. */
import { guardedOperations, listedBy } from '../../contracts/specification/operations.ts';
import type { Affected, Deviation } from '../../simulator/deviations/deviation.ts';
import { serving, spellings, straighten, withoutQuery } from '../../simulator/deviations/spellings.ts';

/** One spelling each, and the query of a list; which of them a run tries is drawn. */
export const eachSpelling: readonly Deviation[] = [
  ...spellings.map(
    (spelling): Deviation => ({
      does: `serves without a token by ${spelling}`,
      everywhere: true,
      thorough: true,
      around: serving(straighten[spelling]),
    }),
  ),
  {
    does: 'serves lists without a token where there is a query',
    everywhere: true,
    thorough: true,
    breaks: guardedOperations
      .filter(({ id }) => id in listedBy)
      .map(({ id }): Affected => `auth/no-way-round/${id}`),
    also: ['auth/no-way-round'],
    around: serving((call) => withoutQuery(call)),
  },
];
