/**
 * Services that do nothing, and the facts in which they would differ from one that does. A rule can hold on them
 * without being kept: so a pass needs a history that such a service could not have answered. Each is stated once, for
 * the areas whose rules ask for what it does not do.
 */
import { channels, type JudgedId } from '../specification/judged.ts';
import { guardedOperations } from '../specification/operations.ts';
import { type Area, areaOf } from '../specification/rules/index.ts';
import { type Event, type Settings, type SingleEvent, singleEvents } from './event.ts';
import { isText, plain } from './parts/record-texts.ts';
import { isLate } from './parts/tokens.ts';

/** `alike`: it would have answered so. `unlike`: it could not have. Nothing where the fact is not about it. */
type Likeness = 'alike' | 'unlike' | undefined;

/** A service that does nothing of one kind. */
interface Null {
  /** All that answers of such a service show: the beginning of a sentence. */
  readonly shows: string;
  readonly areas: readonly Area[];
  /** Rules of these areas that ask for nothing that it does not do. */
  readonly but?: readonly JudgedId[];
  /** The rules that it is about, if not those of whole areas. */
  readonly only?: readonly JudgedId[];
  /** The rules of which a history says nothing where no fact of it is about this. Default: none. */
  readonly decides?: readonly JudgedId[];
  of(fact: SingleEvent, before: readonly SingleEvent[]): Likeness;
}

const sendsNothing: Null = {
  shows: 'No message was sent at all',
  areas: ['limits'],
  // The settings show it.
  but: ofChannels('negative-refused'),
  decides: ofChannels(
    ...(['sends-below-limit', 'stops-at-limit', 'zero-sends-none', 'next-day-restores'] as const),
    ...(['holds-each-day', 'usage-counts', 'usage-restarts', 'holds-at-once'] as const),
    ...(['raise-takes-effect', 'lower-takes-effect'] as const),
  ),
  of: (fact) => (fact.kind === 'sent' ? likeness(fact.sent === 0) : undefined),
};

/** Settings alone show no limit that holds, and messages that all are sent no counter that leaves out what is held back. */
const holdsNothingBack: Null = {
  shows: 'No message was held back',
  areas: ['limits'],
  ...decided(
    ofChannels(
      ...(['stops-at-limit', 'zero-sends-none', 'lower-takes-effect', 'holds-each-day'] as const),
      ...(['holds-at-once', 'usage-counts'] as const),
    ),
  ),
  of: (fact) => (fact.kind === 'sent' ? likeness(fact.sent === fact.asked) : undefined),
};

const takesNoLimit: Null = {
  shows: 'No limit was taken',
  areas: ['limits'],
  ...decided(ofChannels('raise-takes-effect', 'next-day-restores', 'changes-repeat')),
  of(fact) {
    if (fact.kind === 'sent') return likeness(fact.sent === fact.asked);
    if (fact.kind !== 'settings') return undefined;
    const { dailyEmail, dailySms } = fact.read;
    return typeof dailyEmail === 'number' || typeof dailySms === 'number' ? 'unlike' : undefined;
  },
};

/** Limits and counters go on for ever on it: what is held back once is not sent later, and no counter begins anew. */
const startsNoDay: Null = {
  shows: 'No new day began for the counters',
  areas: ['limits'],
  only: ofChannels('next-day-restores', 'holds-each-day', 'usage-restarts'),
  of(fact, before) {
    if (fact.kind !== 'sent' && fact.kind !== 'settings') return undefined;
    const ofDevice = before.filter((one) => 'device' in one && one.device === fact.device);
    const isChange = ({ kind }: SingleEvent) => kind === 'set' || kind === 'activated';
    const since = ofDevice.slice(1 + ofDevice.findLastIndex(isChange));
    if (fact.kind === 'settings')
      return likeness(!since.some((one) => one.kind === 'settings' && isLower(fact.read, one.read)));
    const isHeldBack = since.some(
      (one) => one.kind === 'sent' && one.channel === fact.channel && one.sent < one.asked,
    );
    return likeness(fact.sent === 0 || !isHeldBack);
  },
};

/** Texts that the history wrote are its own: no other record has them. */
const keepsNothing: Null = {
  shows: 'Each read showed the same',
  areas: ['groups', 'users', 'devices', 'limits', 'expiry', 'licences'],
  of(fact, before) {
    switch (fact.kind) {
      case 'read':
        return likeness(!fact.found || !before.some((one) => isWritten(one, fact.texts)));
      case 'listed':
        return likeness(!fact.entries.some(({ texts }) => before.some((one) => isWritten(one, texts))));
      case 'last':
        return likeness(fact.place === undefined || !before.some((one) => isPosted(one, fact)));
      case 'visited':
        return fact.found === undefined ? undefined : likeness(!fact.found);
      case 'alerted':
        return likeness(fact.taken !== 'taken');
      case 'settings':
        return before.some((one) => isShown(one, fact)) ? 'unlike' : changed(fact, before);
      case 'licences':
      case 'devices':
        return changed(fact, before);
      default:
        return undefined;
    }
  },
};

const readsNothing: Null = {
  shows: 'No record was read by its id',
  areas: ['groups', 'users'],
  only: ['groups/created-can-be-read', 'users/created-can-be-read'],
  of(fact, before) {
    if (fact.kind === 'created') return 'alike';
    if (fact.kind !== 'read' || !fact.found) return undefined;
    return before.some((one) => isWritten(one, fact.texts)) ? 'unlike' : undefined;
  },
};

const takesNoAlert: Null = {
  shows: 'No alert was taken',
  areas: ['devices'],
  only: ['devices/posted-alert-is-taken'],
  of: (fact) => (fact.kind === 'alerted' ? likeness(fact.taken !== 'taken') : undefined),
};

/** A device that is made moves the counts on it, too. */
const letsNothingExpire: Null = {
  shows: 'No device expired',
  areas: ['expiry', 'licences'],
  but: ['expiry/off-by-default', 'expiry/on-needs-date', 'licences/device-uses-one'],
  decides: [
    ...(['expiry/reached-expires', 'expiry/off-never-expires', 'expiry/change-any-time'] as const),
    ...(['expiry/earlier-takes-effect', 'expiry/only-its-own', 'licences/expiry-releases-one'] as const),
  ],
  of(fact, before) {
    if (fact.kind === 'activated')
      return fact.activated && isDated(fact.device, before) ? 'unlike' : undefined;
    if (fact.kind === 'settings') {
      const { licence } = fact.read;
      if (licence === 'expired') return isDated(fact.device, before) ? 'unlike' : undefined;
      return licence && 'alike';
    }
    if (fact.kind !== 'licences') return undefined;
    const { used } = fact;
    const isFewer = (one: SingleEvent) =>
      one.kind === 'licences' && used !== undefined && one.used !== undefined && used < one.used;
    return likeness(!before.some(isFewer));
  },
};

/** Returns whether a device was given an expiration date: without one it had expired before. */
function isDated(device: string, before: readonly SingleEvent[]): boolean {
  return before.some(
    (one) => one.kind === 'set' && one.device === device && typeof one.change.expirationDate === 'string',
  );
}

/** Returns whether a device expired. */
export function showsExpiry(events: readonly Event[]): boolean {
  const facts = singleEvents(events);
  return facts.some((fact, index) => letsNothingExpire.of(fact, facts.slice(0, index)) === 'unlike');
}

const activatesNothing: Null = {
  shows: 'No device was activated',
  areas: ['licences'],
  ...decided([
    ...(['licences/activation-takes-one', 'licences/activation-refused-when-none'] as const),
    ...(['licences/released-serves-another', 'licences/never-over-allotted'] as const),
    ...(['licences/active-takes-no-second', 'licences/expires-again'] as const),
  ]),
  of: (fact) => (fact.kind === 'activated' ? likeness(!fact.activated) : undefined),
};

const refusesAll: Null = {
  shows: 'Everything was refused',
  areas: ['token', 'auth', 'operations'],
  of(fact) {
    if (fact.kind === 'issued') return fact.credentials === 'good' ? likeness(!fact.issued) : undefined;
    if (fact.kind !== 'called' || fact.served === 'unclear') return undefined;
    return likeness(fact.served === 'no');
  },
};

const staysClosed: Null = {
  shows: 'No token was issued after API access had been off',
  areas: ['token'],
  only: ['token/api-disabled'],
  of(fact, before) {
    const wasOff = before.some((one) => one.kind === 'access' && !one.enabled);
    if (fact.kind !== 'issued' || fact.credentials !== 'good' || !wasOff) return undefined;
    return likeness(!fact.issued);
  },
};

const endsEarly: Null = {
  shows: 'Each token ended early',
  areas: ['auth'],
  only: guardedOperations.map(({ id }): JudgedId => `auth/valid-until-expiry/${id}`),
  of(fact, before) {
    if (fact.kind !== 'called' || typeof fact.bearer === 'string') return undefined;
    if (fact.served !== 'yes' && fact.served !== 'heard') return undefined;
    const { token } = fact.bearer;
    const issue = before.find((one) => one.kind === 'issued' && one.token === token);
    if (issue?.kind !== 'issued' || issue.expires === undefined) return undefined;
    return likeness(!isLate({ at: issue.at, expires: issue.expires }, fact));
  },
};

export const nulls: readonly Null[] = [
  sendsNothing,
  holdsNothingBack,
  takesNoLimit,
  startsNoDay,
  keepsNothing,
  readsNothing,
  takesNoAlert,
  letsNothingExpire,
  activatesNothing,
  refusesAll,
  staysClosed,
  endsEarly,
];

/** Services that do not do what a rule asks for, and could have answered these facts as well: in words. */
export function alikeIn(events: readonly Event[], rule: JudgedId): string[] {
  // Messages of the other channel say nothing of a limit of this one.
  const channel = channels.find((one) => rule.endsWith(`/${one}`));
  const isOfOther = (fact: SingleEvent) =>
    channel !== undefined && fact.kind === 'sent' && fact.channel !== channel;
  const facts = singleEvents(events).filter((fact) => !isOfOther(fact));
  const area = areaOf(rule);
  return nulls.flatMap(({ shows, areas, but = [], only, decides = [], of }) => {
    if (!areas.includes(area) || but.includes(rule) || only?.includes(rule) === false) return [];
    const seen = facts.map((fact, index) => of(fact, facts.slice(0, index)));
    return (decides.includes(rule) || seen.includes('alike')) && !seen.includes('unlike') ? [shows] : [];
  });
}

type LimitRule = Extract<JudgedId, `limits/${string}/sms`> extends `limits/${infer Name}/sms` ? Name : never;

function ofChannels(...names: readonly LimitRule[]): JudgedId[] {
  return names.flatMap((name) => channels.map((channel): JudgedId => `limits/${name}/${channel}`));
}

/** It is about these rules alone, and decides all of them. */
function decided(only: readonly JudgedId[]): Pick<Null, 'only' | 'decides'> {
  return { only, decides: only };
}

function likeness(isAlike: boolean): Likeness {
  return isAlike ? 'alike' : 'unlike';
}

/** Returns whether a counter is lower than it was. */
function isLower(now: Settings, before: Settings): boolean {
  const counters = ['usageEmail', 'usageSms'] as const;
  return counters.some((name) => (now[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? 0));
}

function isWritten(fact: SingleEvent, texts: { readonly [fact: string]: string }): boolean {
  if (fact.kind !== 'created' && fact.kind !== 'replaced' && fact.kind !== 'updated') return false;
  return Object.entries(fact.texts).some(
    ([name, text]) => isText(name) && text !== '' && plain(text) === plain(texts[name] ?? ''),
  );
}

function isPosted(fact: SingleEvent, { device, place }: Extract<SingleEvent, { kind: 'last' }>): boolean {
  return fact.kind === 'located' && fact.device === device && fact.place === place;
}

/** Returns whether the settings show what was asked for, or that something was sent. */
function isShown(fact: SingleEvent, { device, read }: Extract<SingleEvent, { kind: 'settings' }>): boolean {
  if (!('device' in fact) || fact.device !== device) return false;
  if (fact.kind === 'sent')
    return fact.sent > 0 && ((fact.channel === 'email' ? read.usageEmail : read.usageSms) ?? 0) > 0;
  if (fact.kind !== 'set') return false;
  const shown: ReadonlyMap<string, unknown> = new Map(Object.entries(read));
  return Object.entries(fact.change).some(([name, value]) => value !== null && shown.get(name) === value);
}

/** Returns whether the same was read before, and was another. */
function changed(
  fact:
    | Extract<SingleEvent, { kind: 'settings' | 'devices' }>
    | Extract<SingleEvent, { kind: 'licences' | 'allotted' }>,
  before: readonly SingleEvent[],
): Likeness {
  const known = before.filter((one) => one.kind === fact.kind && subjectOf(one) === subjectOf(fact));
  return likeness(known.every((one) => shownIn(one) === shownIn(fact)));
}

function subjectOf(fact: SingleEvent): string {
  return 'device' in fact ? fact.device : '';
}

function shownIn({ at: _, ...value }: SingleEvent): string {
  return JSON.stringify(value);
}
