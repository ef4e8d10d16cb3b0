/**
 * The facts that decide whether a rule about limits, expiry or licences is kept: those of what its sentence is about. Another
 * fact may show that one is broken, and never that it was at stake: settings that are read as they were set say nothing of
 * the messages that are sent. A sentence about several things is decided by a fact of each.
 */
import { namesOf } from '../kit/tables.ts';
import type { Channel, JudgedId } from '../specification/judged.ts';
import { areaOf } from '../specification/rules/index.ts';
import { type Event, type Settings, singleEvents } from './event.ts';
import type { Told } from './hypotheses.ts';
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

/** A look of each of these decides a rule of an area. */
const byArea: ReadonlyMap<string, readonly (readonly Look[])[]> = new Map([
  ['limits', [['message']]],
  ['expiry', [inUse]],
  ['licences', [['counts']]],
]);

/** The same of the rules that say something else. */
const looks: { readonly [R in Decided]?: readonly (readonly Look[])[] } = {
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

const byRule = new Map(Object.entries(looks));

/** The name of a rule in any channel. */
export function nameOf(id: JudgedId): string {
  return id.split('/', 2).join('/');
}

/** The looks of which one of each decides a rule; none for a rule that each answer decides. */
export function looksOf(rule: JudgedId): readonly (readonly Look[])[] {
  return byRule.get(nameOf(rule)) ?? byArea.get(areaOf(rule)) ?? [];
}

/** The state of the deployment at a fact, as it is known. */
export interface Known {
  readonly before: readonly Event[];
  /** The channel of a device. */
  line(device: string, channel: Channel): Pick<Told, 'limit' | 'used'>;
}

/** Returns whether another answer to a fact is one that decides the rule. */
export function decides(rule: JudgedId, fact: Event, other: Event, known: Known): boolean {
  const [shown, all] = [lookAt(fact, other), looksOf(rule)];
  if (shown !== undefined && all.length > 0 && !all.flat().includes(shown)) return false;
  return stateByRule.get(nameOf(rule))?.(fact, known, rule) !== false;
}

type State = (fact: Event, known: Known, rule: JudgedId) => boolean;

/** The last message that a limit has room for: a lower limit would hold it back. */
const isLast: State = (fact, { line }) => {
  if (fact.kind !== 'sent') return true;
  const { limit, used } = line(fact.device, fact.channel);
  return used !== undefined && limit === used + fact.sent;
};

/** No more than the limit allows, after the last message below it was sent. */
const isFull: State = (fact, { before, line }) => {
  if (fact.kind !== 'sent') return true;
  const { limit, used } = line(fact.device, fact.channel);
  const isSent = (one: Event) =>
    one.kind === 'sent' && one.device === fact.device && one.channel === fact.channel && one.sent > 0;
  return used !== undefined && used + fact.sent === limit && [...singleEvents(before), fact].some(isSent);
};

/** A counter that is to show just what was sent since it was none: one that was read with more may have been wrong already. */
const isCounted: State = (fact, { before, line }, rule) => {
  if (fact.kind !== 'settings') return true;
  const [channel, events] = [channelIn(rule), singleEvents(before)];
  const wasNone = (one: Event) =>
    one.kind === 'waited' ||
    (one.kind === 'device' && one.device === fact.device && (one.unsent ?? one.fresh));
  const sentOf = (one: Event) =>
    one.kind === 'sent' && one.device === fact.device && one.channel === channel ? one.sent : 0;
  const { used = 0 } = line(fact.device, channel);
  const shown = channel === 'sms' ? fact.read.usageSms : fact.read.usageEmail;
  const sentSince = (step: number) => events.slice(step).reduce((sum, one) => sum + sentOf(one), 0);
  return used > 0 && shown === used && events.some((one, step) => wasNone(one) && sentSince(step) === used);
};

/** Messages of the other channel, or of other devices, would have used the limit up. */
function isApart(others: (device: string, channel: Channel, before: readonly Event[]) => Line[]): State {
  return (fact, { before, line }) => {
    if (fact.kind !== 'sent') return true;
    const { limit, used = 0 } = line(fact.device, fact.channel);
    const counts = others(fact.device, fact.channel, before).map((of) => line(...of).used ?? 0);
    return typeof limit === 'number' && counts.some((count) => count + used + fact.sent > limit);
  };
}

type Line = readonly [device: string, channel: Channel];

const otherChannel = (device: string, channel: Channel): Line[] => [
  [device, channel === 'email' ? 'sms' : 'email'],
];

const otherDevices = (device: string, channel: Channel, before: readonly Event[]): Line[] =>
  before.flatMap((one): Line[] =>
    one.kind === 'device' && one.device !== device ? [[one.device, channel]] : [],
  );

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
      case 'licences':
      case 'allotted': {
        const counts = before.flatMap((one) =>
          one.kind === 'licences' || one.kind === 'allotted' ? [one.used ?? 0] : [],
        );
        return (fact.used ?? 0) < (counts.at(-1) ?? 0) !== inUse;
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

/** The last of several locations is where the device is: one that keeps the first would show another. */
const isNewlyThere: State = (fact, { before }) => {
  if (fact.kind !== 'last') return false;
  const ofIt = before.filter((one) => one.kind === 'located').filter(({ device }) => device === fact.device);
  return ofIt.at(-1)?.place === fact.place && ofIt.some(({ place }) => place !== fact.place);
};

/** The state in which a rule is decided, where more has to be known of it than that the rule forbids another answer. */
const states: { readonly [R in Decided | JudgedId]?: State } = {
  'groups/created-is-listed': isNewlyListed,
  'users/created-is-listed': isNewlyListed,
  'devices/posted-location-becomes-last': isNewlyThere,
  'limits/sends-below-limit': isLast,
  'limits/stops-at-limit': isFull,
  'limits/usage-counts': isCounted,
  'limits/per-device': isApart(otherDevices),
  'limits/channels-apart': isApart(otherChannel),
  'expiry/reached-expires': isSeen(false),
  'expiry/earlier-takes-effect': isSeen(false),
  'expiry/change-any-time': isSeen(true),
  'expiry/off-never-expires': isSeen(true),
  // One is made available, too.
  'licences/expiry-releases-one': (fact) => fact.kind !== 'licences' || fact.available !== undefined,
  // Until a device has expired nothing shows that another one stays as it was.
  'expiry/only-its-own': (fact, { before }) => showsExpiry([...before, fact]),
};

const stateByRule = new Map<string, State>(Object.entries(states));

function channelIn(rule: JudgedId): Channel {
  return rule.endsWith('/sms') ? 'sms' : 'email';
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
