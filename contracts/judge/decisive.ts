/**
 * The facts that decide whether a rule about limits, expiry or licences is kept: those of what its sentence is about. Another
 * fact may show that one is broken, and never that it was at stake: settings that are read as they were set say nothing of
 * the messages that are sent. A sentence about several things is decided by a fact of each.
 */
import { namesOf } from '../kit/tables.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Event, Settings } from './event.ts';
import { showsExpiry } from './nulls.ts';

/**
 * The subject of a fact. `message`: how many were sent. `burst`: what came of calls at the same time. `counter`, `limit`,
 * `expires`: settings as they were read. `use`: whether a device is in use. `activation`: whether one was done. `counts`: the
 * licences of the account.
 */
export type Look = 'message' | 'burst' | 'counter' | 'limit' | 'expires' | 'use' | 'activation' | 'counts';

type Named<Id> = Id extends `limits/${infer Name}/email` ? `limits/${Name}` : never;
type Decided = Named<JudgedId> | Extract<JudgedId, `expiry/${string}` | `licences/${string}`>;

const inUse: readonly Look[] = ['use', 'activation', 'counts'];

/** A look of each of these decides a rule. */
const looks: { readonly [R in Decided]: readonly (readonly Look[])[] } = {
  'limits/sends-below-limit': [['message']],
  'limits/stops-at-limit': [['message']],
  'limits/zero-sends-none': [['message']],
  'limits/next-day-restores': [['message']],
  'limits/holds-each-day': [['message']],
  'limits/per-device': [['message']],
  'limits/channels-apart': [['message']],
  'limits/raise-takes-effect': [['message']],
  'limits/lower-takes-effect': [['message']],
  'limits/changes-repeat': [['message']],
  'limits/holds-at-once': [['burst']],
  'limits/usage-counts': [['counter']],
  'limits/usage-read-only': [['counter']],
  'limits/usage-restarts': [['counter']],
  'limits/negative-refused': [['limit', 'message']],
  'expiry/off-by-default': [['expires']],
  'expiry/on-needs-date': [['expires']],
  'expiry/reached-expires': [inUse],
  'expiry/off-never-expires': [inUse],
  'expiry/change-any-time': [inUse],
  'expiry/earlier-takes-effect': [inUse],
  'expiry/only-its-own': [
    [...inUse, 'expires'],
    ['limit', 'message'],
  ],
  'licences/device-uses-one': [['counts']],
  'licences/expiry-releases-one': [['counts']],
  'licences/active-takes-no-second': [['counts']],
  'licences/activation-takes-one': [['use', 'activation'], ['counts']],
  'licences/activation-refused-when-none': [inUse],
  'licences/released-serves-another': [inUse],
  'licences/expires-again': [['counts'], ['activation']],
  'licences/never-over-allotted': [[...inUse, 'burst']],
};

const byRule = new Map<string, readonly (readonly Look[])[]>(Object.entries(looks));

/** The looks of which one of each decides a rule; none for a rule that each answer decides. */
export function looksOf(rule: JudgedId): readonly (readonly Look[])[] {
  return byRule.get(rule) ?? byRule.get(rule.split('/', 2).join('/')) ?? [];
}

/**
 * Whether another answer to a fact is one that decides the rule.
 *
 * @param before the facts before it
 */
export function decides(rule: JudgedId, fact: Event, other: Event, before: readonly Event[]): boolean {
  const [shown, all] = [lookAt(fact, other), looksOf(rule)];
  if (shown !== undefined && all.length > 0 && !all.flat().includes(shown)) return false;
  // Until a device has expired nothing shows that another one stays as it was.
  return rule !== 'expiry/only-its-own' || showsExpiry([...before, fact]);
}

const lookOf: { readonly [S in keyof Settings]-?: Look } = {
  dailyEmail: 'limit',
  dailySms: 'limit',
  usageEmail: 'counter',
  usageSms: 'counter',
  expires: 'expires',
  expirationDate: 'expires',
  licence: 'use',
};

/** The look in which two answers differ. */
export function lookAt(fact: Event, other: Event): Look | undefined {
  switch (fact.kind) {
    case 'sent':
      return 'message';
    case 'burst':
      return 'burst';
    case 'activated':
      return 'activation';
    case 'licences':
    case 'allotted':
      return 'counts';
    case 'settings': {
      if (other.kind !== 'settings') return undefined;
      const [one, two] = [fact.read, other.read];
      const name = namesOf(lookOf).find((name) => one[name] !== two[name]);
      return name && lookOf[name];
    }
    default:
      return undefined;
  }
}
