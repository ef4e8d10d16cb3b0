/**
 * The few other answers that a fact could have had: a message more or fewer, found or not, a text as it was before or that
 * of another record, a count that is one off. A rule is at stake where only its violation would explain one of them.
 */
import { DAY } from '../kit/durations.ts';
import {
  type Entry,
  type Event,
  effectOf,
  type Family,
  type Served,
  type Settings,
  type SingleEvent,
  type Texts,
  type TokenForm,
} from './event.ts';

/** Events that are judged by what is read later. */
type OfWrites = 'created' | 'replaced' | 'updated' | 'deleted' | 'located' | 'alerts';
type OfState = 'device' | 'set' | 'allotted' | 'waited' | 'access';

/** The facts before, so far as other answers are made of them. */
export interface Past {
  /** The last texts of each record, and those before, by family and id; deleted records too. */
  readonly records: ReadonlyMap<string, readonly Entry[]>;
  readonly places: ReadonlySet<string>;
}

export const NO_PAST: Past = { records: new Map(), places: new Set() };

export function pastAfter(past: Past, seen: Event): Past {
  if (seen.kind === 'burst') return seen.calls.reduce(pastAfter, past);
  const event = effectOf(seen);
  if (event.kind === 'located') return { ...past, places: new Set([...past.places, event.place]) };
  if (event.kind !== 'created' && event.kind !== 'replaced' && event.kind !== 'updated') return past;
  const key = keyOf(event);
  const known = past.records.get(key) ?? [];
  const texts = { ...known.at(-1)?.texts, ...event.texts };
  const records = new Map([...past.records, [key, [...known, { id: event.record, texts }]]] as const);
  return { ...past, records };
}

function keyOf({ family, record }: { family: Family; record: string }): string {
  return `${family} ${record}`;
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** The other answers to a fact. Those that change nothing are left to the judge, which explains them. */
export function alternatives(fact: Event, past: Past): readonly Event[] {
  switch (fact.kind) {
    case 'read':
      return readOtherwise(fact, past);
    case 'listed':
      return listedOtherwise(fact, past);
    case 'sent':
      return sentOtherwise(fact);
    case 'settings':
      return otherSettings(fact.read).map((read) => ({ ...fact, read }));
    case 'activated':
      return [{ ...fact, activated: !fact.activated, ...(fact.activated && { insisted: true }) }];
    case 'licences':
      return countedOtherwise(fact);
    case 'last':
      return [...past.places, undefined, ...(fact.place === undefined ? [] : [OFF_EARTH])]
        .filter((place) => place !== fact.place)
        .map((place) => ({ ...fact, place }));
    case 'visited':
      return [{ ...fact, found: !fact.found }];
    case 'alerted':
      return [{ ...fact, taken: fact.taken === 'refused' ? 'taken' : 'refused' }];
    case 'devices':
      // A part of it says nothing.
      if (!fact.complete) return [];
      return fact.listed.flatMap((device) => [
        { ...fact, listed: fact.listed.filter((other) => other !== device) },
        { ...fact, repeated: [device] },
      ]);
    case 'strange':
      return [{ ...fact, asKnown: !fact.asKnown }];
    case 'choices':
      return [{ ...fact, count: 0 }];
    case 'issued':
      return [
        answeredOtherwise(fact),
        ...(fact.issued ? [{ ...answeredOtherwise(fact), absent: true }] : []),
        ...formedOtherwise(fact),
      ];
    case 'called':
      return servedOtherwise(fact);
    case 'burst':
      return burstOtherwise(fact);
    // Judges go by what is read later, not by the answer itself; and without an alert that is shown it is not known whether
    // any would be.
    default:
      fact.kind satisfies OfWrites | OfState;
      return [];
  }
}

/** A place where nothing is. */
const OFF_EARTH = '91.000, 0.000';

const answers = ['yes', 'no', 'absent'] as const satisfies readonly Served[];

/** Refused where a token was issued, and issued where it was not: of its form nothing is said. */
function answeredOtherwise({ form: _, ...fact }: Of<'issued'>): Of<'issued'> {
  return { ...fact, issued: !fact.issued };
}

/** An answer that does not say whether it was served may be that to one that was. */
function servedOtherwise(fact: Of<'called'>): Event[] {
  const { served, hidden } = fact;
  if (served === 'unclear') return [];
  const others = answers.filter(
    (other) =>
      other !== served && !(hidden && other === 'absent') && !(served === 'heard' && other === 'yes'),
  );
  return others.map((other) => ({ ...fact, served: other }));
}

/** With one thing wrong about the form of the answer, or about the times that it holds. */
function formedOtherwise(fact: Of<'issued'>): Event[] {
  const { form, issued } = fact;
  if (!form) return [];
  const { success: _, ...shapeless } = form;
  const others: readonly TokenForm[] = issued
    ? [
        shapeless,
        { ...form, error: 'text' },
        { ...form, expires: 'other' },
        { ...form, written: 'iso' },
        { ...form, fault: 'has 1 part' },
        ...endedOtherwise(form),
      ]
    : [shapeless, { ...form, success: true }, { ...form, error: 'none' }, { ...form, token: 'text' }];
  const refused = { ...fact, issued: false, asksBearer: true };
  const endsNow = { ...fact, expires: fact.at };
  return [
    ...others.map((other) => ({ ...fact, form: other })),
    ...(issued ? [refused] : []),
    ...(issued && fact.expires !== undefined ? [endsNow] : []),
  ];
}

/** A token that has ended, where the end of this one certainly lies ahead: by all clocks, or by one and since it works. */
function endedOtherwise(form: TokenForm): TokenForm[] {
  const { ahead = [], works = false } = form;
  const isAhead = works ? ahead.some((ms) => ms > 0) : ahead.every((ms) => ms > 0);
  if (ahead.length === 0 || !isAhead) return [];
  return [{ ...form, ahead: ahead.map((ms) => -Math.abs(ms) - DAY), works: false }];
}

/** Not found where it was, or as it was earlier, or as another record is. */
function readOtherwise(fact: Of<'read'>, past: Past): Event[] {
  const own = keyOf(fact);
  const earlier = (past.records.get(own) ?? []).slice(-LAST_TEXTS).map(({ texts }) => texts);
  const others = [...past.records].flatMap(([key, [...known]]) => {
    const last = key !== own && key.startsWith(`${fact.family} `) ? known.at(-1) : undefined;
    return last ? [last.texts] : [];
  });
  const shown = fact.found
    ? [...earlier, ...others].map((texts) => overlaid(fact.texts, texts))
    : earlier.slice(-1);
  const apart = shown.filter((texts) => !fact.found || !isEqual(texts, fact.texts));
  return [
    ...(fact.found ? [{ ...fact, found: false, texts: {} }] : []),
    ...distinct(apart).map((texts) => ({ ...fact, found: true, texts })),
  ];
}

/** Other texts, as far as texts are shown. */
function overlaid(shown: Texts, texts: Texts): Texts {
  return Object.fromEntries(Object.entries(shown).map(([fact, text]) => [fact, texts[fact] ?? text]));
}

function isEqual(one: Texts, other: Texts): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one): [string, T] => [JSON.stringify(one), one])).values()];
}

/** So many of the last texts of a record: what was before those is shown no more likely. */
const LAST_TEXTS = 3;

/** Without a record of the history, with one twice, with one that is not there, or with one as it was before. */
function listedOtherwise(fact: Of<'listed'>, past: Past): Event[] {
  const { family, entries } = fact;
  const own = [...past.records].flatMap(([key, known]) => (key.startsWith(`${family} `) ? [known] : []));
  return own.flatMap((known): Event[] => {
    const last = known.at(-1);
    const place = entries.findIndex(({ id, texts }) =>
      id === undefined ? texts.name !== undefined && texts.name === last?.texts.name : id === last?.id,
    );
    const entry = entries[place];
    if (!entry || !last) return last ? [{ ...fact, entries: [...entries, last] }] : [];
    const shown = distinct(known.slice(-LAST_TEXTS).map(({ texts }) => overlaid(entry.texts, texts)));
    return [
      { ...fact, entries: entries.toSpliced(place, 1) },
      { ...fact, entries: [...entries, entry] },
      ...shown
        .filter((texts) => !isEqual(texts, entry.texts))
        .map((texts) => ({ ...fact, entries: entries.with(place, { ...entry, texts }) })),
    ];
  });
}

function sentOtherwise(fact: Of<'sent'>): Event[] {
  return Array.from({ length: fact.asked + 1 }, (_, sent) => ({ ...fact, sent })).filter(
    ({ sent }) => sent !== fact.sent,
  );
}

function otherSettings(read: Settings): Settings[] {
  const others: Settings[] = [];
  for (const fact of ['usageEmail', 'usageSms'] as const) {
    const usage = read[fact];
    if (usage === undefined) continue;
    const counts = [usage + 1, usage - 1, 0].filter((count) => count >= 0 && count !== usage);
    others.push(...[...new Set(counts)].map((count) => ({ ...read, [fact]: count })));
  }
  for (const fact of ['dailyEmail', 'dailySms'] as const)
    if (read[fact] !== undefined) others.push({ ...read, [fact]: -1 });
  if (read.licence !== undefined)
    others.push({ ...read, licence: read.licence === 'used' ? 'expired' : 'used' });
  if (read.expires !== undefined)
    others.push({ ...read, expires: !read.expires }, { ...read, expires: true, expirationDate: null });
  return others;
}

/** One licence more or fewer: in one of the counts, or one device more or fewer that counts. */
function countedOtherwise(fact: Of<'licences' | 'allotted'>): Event[] {
  const { used, available } = fact;
  return [-1, 1].flatMap((by): Event[] => [
    ...(used === undefined ? [] : [{ ...fact, used: used + by }]),
    ...(available === undefined ? [] : [{ ...fact, available: available + by }]),
    ...(used === undefined || available === undefined
      ? []
      : [{ ...fact, used: used + by, available: available - by }]),
  ]);
}

/** All messages of calls at the same time, and none of them; all activations. */
function burstOtherwise(fact: Of<'burst'>): Event[] {
  const each = (count: (call: Extract<SingleEvent, { kind: 'sent' }>) => number): Event => ({
    ...fact,
    calls: fact.calls.map((call) => (call.kind === 'sent' ? { ...call, sent: count(call) } : call)),
  });
  const activations = fact.calls.map((call) =>
    call.kind === 'activated' ? { ...call, activated: true } : call,
  );
  return [
    ...(fact.calls.some(({ kind }) => kind === 'sent') ? [each(({ asked }) => asked), each(() => 0)] : []),
    ...(fact.calls.some(({ kind }) => kind === 'activated') ? [{ ...fact, calls: activations }] : []),
  ];
}
