/** Where the sources step around the compiler is counted, and does not become more. */
import { describe, expect, it } from 'vitest';
import { countsOf, parts, placesIn } from '../../.build/casts.mjs';

/** What there may be at most, by part. Lower a number when you can; raising one needs a reason in the commit. */
const most: { readonly [part: string]: { casts: number; predicates: number } } = {
  contracts: { casts: 179, predicates: 14 },
  simulator: { casts: 92, predicates: 2 },
  scenarios: { casts: 85, predicates: 7 },
  cli: { casts: 46, predicates: 3 },
};

describe.each(parts)('in %s', (part) => {
  const counts = countsOf(placesIn(part));

  it('there are no more type assertions and unchecked type predicates than were agreed on', () => {
    expect(counts.casts).toBeLessThanOrEqual(most[part]?.casts ?? 0);
    expect(counts.predicates).toBeLessThanOrEqual(most[part]?.predicates ?? 0);
  });

  it('there is no `any`, no `!` and no `@ts-` comment', () => {
    expect(counts).toMatchObject({ any: 0, 'non-null': 0, comments: 0 });
  });
});
