/**
 * The few other answers that a fact could have had: a message more or fewer, found or not, a text as it was before or that
 * of another record, a count that is one off. A rule is at stake where only its violation would explain one of them.
 */
import { DAY } from '../kit/durations.ts';
import { type Entry, type Event, effectOf, type SingleEvent, type Texts, type TokenForm } from './event.ts';
import { Judge } from './judge.ts';

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
  const key = `${event.family} ${event.record}`;
  const known = past.records.get(key) ?? [];
  const texts = { ...known.at(-1)?.texts, ...event.texts };
  return { ...past, records: new Map(past.records).set(key, [...known, { id: event.record, texts }]) };
}

/**
 * The other answers to a fact that the document explains.
 *
 * @param start what is known of the deployment, as for the judge
 * @param further answers beside the few that are always tried
 */
export function lawfulInstead(
  before: readonly Event[],
  fact: Event,
  start: Parameters<typeof Judge.create>[0],
  further: readonly Event[] = [],
): Event[] {
  const judge = before.reduce((so, event) => so.after(event), Judge.create(start));
  const past = before.reduce(pastAfter, NO_PAST);
  return [...alternatives(fact, past), ...further].filter((other) => judge.after(other).explains);
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

type Otherwise<K extends Event['kind']> = (fact: Of<K>, past: Past) => readonly Event[];

/** Such a fact is judged by what is read later; and without an alert that is shown it is not known whether any would be. */
const none = () => [];

const otherwise: { readonly [K in Event['kind']]: Otherwise<K> } = {
  ...{ created: none, replaced: none, updated: none, deleted: none, located: none, alerts: none },
  ...{ device: none, set: none, allotted: none, waited: none, access: none },
  read: readOtherwise,
  listed: listedOtherwise,
  sent: (fact) => {
    const counts = Array.from({ length: fact.asked + 1 }, (_, sent) => sent);
    return counts.flatMap((sent) => (sent === fact.sent ? [] : [{ ...fact, sent }]));
  },
  settings: settingsOtherwise,
  activated: (fact) => [{ ...fact, activated: !fact.activated, ...(fact.activated && { insisted: true }) }],
  licences: countedOtherwise,
  last: (fact, past) =>
    [...past.places, undefined, ...(fact.place === undefined ? [] : [OFF_EARTH])].flatMap((place) =>
      place === fact.place ? [] : [{ ...fact, place }],
    ),
  visited: (fact) => [{ ...fact, found: !fact.found }],
  alerted: (fact) => [{ ...fact, taken: fact.taken === 'refused' ? 'taken' : 'refused' }],
  // A part of it says nothing.
  devices: (fact) =>
    (fact.complete ? fact.listed : []).flatMap((device) => [
      { ...fact, listed: fact.listed.filter((other) => other !== device) },
      { ...fact, repeated: [device] },
    ]),
  strange: (fact) => [{ ...fact, asKnown: !fact.asKnown }],
  choices: (fact) => [{ ...fact, count: 0 }],
  issued: issuedOtherwise,
  called: servedOtherwise,
  burst: burstOtherwise,
};

/** The other answers to a fact. Those that change nothing are left to the judge, which explains them. */
export function alternatives(fact: Event, past: Past): readonly Event[] {
  const of: (fact: never, past: Past) => readonly Event[] = otherwise[fact.kind];
  return of(fact as never, past);
}

/** A place where nothing is. */
const OFF_EARTH = '91.000, 0.000';

/** An answer that does not say whether it was served may be that to one that was. */
function servedOtherwise(fact: Of<'called'>): Event[] {
  const { served, hidden } = fact;
  const isSame = { yes: served === 'heard', no: false, absent: hidden };
  const answers = (['yes', 'no', 'absent'] as const).filter((one) => one !== served && !isSame[one]);
  return served === 'unclear' ? [] : answers.map((other) => ({ ...fact, served: other }));
}

/** Refused where a token was issued, and issued where it was not; or with one thing wrong about the form, or about the times that it holds. */
function issuedOtherwise(fact: Of<'issued'>): Event[] {
  const { form, ...formless } = fact;
  const { issued, expires, at } = fact;
  // The answer then says nothing of its form.
  const answered = { ...formless, issued: !issued };
  const answers: Event[] = issued ? [answered, { ...answered, absent: true }] : [answered];
  if (!form) return answers;
  const { success: _, ...shapeless } = form;
  const others: readonly TokenForm[] = issued
    ? [
        ...[shapeless, { ...form, error: 'text' as const }, { ...form, expires: 'other' as const }],
        ...[{ ...form, written: 'iso' as const }, { ...form, fault: 'has 1 part' }, ...endedOtherwise(form)],
      ]
    : [shapeless, { ...form, success: true }, { ...form, error: 'none' }, { ...form, token: 'text' }];
  return [
    ...answers,
    ...others.map((other) => ({ ...fact, form: other })),
    ...(issued ? [{ ...fact, issued: false, asksBearer: true }] : []),
    ...(issued && expires !== undefined ? [{ ...fact, expires: at }] : []),
  ];
}

/** A token that has ended, where the end of this one certainly lies ahead: by all clocks, or by one and since it works. */
function endedOtherwise(form: TokenForm): TokenForm[] {
  const { ahead = [], works = false } = form;
  const isAhead = works ? ahead.some((ms) => ms > 0) : ahead.every((ms) => ms > 0);
  if (ahead.length === 0 || !isAhead) return [];
  return [{ ...form, ahead: ahead.map((ms) => -Math.abs(ms) - DAY), works: false }];
}

/** So many of the last texts of a record: what was before those is shown no more likely. */
const LAST_TEXTS = 3;

/** Not found where it was, or as it was earlier, or as another record is. */
function readOtherwise(fact: Of<'read'>, { records }: Past): Event[] {
  const own = `${fact.family} ${fact.record}`;
  const earlier = textsOf(records.get(own) ?? []);
  const others = [...records].flatMap(([key, known]) =>
    key !== own && key.startsWith(`${fact.family} `) ? textsOf(known.slice(-1)) : [],
  );
  const shown = fact.found ? differing(fact.texts, [...earlier, ...others]) : earlier.slice(-1);
  return [
    ...(fact.found ? [{ ...fact, found: false, texts: {} }] : []),
    ...shown.map((texts) => ({ ...fact, found: true, texts })),
  ];
}

function textsOf(known: readonly Entry[]): Texts[] {
  return known.slice(-LAST_TEXTS).map(({ texts }) => texts);
}

/** Others in place of the texts that are shown, as far as these differ, each once. */
function differing(shown: Texts, others: readonly Texts[]): Texts[] {
  const overlaid = others.map(
    (texts): Texts =>
      Object.fromEntries(Object.entries(shown).map(([fact, text]) => [fact, texts[fact] ?? text])),
  );
  const distinct = new Map(overlaid.map((texts) => [JSON.stringify(texts), texts]));
  distinct.delete(JSON.stringify(shown));
  return [...distinct.values()];
}

/** Without a record of the history, with one twice, with one that is not there, or with one as it was before. */
function listedOtherwise(fact: Of<'listed'>, { records }: Past): Event[] {
  const { family, entries } = fact;
  const own = [...records].flatMap(([key, known]) => (key.startsWith(`${family} `) ? [known] : []));
  return own.flatMap((known): Event[] => {
    const last = known.at(-1);
    const place = entries.findIndex(({ id, texts }) =>
      id === undefined ? texts.name !== undefined && texts.name === last?.texts.name : id === last?.id,
    );
    const entry = entries[place];
    if (!entry || !last) return last ? [{ ...fact, entries: [...entries, last] }] : [];
    const shown = differing(entry.texts, textsOf(known));
    const lists = [entries.toSpliced(place, 1), [...entries, entry]];
    for (const texts of shown) lists.push(entries.with(place, { ...entry, texts }));
    return lists.map((list) => ({ ...fact, entries: list }));
  });
}

function settingsOtherwise(fact: Of<'settings'>): Event[] {
  const { read } = fact;
  const { licence, expires } = read;
  const usages = (['usageEmail', 'usageSms'] as const).flatMap((name) => {
    const { [name]: usage } = read;
    const counts = usage === undefined ? [] : [usage + 1, usage - 1, 0];
    return [...new Set(counts)].flatMap((count) => (count < 0 || count === usage ? [] : [{ [name]: count }]));
  });
  const others: Partial<typeof read>[] = [
    ...usages,
    ...(['dailyEmail', 'dailySms'] as const).flatMap((name) =>
      read[name] === undefined ? [] : [{ [name]: -1 }],
    ),
    ...(licence === undefined ? [] : [{ licence: licence === 'used' ? 'expired' : 'used' } as const]),
    ...(expires === undefined ? [] : [{ expires: !expires }, { expires: true, expirationDate: null }]),
  ];
  return others.map((other) => ({ ...fact, read: { ...read, ...other } }));
}

/** One licence more or fewer: in one of the counts, or one device more or fewer that counts. */
function countedOtherwise(fact: Of<'licences'>): Event[] {
  const { used, available } = fact;
  return [-1, 1].flatMap((by): Event[] => {
    const more = used === undefined ? {} : { used: used + by };
    const fewer = available === undefined ? {} : { available: available - by };
    const left = available === undefined ? {} : { available: available + by };
    const changes =
      used === undefined || available === undefined ? [more, left] : [more, left, { ...more, ...fewer }];
    return changes.flatMap((one) => (Object.keys(one).length > 0 ? [{ ...fact, ...one }] : []));
  });
}

/** All messages of calls at the same time, and none of them; all activations. */
function burstOtherwise(fact: Of<'burst'>): Event[] {
  const each = (to: (call: SingleEvent) => SingleEvent): Event => ({ ...fact, calls: fact.calls.map(to) });
  const has = (kind: SingleEvent['kind']) => fact.calls.some((call) => call.kind === kind);
  return [
    ...(has('sent')
      ? [
          each((call) => (call.kind === 'sent' ? { ...call, sent: call.asked } : call)),
          each((call) => (call.kind === 'sent' ? { ...call, sent: 0 } : call)),
        ]
      : []),
    ...(has('activated')
      ? [each((call) => (call.kind === 'activated' ? { ...call, activated: true } : call))]
      : []),
  ];
}
