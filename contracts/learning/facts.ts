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
  for (const record of records) {
    for (const { pointer, names, value } of leavesOf(record)) {
      const place = places.get(pointer) ?? { names, values: [] };
      places.set(pointer, place);
      place.values.push(value);
    }
  }
  const of = records.length;
  return [...places].map(([pointer, { names, values }]) => ({
    pointer,
    names,
    values,
    seen: values.length,
    of,
  }));
}

interface Asked {
  readonly kinds: { readonly [fact: string]: FactKind };
  readonly names: { readonly [fact: string]: readonly string[] | undefined };
  /** Checks of the values of a fact, such as that they are ids that exist. */
  readonly checks?: { readonly [fact: string]: (values: readonly unknown[]) => boolean };
}

/** Each fact with the place that has a usual name for it, and values that it can have. */
export function factsIn(
  places: readonly Place[],
  { kinds, names, checks = {} }: Asked,
): { [fact: string]: Place } {
  return assigned(namesOf(kinds), places, (fact, place) =>
    fits(fact, kinds[fact] ?? 'text', place, checks[fact]) ? rankOf(place, names[fact] ?? []) : undefined,
  );
}

/**
 * Each fact with the one place that fits it best; a fact that fits two equally well has none, and so has a place that fits two.
 *
 * @param rank the lower, the better it fits; `undefined`: not at all
 */
export function assigned<P>(
  facts: readonly string[],
  places: readonly P[],
  rank: (fact: string, place: P) => number | undefined,
): { [fact: string]: P } {
  const best = facts.flatMap((fact) => {
    const fitting = places.map((place) => ({ fact, place, rank: rank(fact, place) ?? Number.NaN }));
    return firstByRank(fitting.filter((one) => !Number.isNaN(one.rank))) ?? [];
  });
  const isTaken = (one: (typeof best)[number]) =>
    best.some((other) => other.fact !== one.fact && other.place === one.place && other.rank <= one.rank);
  return Object.fromEntries(best.filter((one) => !isTaken(one)).map(({ fact, place }) => [fact, place]));
}

/** Returns the one with the lowest rank; `undefined` where several have it. */
export function firstByRank<T extends { readonly rank: number }>(ranked: readonly T[]): T | undefined {
  const least = Math.min(...ranked.map(({ rank }) => rank));
  const first = ranked.filter(({ rank }) => rank === least);
  return first.length === 1 ? first[0] : undefined;
}

/** How usual a name is for a fact, that of its object taken with it; `undefined` where it is not usual at all. */
export function rankOf({ names }: Pick<Place, 'names'>, usual: readonly string[]): number | undefined {
  const [last = '', above = ''] = names.toReversed().map(plainName);
  const ranks = [usual.indexOf(last), usual.indexOf(above + last)].filter((rank) => rank >= 0);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

function fits(
  fact: string,
  kind: FactKind,
  { names, values }: Place,
  check: ((values: readonly unknown[]) => boolean) | undefined,
): boolean {
  if (!areOfKind(kind, values)) return false;
  const telling = values.filter(isTelling);
  // Where all are empty nothing but our own name for it is enough.
  if (telling.length === 0) return plainName(names.at(-1) ?? '') === fact.toLowerCase();
  const ownCheck = factChecks[fact];
  return (ownCheck?.(telling) ?? true) && (check?.(telling) ?? true);
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
