/**
 * The facts that decide whether a rule about limits, expiry or licences is kept: those of what its sentence is about. Another
 * fact may show that one is broken, and never that it was at stake: settings that are read as they were set say nothing of
 * the messages that are sent. A sentence about several things is decided by a fact of each.
 */
import { namesOf } from '../kit/tables.ts';
import { type Channel, type JudgedId, nameOf } from '../specification/judged.ts';
import { type Area, areaOf, type RuleId } from '../specification/rules/index.ts';
import { type Event, type Settings, singleEvents } from './event.ts';
import type { Prediction } from './hypotheses.ts';
import { showsExpiry } from './nulls.ts';

/**
 * The subject of a fact. `message`: how many were sent. `burst`: what came of calls at the same time. `counter`, `limit`,
 * `expires`: settings as they were read. `use`: whether a device is in use. `activation`: whether one was done. `counts`: the
 * licences of the account.
 */
export type Look = 'message' | 'burst' | 'counter' | 'limit' | 'expires' | 'use' | 'activation' | 'counts';

const inUse: readonly Look[] = ['use', 'activation', 'counts'];

/** A look of each of these decides a rule: one of an area, or one that says something else. */
const looks: { readonly [R in Area | RuleId]?: readonly (readonly Look[])[] } = {
  limits: [['message']],
  expiry: [inUse],
  licences: [['counts']],
  'limits/holds-at-once': [['burst']],
  'limits/usage-counts': [['counter']],
  'limits/usage-read-only': [['counter']],
  'limits/usage-restarts': [['counter']],
  'limits/negative-refused': [['limit', 'message']],
  'expiry/off-by-default': [['expires']],
  'expiry/on-needs-date': [['expires']],
  'expiry/only-its-own': [
    [...inUse, 'expires'],
    ['limit', 'message'],
  ],
  'licences/activation-takes-one': [['use', 'activation'], ['counts']],
  'licences/activation-refused-when-none': [inUse],
  'licences/released-serves-another': [inUse],
  'licences/expires-again': [['counts'], ['activation']],
  'licences/never-over-allotted': [[...inUse, 'burst']],
};

const looksBy = new Map(Object.entries(looks));

/** The looks of which one of each decides a rule; none for a rule that each answer decides. */
export function looksOf(rule: JudgedId): readonly (readonly Look[])[] {
  return looksBy.get(nameOf(rule)) ?? looksBy.get(areaOf(rule)) ?? [];
}

/** The state of the deployment at a fact, as it is known. */
export interface Known {
  readonly before: readonly Event[];
  /** The channel of a device. */
  line(device: string, channel: Channel): Pick<Prediction, 'limit' | 'used'>;
}

/** Returns whether another answer to a fact is one that decides the rule. */
export function decides(rule: JudgedId, fact: Event, other: Event, known: Known): boolean {
  const [shown, all] = [lookAt(fact, other), looksOf(rule)];
  if (shown !== undefined && all.length > 0 && !all.flat().includes(shown)) return false;
  return stateBy.get(nameOf(rule))?.(fact, known, rule) !== false;
}

type State = (fact: Event, known: Known, rule: JudgedId) => boolean;

/** A counter that is to show just what was sent since it was none: one that was read with more may have been wrong already. */
const isCounted: State = (fact, { before, line }, rule) => {
  if (fact.kind !== 'settings') return true;
  const { device, read } = fact;
  const channel = rule.endsWith('/sms') ? 'sms' : 'email';
  const events = singleEvents(before);
  const { used = 0 } = line(device, channel);
  const wasNone = (one: Event) =>
    one.kind === 'waited' || (one.kind === 'device' && one.device === device && (one.unsent ?? one.fresh));
  const isOf = (one: Event) => one.kind === 'sent' && one.device === device && one.channel === channel;
  const sentSince = (step: number) =>
    events.slice(step).reduce((sum, one) => sum + (one.kind === 'sent' && isOf(one) ? one.sent : 0), 0);
  const shown = channel === 'sms' ? read.usageSms : read.usageEmail;
  return used > 0 && shown === used && events.some((one, step) => wasNone(one) && sentSince(step) === used);
};

type Line = readonly [device: string, channel: Channel];

/** Messages of the other channel, or of other devices, would have used the limit up. */
function isApart(others: (own: Line, before: readonly Event[]) => Line[]): State {
  return (fact, { before, line }) => {
    if (fact.kind !== 'sent') return true;
    const own: Line = [fact.device, fact.channel];
    const { limit, used = 0 } = line(...own);
    const counts = others(own, before).map((of) => line(...of).used ?? 0);
    return typeof limit === 'number' && counts.some((count) => count + used + fact.sent > limit);
  };
}

/** Returns true for a fact that shows a device in use. */
function showsUse(fact: Event, device: string): boolean {
  if (!('device' in fact) || fact.device !== device) return false;
  if (fact.kind === 'device') return fact.fresh;
  return fact.kind === 'activated'
    ? fact.activated
    : fact.kind === 'settings' && fact.read.licence === 'used';
}

/** A device is seen to be in use, or expired after it was in use. */
function isSeen(inUse: boolean): State {
  return (fact, { before }) => {
    switch (fact.kind) {
      case 'settings':
        if ((fact.read.licence === 'used') !== inUse) return false;
        return inUse || singleEvents(before).some((one) => showsUse(one, fact.device));
      case 'activated':
        return fact.activated !== inUse;
      case 'licences': {
        const last = before.findLast((one) => one.kind === 'licences' || one.kind === 'allotted');
        return (fact.used ?? 0) < (last?.used ?? 0) !== inUse;
      }
      default:
        return true;
    }
  };
}

/** The first list after a record was created holds it. */
const isNewlyListed: State = (fact, { before }) => {
  if (fact.kind !== 'listed') return false;
  const ofIt = before.filter((one) => 'family' in one && one.family === fact.family);
  const made = ofIt.slice(ofIt.findLastIndex(({ kind }) => kind === 'listed') + 1);
  return made.some((one) => one.kind === 'created' && fact.entries.some(({ id }) => id === one.record));
};

/** The state in which a rule is decided, where more has to be known of it than that the rule forbids another answer. */
const states: { readonly [R in RuleId]?: State } = {
  'groups/created-is-listed': isNewlyListed,
  'users/created-is-listed': isNewlyListed,
  // The last of several locations is where the device is: one that keeps the first would show another.
  'devices/posted-location-becomes-last': (fact, { before }) => {
    if (fact.kind !== 'last') return false;
    const ofIt = before.flatMap((one) =>
      one.kind === 'located' && one.device === fact.device ? [one.place] : [],
    );
    return ofIt.at(-1) === fact.place && ofIt.some((place) => place !== fact.place);
  },
  // The last message that a limit has room for: a lower limit would hold it back.
  'limits/sends-below-limit': (fact, { line }) => {
    if (fact.kind !== 'sent') return true;
    const { limit, used } = line(fact.device, fact.channel);
    return used !== undefined && limit === used + fact.sent;
  },
  // No more than the limit allows, after the last message below it was sent.
  'limits/stops-at-limit': (fact, { before, line }) => {
    if (fact.kind !== 'sent') return true;
    const { device, channel, sent } = fact;
    const { limit, used } = line(device, channel);
    const isSent = (one: Event) =>
      one.kind === 'sent' && one.device === device && one.channel === channel && one.sent > 0;
    return used !== undefined && used + sent === limit && [...singleEvents(before), fact].some(isSent);
  },
  'limits/usage-counts': isCounted,
  'limits/per-device': isApart(([device, channel], before) =>
    before.flatMap((one): Line[] =>
      one.kind === 'device' && one.device !== device ? [[one.device, channel]] : [],
    ),
  ),
  'limits/channels-apart': isApart(([device, channel]) => [[device, channel === 'email' ? 'sms' : 'email']]),
  'expiry/reached-expires': isSeen(false),
  'expiry/earlier-takes-effect': isSeen(false),
  'expiry/change-any-time': isSeen(true),
  'expiry/off-never-expires': isSeen(true),
  // One is made available, too.
  'licences/expiry-releases-one': (fact) => fact.kind !== 'licences' || fact.available !== undefined,
  // Until a device has expired nothing shows that another one stays as it was.
  'expiry/only-its-own': (fact, { before }) => showsExpiry([...before, fact]),
};

const stateBy = new Map(Object.entries(states));

const lookOf: { readonly [S in keyof Settings]-?: Look } = {
  ...({ dailyEmail: 'limit', dailySms: 'limit', usageEmail: 'counter', usageSms: 'counter' } as const),
  ...({ expires: 'expires', expirationDate: 'expires', licence: 'use' } as const),
};

const lookAtKind: { readonly [K in Event['kind']]?: Look } = {
  ...({ sent: 'message', burst: 'burst', activated: 'activation', licences: 'counts' } as const),
};

/** The look in which two answers differ. */
export function lookAt(fact: Event, other: Event): Look | undefined {
  if (fact.kind !== 'settings' || other.kind !== 'settings') return lookAtKind[fact.kind];
  const name = namesOf(lookOf).find((one) => fact.read[one] !== other.read[one]);
  return name && lookOf[name];
}
