/** The texts that a record may have, as far as what was written and read of it says. */
import { remembering } from '../../kit/remembering.ts';
import type { Texts } from '../event.ts';

/** The values that a fact may have. `any`: the next reading shows it. `unconstrained`: each reading may show another. */
export type Possible = readonly string[] | 'any' | 'unconstrained';

export type PossibleTexts = { readonly [fact: string]: Possible };

/** The ids of what belongs to a record, in one text. */
export const MEMBERS = 'members';

/**
 * Facts that every deployment keeps which has a place for them. Whether it keeps another is open, until it has kept two
 * different values of that, or the same one before.
 */
const TEXTS = ['name', 'description', 'email'] as const;

export function isText(fact: string): boolean {
  return TEXTS.some((text) => text === fact);
}

/** Values of facts that were read as they had been sent, of any record. */
export type Kept = { readonly [fact: string]: readonly string[] };

/** The fewest of them that show that a fact is kept. */
const KEPT = 2;

/** Returns whether a value that is sent must be kept. Of a list each member was kept before: one may be none that the deployment has here. */
function mustKeep(kept: Kept, fact: string, value: string): boolean {
  if (isText(fact)) return true;
  const values = kept[fact] ?? [];
  if (fact !== MEMBERS && fact !== 'notify') return values.length >= KEPT || values.includes(value);
  const known = values.flatMap(membersOf);
  return values.length >= KEPT && membersOf(value).every((member) => known.includes(member));
}

/** The texts after these were sent; what need not be kept may be any. */
export function exactly(texts: Texts, kept: Kept): { [fact: string]: readonly string[] | 'any' } {
  return Object.fromEntries(
    Object.entries(texts).map(([fact, text]) => [
      fact,
      mustKeep(kept, fact, plain(text)) ? [plain(text)] : 'any',
    ]),
  );
}

/** The values that were sent and need not be kept. */
export function wishedOf(texts: Texts, kept: Kept): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([fact, text]) =>
      mustKeep(kept, fact, plain(text)) ? [] : [[fact, plain(text)]],
    ),
  );
}

/** With those of the values that were wished for and are read now. */
export function keptAfter(kept: Kept, wished: Texts, read: Texts): Kept {
  const seen = Object.entries(wished).filter(
    ([fact, value]) =>
      read[fact] !== undefined && plain(read[fact]) === value && !kept[fact]?.includes(value),
  );
  if (seen.length === 0) return kept;
  return {
    ...kept,
    ...Object.fromEntries(seen.map(([fact, value]) => [fact, [...(kept[fact] ?? []), value]])),
  };
}

/** Any of each fact that is known, and of each text. */
export function allOpen(texts: PossibleTexts): { [fact: string]: Possible } {
  const open = (fact: string) => (texts[fact] === 'unconstrained' ? 'unconstrained' : 'any');
  return Object.fromEntries([...TEXTS, ...Object.keys(texts)].map((fact) => [fact, open(fact)]));
}

/** The same, where each reading may show another value. */
export function allUnconstrained(texts: PossibleTexts): PossibleTexts {
  return Object.fromEntries([...TEXTS, ...Object.keys(texts)].map((fact) => [fact, 'unconstrained']));
}

export function join(one: Possible, other: readonly string[]): Possible {
  return typeof one === 'string' ? one : [...new Set([...one, ...other])].sort();
}

/**
 * Gives the texts that stay possible once these were read; `undefined` where one of them was not. What was wished for, and is not
 * read, may be read later on. The same object where nothing is ruled out.
 */
export function narrow(possible: PossibleTexts, read: Texts, wished: Texts = {}): PossibleTexts | undefined {
  let narrowed: { [fact: string]: Possible } | undefined;
  for (const [fact, values] of Object.entries(possible)) {
    const text = read[fact];
    if (text === undefined || values === 'unconstrained') continue;
    if (values !== 'any' && !values.includes(plain(text))) return undefined;
    const wish = wished[fact];
    const isOther = wish !== undefined && wish !== plain(text);
    if (values.length === 1 && !isOther) continue;
    narrowed ??= { ...possible };
    narrowed[fact] = isOther ? [plain(text), wish].sort() : [plain(text)];
  }
  return narrowed ?? possible;
}

/** As they are named in one text. */
export function membersOf(text: string): string[] {
  return text.split(' ').filter((member) => member !== '');
}

/** A store may trim a text, join its spaces, and write an address in small letters. */
export const plain = remembering((text: string) =>
  text.normalize().trim().replace(/\s+/g, ' ').toLowerCase(),
);

export function plainTexts(texts: Texts): { [fact: string]: string } {
  return Object.fromEntries(Object.entries(texts).map(([fact, text]) => [fact, plain(text)]));
}
