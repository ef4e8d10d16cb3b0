/**
 * The facts that decide whether a rule about limits, expiry or licences is kept: those of what its sentence is about. Another
 * fact may show that one is broken, and never that it was at stake: settings that are read as they were set say nothing of
 * the messages that are sent.
 */
import { namesOf } from '../kit/tables.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Event, Settings } from './event.ts';

/**
 * The subject of a fact. `message`: how many were sent. `burst`: what came of calls at the same time. `counter`, `limit`,
 * `expires`: settings as they were read. `use`: whether a device is in use. `counts`: the licences of the account.
 */
export type Look = 'message' | 'burst' | 'counter' | 'limit' | 'expires' | 'use' | 'counts';

type Named<Id> = Id extends `limits/${infer Name}/email` ? `limits/${Name}` : never;
type Decided = Named<JudgedId> | Extract<JudgedId, `expiry/${string}` | `licences/${string}`>;

const use = ['use', 'counts'] as const;

const looks: { readonly [R in Decided]: readonly Look[] } = {
  'limits/sends-below-limit': ['message'],
  'limits/stops-at-limit': ['message'],
  'limits/zero-sends-none': ['message'],
  'limits/next-day-restores': ['message'],
  'limits/holds-each-day': ['message'],
  'limits/per-device': ['message'],
  'limits/channels-apart': ['message'],
  'limits/raise-takes-effect': ['message'],
  'limits/lower-takes-effect': ['message'],
  'limits/changes-repeat': ['message'],
  'limits/holds-at-once': ['burst'],
  'limits/usage-counts': ['counter'],
  'limits/usage-read-only': ['counter'],
  'limits/usage-restarts': ['counter'],
  'limits/negative-refused': ['limit', 'message'],
  'expiry/off-by-default': ['expires'],
  'expiry/on-needs-date': ['expires'],
  'expiry/reached-expires': use,
  'expiry/off-never-expires': use,
  'expiry/change-any-time': use,
  'expiry/earlier-takes-effect': use,
  'expiry/only-its-own': [...use, 'expires', 'limit'],
  'licences/device-uses-one': ['counts'],
  'licences/expiry-releases-one': ['counts'],
  'licences/active-takes-no-second': ['counts'],
  'licences/activation-takes-one': use,
  'licences/activation-refused-when-none': use,
  'licences/released-serves-another': use,
  'licences/expires-again': use,
  'licences/never-over-allotted': [...use, 'burst'],
};

const byRule = new Map<string, readonly Look[]>(Object.entries(looks));

/** The looks that decide a rule; `undefined` for a rule that each answer decides. */
export function looksOf(rule: JudgedId): readonly Look[] | undefined {
  return byRule.get(rule) ?? byRule.get(rule.split('/', 2).join('/'));
}

/** Whether another answer to a fact is one that decides the rule. */
export function decides(rule: JudgedId, fact: Event, other: Event): boolean {
  const shown = lookAt(fact, other);
  return shown === undefined || looksOf(rule)?.includes(shown) !== false;
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
function lookAt(fact: Event, other: Event): Look | undefined {
  switch (fact.kind) {
    case 'sent':
      return 'message';
    case 'burst':
      return 'burst';
    case 'activated':
      return 'use';
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
