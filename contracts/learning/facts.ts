/** The places of facts in records: by its name, the kind of its values, and what else is known of them. */
import { namesOf } from '../kit/tables.ts';
import type { FactKind } from '../specification/records/kinds.ts';
import { areOfKind, factChecks } from './forms.ts';
import { leavesOf, plainName } from './leaves.ts';

/** A place of records, with the values that it had. */
export interface Place {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** In how many of how many records it was. */
  readonly seen: number;
  readonly of: number;
}

/** The places of facts. */
export interface Facts {
  readonly [fact: string]: Place;
}

/** The places of records of one resource, as they came. */
export function placesOf(records: readonly unknown[]): Place[] {
  const places = new Map<string, { names: readonly string[]; values: unknown[] }>();
  for (const { pointer, names, value } of records.flatMap(leavesOf)) {
    const place = places.get(pointer) ?? { names, values: [] };
    places.set(pointer, place);
    place.values.push(value);
  }
  const of = records.length;
  return [...places].map(([pointer, place]) => ({ pointer, ...place, seen: place.values.length, of }));
}

interface Asked {
  readonly kinds: { readonly [fact: string]: FactKind };
  readonly names: { readonly [fact: string]: readonly string[] | undefined };
  /** Checks of the values of a fact, such as that they are ids that exist. */
  readonly checks?: { readonly [fact: string]: (values: readonly unknown[]) => boolean };
}

/** Each fact with the place that has a usual name for it, and values that it can have. */
export function factsIn(places: readonly Place[], { kinds, names, checks = {} }: Asked): Facts {
  return assigned(namesOf(kinds), places, (fact, place) => {
    const last = plainName(place.names.at(-1) ?? '');
    const telling = place.values.filter(isTelling);
    // If all are empty, only our own name for it is enough.
    const isIt =
      telling.length === 0
        ? last === fact.toLowerCase()
        : telling.flat().every(factChecks[fact] ?? (() => true)) && (checks[fact]?.(telling) ?? true);
    return isIt && areOfKind(kinds[fact] ?? 'text', place.values)
      ? rankOf(place, names[fact] ?? [])
      : undefined;
  });
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/**
 * Each fact with the one place that fits it best; a fact that fits two equally well has none, and so has a place that fits two.
 *
 * @param rank the lower, the better it fits; `undefined`: not at all
 */
export function assigned<F extends string, P>(
  facts: readonly F[],
  places: readonly P[],
  rank: (fact: F, place: P) => number | undefined,
): { [fact: string]: P } {
  const best = facts.flatMap((fact) => {
    const found = firstByRank(places, (place) => rank(fact, place));
    return found ? [{ fact, ...found }] : [];
  });
  const isTaken = (one: (typeof best)[number]) =>
    best.some((other) => other.fact !== one.fact && other.place === one.place && other.rank <= one.rank);
  return Object.fromEntries(best.filter((one) => !isTaken(one)).map(({ fact, place }) => [fact, place]));
}

/** Returns the one with the lowest rank; `undefined` where several have it, or none has any. */
export function firstByRank<P>(
  places: readonly P[],
  rank: (place: P) => number | undefined,
): { readonly place: P; readonly rank: number } | undefined {
  const ranked = places.flatMap((place) => {
    const own = rank(place);
    return own === undefined ? [] : [{ place, rank: own }];
  });
  const min = Math.min(...ranked.map((one) => one.rank));
  const first = ranked.filter((one) => one.rank === min);
  return first.length === 1 ? first[0] : undefined;
}

/** How usual a name is for a fact, that of its object taken with it; `undefined` where it is not usual at all. */
export function rankOf({ names }: Pick<Place, 'names'>, usual: readonly string[]): number | undefined {
  const [last = '', above = ''] = names.toReversed().map(plainName);
  const ranks = [usual.indexOf(last), usual.indexOf(above + last)].filter((rank) => rank >= 0);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
