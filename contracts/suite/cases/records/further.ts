/**
 * Facts of a user, and the devices of a group, that the profile has a place for, whatever a sample gives for them. Whether a deployment
 * keeps them is open, until it has kept two different values of one: from then on it is written and read like any other fact.
 */
import { exactJsonText } from '../../../kit/exact-json.ts';
import { itemAt } from '../../../kit/items.ts';
import { fieldOf } from '../../../kit/json.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, suspect } from '../../finding.ts';
import { readPage } from '../../reading/list.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { whereBound } from '../accepted.ts';
import { newDevices } from '../devices/own.ts';
import { type AnyFacts, difference, without } from './compare.ts';
import type { Family } from './family.ts';
import { PHONES } from './phones.ts';
import type { Read } from './reading.ts';

/** Those that every list has by one name alone; of a deployment those are used that it lists itself. */
const COUNTRIES = ['FR', 'BR', 'JP', 'DE', 'US', 'ES'];
/** Each in the country at its place. */
const ZONES = [
  'Europe/Paris',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/New_York',
  'Europe/Madrid',
];
const KEPT_TWICE = 2;

/** What can be sent of each fact, in turn. */
interface Values {
  readonly [fact: string]: readonly unknown[];
}

interface Sent {
  sent: AnyFacts;
  read: Read;
}

export class FurtherFacts {
  readonly #values: Values;
  readonly #seen: Sent[] = [];
  readonly #kept = new Set<string>();
  #number: number;
  #refused = false;

  constructor(values: Values, first = 0) {
    this.#values = values;
    this.#number = first;
  }

  /** For a create: those that are kept, and those of which it is not known. */
  ofNew(): AnyFacts {
    const isKnown = this.#seen.length >= KEPT_TWICE;
    return this.#next((fact) => !this.#refused && (!isKnown || this.#kept.has(fact)));
  }

  /** For a change: those that are kept, each with another value than it has now. */
  ofChange(family: Family, now: AnyFacts): AnyFacts {
    const next = this.#next((fact) => this.#kept.has(fact));
    const same = Object.keys(next).filter(
      (fact) => difference(family, { [fact]: next[fact] }, now) === undefined,
    );
    return same.length === 0 ? next : { ...next, ...this.#next((fact) => same.includes(fact)) };
  }

  /** A create with them was refused: none is sent any more. */
  refused(): void {
    this.#refused = true;
    this.#kept.clear();
  }

  /** What was read of a record that was created with them. */
  saw(family: Family, sent: AnyFacts, read: Read): void {
    if (this.#seen.length >= KEPT_TWICE || this.#refused || !read.found) return;
    this.#seen.push({ sent, read });
    if (this.#seen.length < KEPT_TWICE) return;
    for (const fact of Object.keys(this.#values))
      if (this.#seen.every(({ sent, read }) => isKept(family, fact, sent, read))) this.#kept.add(fact);
  }

  /** What was sent, without what need not be kept. */
  binding(sent: AnyFacts): AnyFacts {
    return without(sent, new Set(Object.keys(this.#values).filter((fact) => !this.#kept.has(fact))));
  }

  /**
   * One value in place of two different ones that were sent, though other records show others: it is neither kept as
   * sent, nor the same for all.
   */
  contradiction(family: Family, others: readonly AnyFacts[]): Finding | undefined {
    const [one, other] = this.#seen;
    if (!one || !other) return undefined;
    for (const fact of Object.keys(this.#values).filter((name) => !this.#kept.has(name))) {
      const read = one.read.facts[fact];
      const isOneForBoth = typeof read === 'string' && read !== '' && read === other.read.facts[fact];
      const shown = others.find((record) => typeof record[fact] === 'string' && record[fact] !== '');
      if (!isOneForBoth || !others.some((record) => differs(family, fact, record, one.read.facts))) continue;
      const what = `${fact} ${exactJsonText(read)} is read of two ${family}s that were created with ${exactJsonText(one.sent[fact])} and ${exactJsonText(other.sent[fact])}`;
      if (shown) return suspect(`${what}, though others have another.`, one.read.answer, other.read.answer);
    }
    return undefined;
  }

  #next(isMeant: (fact: string) => boolean): AnyFacts {
    const number = this.#number++;
    const facts = Object.entries(this.#values).filter(([fact]) => isMeant(fact));
    return Object.fromEntries(facts.map(([fact, values]) => [fact, itemAt(values, number % values.length)]));
  }
}

function isKept(family: Family, fact: string, sent: AnyFacts, { facts }: Read): boolean {
  return difference(family, { [fact]: sent[fact] }, facts) === undefined;
}

function differs(family: Family, fact: string, record: AnyFacts, read: AnyFacts): boolean {
  const value = record[fact];
  return (
    typeof value === 'string' && value !== '' && difference(family, { [fact]: value }, read) !== undefined
  );
}

/** What a run may write of a family beside its sample. */
export async function furtherFacts(context: CaseContext, family: Family): Promise<FurtherFacts> {
  if (family === 'group') return new FurtherFacts(await memberships(context));
  const places: readonly string[] = context.lens.body('user').facts;
  const values = {
    phone: PHONES,
    country: await listedValues(context, 'countries'),
    timeZone: await listedValues(context, 'timeZones'),
  };
  const known = Object.entries(values).filter(([fact, some]) => places.includes(fact) && some.length > 1);
  return new FurtherFacts(Object.fromEntries(known), PHONES.indexOf(context.chance.pick('phone', PHONES)));
}

/**
 * A device of the run, and none. A group that has devices is only made where the profile says that it can be deleted.
 * A later group may take it from an earlier one: what is left of that is read before its next step.
 */
async function memberships(context: CaseContext): Promise<Values> {
  const places: readonly string[] = context.lens.body('group').facts;
  const isFree =
    context.profile.openings['groups.delete-devices'] === 'stay' && context.controls.has('createDevice');
  if (!isFree || !places.includes('deviceIds')) return {};
  const devices = await newDevices(context, 1).catch(unlessUnreached);
  return devices ? { deviceIds: [devices, []] } : {};
}

const lists = {
  countries: { operation: 'listCountries', fact: 'code', known: COUNTRIES },
  timeZones: { operation: 'listTimeZones', fact: 'id', known: ZONES },
} as const;

/** Values of a user's country or time zone that the deployment lists. */
export async function listedValues(
  context: CaseContext,
  list: keyof typeof lists,
): Promise<readonly string[]> {
  const { operation, fact, known } = lists[list];
  const answer = await context.fingerprints.withToken(operation).catch(unlessUnreached);
  const records = whereBound<readonly object[]>([], () =>
    answer ? readPage(context.lens, list, answer.json).records : [],
  );
  const names = new Set(records.map((record) => fieldOf(record, fact)));
  return known.filter((name) => names.has(name));
}
