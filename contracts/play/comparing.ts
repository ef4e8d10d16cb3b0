/** Tells whether a record that was read holds what was sent, up to what stores do to values on the way. */
import { exactJsonText } from '../kit/exact-json.ts';
import type { AnyId } from '../profile/facts.ts';
import { neverAnswered, recordFacts } from '../specification/records/index.ts';
import type { Family } from './family.ts';

/** Facts as they were sent or read, whatever the resource. */
export type AnyFacts = { readonly [fact: string]: unknown };

/** Facts that the service itself changes with every write. */
const OWN_AFFAIRS: ReadonlySet<string> = new Set(['modifiedAt']);

/** The facts of `wanted` that `found` does not hold. */
export function changing(family: Family, wanted: AnyFacts, found: AnyFacts): string[] {
  return Object.keys(wanted).filter(
    (name) =>
      !neverAnswered.has(name) && !OWN_AFFAIRS.has(name) && !isSame(family, name, wanted[name], found[name]),
  );
}

/** Facts without some of them. */
export function without(facts: AnyFacts, names: ReadonlySet<string>): AnyFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.has(name)));
}

/** Fewer digits than any number has that is distinguished from others. */
const SHORTEST_PHONE = 7;

function isSame(family: Family, fact: string, wanted: unknown, found: unknown): boolean {
  if (isEmpty(wanted) || isEmpty(found)) return isEmpty(wanted) && isEmpty(found);
  const kinds: { readonly [fact: string]: string } = recordFacts[family];
  if (kinds[fact] === 'time') return Math.abs(Number(wanted) - Number(found)) < 1000;
  if (Array.isArray(wanted)) return Array.isArray(found) && asSet(wanted) === asSet(found);
  if (kinds[fact]?.startsWith('id')) return String(wanted) === String(found as AnyId);
  if (typeof wanted !== 'string' || typeof found !== 'string') return wanted === found;
  return fact === 'phone' ? isSamePhone(digits(wanted), digits(found)) : plain(wanted) === plain(found);
}

/** Some deployments leave out what is empty, others write it down. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

function asSet(values: readonly unknown[]): string {
  return exactJsonText([...new Set(values.map(String))].sort());
}

/** With the code of the country or without it. */
function isSamePhone(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length < SHORTEST_PHONE ? short === long : long.endsWith(short.replace(/^0+/, ''));
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** A store may trim a text and write an address in small letters. */
function plain(text: string): string {
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}
