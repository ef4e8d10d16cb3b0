/** Whether a record that was read holds what was sent, up to what stores do to values on the way. */
import { exactJsonText } from '../../../kit/exact-json.ts';
import type { AnyId } from '../../../profile/facts.ts';
import { neverAnswered, recordFacts } from '../../../specification/records/index.ts';
import type { Family } from './family.ts';
import { isOwnPhone } from './phones.ts';

/** Facts as they were sent or read, whatever the resource. */
export type AnyFacts = { readonly [fact: string]: unknown };

/** What the service itself changes with every write. */
const OWN_AFFAIRS: ReadonlySet<string> = new Set(['modifiedAt']);

/** The first fact of `wanted` that `found` does not hold, in words; `undefined` when it holds them all. */
export function difference(family: Family, wanted: AnyFacts, found: AnyFacts): string | undefined {
  const fact = changing(family, wanted, found)[0];
  return fact === undefined
    ? undefined
    : `${fact} ${inWords(found[fact])} instead of ${inWords(wanted[fact])}`;
}

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

/** Facts that two records may well be unable to share, so that one can lose its own to the other. */
const UNSHARED: ReadonlySet<string> = new Set(['email', 'phone']);

/** The plain texts of a record as it was read, as far as the run sent them: what no write of another record touches. */
export function ownTexts(family: Family, sent: AnyFacts, read: AnyFacts, mark: string): AnyFacts {
  const kinds: { readonly [fact: string]: string } = recordFacts[family];
  const own = Object.keys(sent).filter((name) => {
    const value = sent[name];
    if (kinds[name] !== 'text' || typeof value !== 'string' || isEmpty(read[name])) return false;
    return !UNSHARED.has(name) || value.includes(mark) || isOwnPhone(value);
  });
  return Object.fromEntries(own.map((name) => [name, read[name]]));
}

/** Whether a record is not the one that had its id before: the names of the run's own differ from all others. */
export function isAnother(family: Family, { name: before }: AnyFacts, { name }: AnyFacts): boolean {
  return (
    before !== undefined && name !== undefined && difference(family, { name: before }, { name }) !== undefined
  );
}

/** What can be looked at in a record beside its id. */
export function tellingFacts(facts: AnyFacts): string[] {
  return Object.keys(facts).filter(
    (name) => name !== 'id' && !OWN_AFFAIRS.has(name) && !isEmpty(facts[name]),
  );
}

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

/** Whether a text is a number to the end, and no part of one. */
export function isWholePhone(text: unknown): boolean {
  return typeof text === 'string' && /^[\d\s()+./-]+$/.test(text) && digits(text).length >= SHORTEST_PHONE;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** A store may trim a text and write an address in small letters. */
function plain(text: string): string {
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

function inWords(value: unknown): string {
  return isEmpty(value) ? 'empty' : exactJsonText(value);
}
