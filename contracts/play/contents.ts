/**
 * The contents of records and of changes: each has texts of its own, by which it shows where they came to be elsewhere; and free
 * texts that stores get wrong (`dangers/texts.ts`), by number, in the place of these.
 */

import type { Deployment } from '../deployment/deployment.ts';
import { contentFor, factsFor, nextNumber } from '../deployment/making/maker.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { bodyOf } from '../deployment/reading/bodies.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { Memo } from '../deployment/sharing/memo.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import type { Family } from '../judge/event.ts';
import { itemAt } from '../kit/items.ts';
import { fieldOf, type Json } from '../kit/json.ts';
import { LONGEST } from '../specification/dangers/classes.ts';
import { alone, parts } from '../specification/dangers/texts.ts';

/** Facts as they were sent or read, whatever the resource. */
export type AnyFacts = { readonly [fact: string]: unknown };

/** Facts without some of them. */
export function without(facts: AnyFacts, names: readonly string[]): AnyFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));
}

/** Facts for a new record, or for another content of one. */
export function freshFacts(deployment: Deployment, family: Family): AnyFacts {
  const facts: AnyFacts = factsFor(deployment, family);
  const { description } = facts;
  if (typeof description !== 'string' || description.includes(deployment.nonce)) return facts;
  return { ...facts, description: `${description} ${nextNumber(deployment)}` };
}

/** The facts that a record must have. */
function required({ profile }: Deployment, family: Family): readonly string[] {
  return profile.openings['records.required']?.[family] ?? [];
}

/** The facts that a create has to hold; all, where the profile has a sample. */
export function bareFacts(deployment: Deployment, family: Family, facts: AnyFacts): AnyFacts {
  if (deployment.profile.samples?.[family] !== undefined) return facts;
  const asked = ['name', 'email', ...required(deployment, family)];
  return without(
    facts,
    Object.keys(facts).filter((fact) => !asked.includes(fact)),
  );
}

/** The facts that a PUT need not have. */
export function spareFacts(deployment: Deployment, family: Family): readonly string[] {
  const spare = family === 'group' ? 'description' : 'phone';
  return required(deployment, family).includes(spare) ? [] : [spare];
}

/** Numbers that are set aside for fiction, 555-0100 to 555-0199. */
const PHONES: readonly string[] = Array.from({ length: 100 }, (_, number) => `+12025550${100 + number}`);

/** A value that no service takes for granted comes first, and both after each of them. */
const CHANNELS: readonly (readonly string[])[] = [['sms'], ['email'], ['email', 'sms']];

/** Facts of a user beside its texts, which need not be kept: other values with each turn, and than the record has. */
export async function furtherFacts(
  deployment: Deployment,
  family: Family,
  turn: number,
  present: AnyFacts = {},
): Promise<AnyFacts> {
  if (family === 'group') return {};
  const places: readonly string[] = deployment.lens.body(family).facts;
  const values: { readonly [fact: string]: readonly unknown[] } = {
    country: await listedValues(deployment, 'countries'),
    timeZone: await listedValues(deployment, 'timeZones'),
    notify: CHANNELS,
    disabled: [false, true],
  };
  const others = Object.entries(values).flatMap(([fact, all]) => {
    const free = all.filter((value) => JSON.stringify(value) !== JSON.stringify(present[fact]));
    return all.length > 1 ? [[fact, itemAt(free, turn % free.length)] as const] : [];
  });
  const phone = ['phone', itemAt(PHONES, nextNumber(deployment) % PHONES.length)] as const;
  return Object.fromEntries([phone, ...others].filter(([fact]) => places.includes(fact)));
}

/** Countries that every list has by one name alone, and time zones, each in the country at its place. */
const lists = {
  countries: { operation: 'listCountries', fact: 'code', known: ['FR', 'BR', 'JP', 'DE', 'US', 'ES'] },
  timeZones: {
    operation: 'listTimeZones',
    fact: 'id',
    known: [
      ...['Europe/Paris', 'America/Sao_Paulo', 'Asia/Tokyo'],
      ...['Europe/Berlin', 'America/New_York', 'Europe/Madrid'],
    ],
  },
} as const;

const listedOf = perRun(() => new Memo<keyof typeof lists, readonly string[]>());

/** Values of a user's country or time zone that the deployment lists: those that are known, or else some of its first page. */
function listedValues(deployment: Deployment, list: keyof typeof lists): Promise<readonly string[]> {
  return listedOf(deployment).once(list, async () => {
    const { operation, fact, known } = lists[list];
    // A list that cannot be read costs a user these facts alone.
    const probe = await probeServed(deployment, operation).catch(unlessUnreached);
    const records = whereBound<readonly object[]>([], () =>
      probe ? readPage(deployment.lens, list, probe.answer.json).records : [],
    );
    const names = records.map((record) => fieldOf(record, fact)).filter((name) => typeof name === 'string');
    const usual = known.filter((name) => names.includes(name));
    return usual.length > 1 ? usual : names.slice(-known.length);
  });
}

/** The body of a PATCH. */
export function change(deployment: Deployment, family: Family, wish: AnyFacts): Json {
  return (deployment.lens.patch(family) as { write(change: AnyFacts): Json }).write(wish);
}

/** The body of a PUT. */
export function replacement(deployment: Deployment, family: Family, facts: AnyFacts): Json {
  return bodyOf(deployment.lens, 'body', family, contentFor(deployment, family, facts));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const firstOfClass = alone.map(([first]) => first);
const othersOfClass = alone.flatMap(([, ...others]) => others);
/** The texts that are all of a value, by number: in the second turn they stand beside several in one. */
const texts = [...firstOfClass, ...firstOfClass, ...othersOfClass];

/** The first texts are all of a value, one of each class; then as many are several in one; and at last come the others of each class. */
export const DRAWN = { alone: firstOfClass.length, all: texts.length } as const;

type Free = 'name' | 'description';

/**
 * Texts for some of the free facts of a record. One is all of a value, and several are in the other; where several are
 * asked for it is the other way round.
 *
 * @param changed the facts that a change is of; absent: a whole record
 * @param isNew whether the name carries the mark of the run
 */
export function drawnFacts(
  deployment: Deployment,
  facts: AnyFacts,
  drawn: number,
  { changed = ['name', 'description'], isNew }: { changed?: readonly Free[] | undefined; isNew: boolean },
): AnyFacts {
  const mark = markOf(deployment, facts);
  const isSecond = drawn > DRAWN.alone && drawn <= 2 * DRAWN.alone;
  const main: Free = 'description' in facts && changed.includes('description') ? 'description' : 'name';
  // A record of the run has its mark somewhere.
  const isMarked = isNew || !(marksElsewhere(deployment, facts) || (isSecond && main === 'description'));
  const textOf = (fact: Free) => {
    const needsMark = fact === 'name' && isMarked;
    if ((fact === main) !== isSecond && !needsMark) return itemAt(texts, drawn - 1);
    return severalIn(needsMark || fact === 'description' ? mark : '', (drawn - 1) % DRAWN.alone);
  };
  const free = changed.filter((fact) => fact === 'name' || 'description' in facts);
  return Object.fromEntries(free.map((fact) => [fact, textOf(fact)]));
}

/** Texts that can be beside others, as many as there is room for; behind a mark they are exactly as long as every deployment has to keep. */
function severalIn(mark: string, number: number): string {
  const room = LONGEST - mark.length - 1;
  const packs: string[] = [];
  for (const text of parts) {
    const longer = `${packs.at(-1)} ${text}`;
    if (packs.length > 0 && longer.length <= room) packs[packs.length - 1] = longer;
    else packs.push(text);
  }
  const pack = itemAt(packs, number % packs.length);
  return mark === '' ? pack : `${mark} ${pack} `.padEnd(LONGEST, LETTERS).slice(0, LONGEST).trim();
}

/** The run's mark as the name of a fresh record carries it. */
function markOf({ nonce }: Deployment, { name }: AnyFacts): string {
  const found = typeof name === 'string' ? new RegExp(`${nonce}[-\\d]*`).exec(name)?.[0] : undefined;
  return found ?? nonce;
}

/** Returns whether a fact beside the name carries it too. */
function marksElsewhere({ nonce }: Deployment, { name: _, ...facts }: AnyFacts): boolean {
  return Object.values(facts).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(nonce.toLowerCase()),
  );
}
