/** The texts that a record may have, as far as what was written and read of it says. */
import { remembering } from '../../kit/remembering.ts';
import { mapTable } from '../../kit/tables.ts';
import { type Event, effectOf, type Family, singleEvents, type Texts } from '../event.ts';

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

/** As they are named in one text. */
export function membersOf(text: string): string[] {
  return text.split(' ').filter((member) => member !== '');
}

/** A store may trim a text, join its spaces, and write an address in small letters. */
export const plain = remembering((text: string) =>
  text.normalize().trim().replace(/\s+/g, ' ').toLowerCase(),
);

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

/** The texts after some were sent: those that must be kept, any in place of others, and the others as they were wished for. */
export function sentAs(sent: Texts, kept: Kept): { exact: PossibleTexts; wished: Texts } {
  const texts = mapTable(sent, (text) => plain(text));
  const wished = Object.entries(texts).filter(([fact, text]) => !mustKeep(kept, fact, text));
  const open = Object.fromEntries(wished);
  return { exact: mapTable(texts, (text, fact) => (fact in open ? 'any' : [text])), wished: open };
}

/** With those of the values that were wished for and are read now. */
export function keptAfter(kept: Kept, wished: Texts, read: Texts): Kept {
  const seen = Object.entries(wished).filter(
    ([fact, value]) =>
      read[fact] !== undefined && plain(read[fact]) === value && !kept[fact]?.includes(value),
  );
  if (seen.length === 0) return kept;
  const more = seen.map(([fact, value]) => [fact, [...(kept[fact] ?? []), value]]);
  return { ...kept, ...Object.fromEntries(more) };
}

/** Facts that a deployment was seen to keep, by family. */
export type KeptFacts = { readonly [F in Family]?: Kept };

/** The same whenever in a history that was seen: what it keeps by one write it keeps by each. */
export function keptIn(events: readonly Event[]): KeptFacts {
  const kept: { [F in Family]?: Kept } = {};
  const sent = new Map<string, Texts>();
  for (const event of singleEvents(events).map(effectOf)) {
    if (!('family' in event) || !('record' in event) || event.kind === 'deleted') continue;
    const { kind, family, record, texts } = event;
    const key = `${family} ${record}`;
    const before = sent.get(key) ?? {};
    if (kind === 'read') kept[family] = keptAfter(kept[family] ?? {}, event.found ? before : {}, texts);
    else sent.set(key, { ...(kind === 'updated' && before), ...mapTable(texts, (text) => plain(text)) });
  }
  return kept;
}

/** Each fact that is known, and each text, as any; or where each reading may show another value, as unconstrained. */
export function allOpen(texts: PossibleTexts, as: 'any' | 'unconstrained' = 'any'): PossibleTexts {
  const open = (fact: string) => (texts[fact] === 'unconstrained' ? 'unconstrained' : as);
  return Object.fromEntries([...TEXTS, ...Object.keys(texts)].map((fact) => [fact, open(fact)]));
}

export function join(one: Possible, other: Possible): Possible {
  if (typeof other === 'string') return other;
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
