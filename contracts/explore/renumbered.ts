/** Some exchanges of a run as a record of their own, under numbers of that. */
import type { Exchange } from '../verify/run.ts';

/** @returns places: the new numbers by the old ones */
export function renumbered(
  some: readonly Exchange[],
  first = 0,
): { exchanges: Exchange[]; places: ReadonlyMap<number, number> } {
  const places = new Map(some.map(({ index }, place) => [index, first + place]));
  const exchanges = some.map(({ issuedBy: before, ...exchange }, place) => {
    const issuedBy = before === undefined ? undefined : places.get(before);
    return { ...exchange, index: first + place, ...(issuedBy !== undefined && { issuedBy }) };
  });
  return { exchanges, places };
}
