/**
 * Services that do nothing, and the facts in which they would differ from one that does. A rule can hold on them
 * without being kept: so a pass needs a history that such a service could not have answered. Each is a row, for
 * the rules that ask for what it does not do.
 */
import { channels, type JudgedId, nameOf } from '../specification/judged.ts';
import { type Area, areaOf, type RuleId } from '../specification/rules/index.ts';
import { type Event, type SingleEvent, singleEvents, type Texts } from './event.ts';
import { isText, plain } from './parts/record-texts.ts';
import { isLate } from './parts/tokens.ts';

type Kind = SingleEvent['kind'];
type Of<K extends Kind> = Extract<SingleEvent, { kind: K }>;
/** Tells whether it would have answered so, or could not have; nothing where the fact is not about it. */
type Alike<F extends SingleEvent = SingleEvent> = (
  fact: F,
  before: readonly SingleEvent[],
) => boolean | undefined;

/** A service that does nothing of one kind. */
interface Null {
  /** All that answers of such a service show: the beginning of a sentence. */
  readonly shows: string;
  /** The rules that it is about, or all of an area. */
  readonly about: readonly (Area | RuleId)[];
  /** Rules of these areas that ask for nothing that it does not do. */
  readonly but?: readonly RuleId[];
  /** The rules of which a history says nothing where no fact of it is about this. Default: none. */
  readonly decides?: readonly RuleId[];
  readonly alike: { readonly [K in Kind]?: Alike<Of<K>> };
}

/** It is about these rules alone, and decides all of them. */
const deciding = (...rules: readonly RuleId[]) => ({ about: rules, decides: rules });

const letsNothingExpire: Null = {
  shows: 'No device expired',
  about: ['expiry', 'licences'],
  but: ['expiry/off-by-default', 'expiry/on-needs-date', 'licences/device-uses-one'],
  decides: [
    ...(['expiry/reached-expires', 'expiry/off-never-expires', 'expiry/change-any-time'] as const),
    ...(['expiry/earlier-takes-effect', 'expiry/only-its-own', 'licences/expiry-releases-one'] as const),
  ],
  alike: {
    activated: ({ device, activated }, before) => (activated && isDated(device, before) ? false : undefined),
    settings({ device, read: { licence } }, before) {
      if (licence === 'expired') return isDated(device, before) ? false : undefined;
      return licence && true;
    },
    // A device that is made moves the counts on it, too.
    licences: ({ used }, before) =>
      !before.some((one) => one.kind === 'licences' && used !== undefined && used < (one.used ?? 0)),
  },
};

const nulls: readonly Null[] = [
  {
    shows: 'No message was sent at all',
    about: ['limits'],
    // The settings show it.
    but: ['limits/negative-refused'],
    decides: [
      ...(['limits/sends-below-limit', 'limits/stops-at-limit', 'limits/zero-sends-none'] as const),
      ...(['limits/next-day-restores', 'limits/holds-each-day', 'limits/usage-counts'] as const),
      ...(['limits/usage-restarts', 'limits/holds-at-once'] as const),
      ...(['limits/raise-takes-effect', 'limits/lower-takes-effect'] as const),
    ],
    alike: { sent: ({ sent }) => sent === 0 },
  },
  // Settings alone show no limit that holds, and messages that all are sent no counter that leaves out what is held back.
  {
    shows: 'No message was held back',
    ...deciding(
      ...(['limits/stops-at-limit', 'limits/zero-sends-none', 'limits/lower-takes-effect'] as const),
      ...(['limits/holds-each-day', 'limits/holds-at-once', 'limits/usage-counts'] as const),
    ),
    alike: { sent: ({ asked, sent }) => sent === asked },
  },
  {
    shows: 'No limit was taken',
    ...deciding('limits/raise-takes-effect', 'limits/next-day-restores', 'limits/changes-repeat'),
    alike: {
      sent: ({ asked, sent }) => sent === asked,
      settings: ({ read }) => (isNumber(read.dailyEmail) || isNumber(read.dailySms) ? false : undefined),
    },
  },
  // Limits and counters go on for ever on it: what is held back once is not sent later, and no counter begins anew.
  {
    shows: 'No new day began for the counters',
    about: ['limits/next-day-restores', 'limits/holds-each-day', 'limits/usage-restarts'],
    alike: {
      sent: ({ device, channel, sent }, before) =>
        sent === 0 ||
        !unchanged(device, before).some(
          (one) => one.kind === 'sent' && one.channel === channel && one.sent < one.asked,
        ),
      settings: ({ device, read }, before) =>
        !unchanged(device, before).some(
          (one) =>
            one.kind === 'settings' &&
            (['usageEmail', 'usageSms'] as const).some(
              (name) => (read[name] ?? Number.POSITIVE_INFINITY) < (one.read[name] ?? 0),
            ),
        ),
    },
  },
  // Texts that the history wrote are its own: no other record has them.
  {
    shows: 'Each read showed the same',
    about: ['groups', 'users', 'devices', 'limits', 'expiry', 'licences'],
    alike: {
      read: ({ found, texts }, before) => !found || !isWritten(texts, before),
      listed: ({ entries }, before) => !entries.some(({ texts }) => isWritten(texts, before)),
      last: ({ device, place }, before) =>
        place === undefined ||
        !before.some((one) => one.kind === 'located' && one.device === device && one.place === place),
      visited: ({ found }) => (found === undefined ? undefined : !found),
      alerted: ({ taken }) => taken !== 'taken',
      settings: (fact, before) => !isShown(fact, before) && isUnchanged(fact, before),
      licences: (fact, before) => isUnchanged(fact, before),
      devices: (fact, before) => isUnchanged(fact, before),
    },
  },
  {
    shows: 'No record was read by its id',
    about: ['groups/created-can-be-read', 'users/created-can-be-read'],
    alike: {
      created: () => true,
      read: ({ found, texts }, before) => (found && isWritten(texts, before) ? false : undefined),
    },
  },
  {
    shows: 'No alert was taken',
    about: ['devices/posted-alert-is-taken'],
    alike: { alerted: ({ taken }) => taken !== 'taken' },
  },
  letsNothingExpire,
  {
    shows: 'No device was activated',
    ...deciding(
      ...(['licences/activation-takes-one', 'licences/activation-refused-when-none'] as const),
      ...(['licences/released-serves-another', 'licences/never-over-allotted'] as const),
      ...(['licences/active-takes-no-second', 'licences/expires-again'] as const),
    ),
    alike: { activated: ({ activated }) => !activated },
  },
  {
    shows: 'Everything was refused',
    about: ['token', 'auth', 'operations'],
    alike: {
      issued: ({ credentials, issued }) => (credentials === 'good' ? !issued : undefined),
      called: ({ served }) => (served === 'unclear' ? undefined : served === 'no'),
    },
  },
  {
    shows: 'No token was issued after API access had been off',
    about: ['token/api-disabled'],
    alike: {
      issued({ credentials, issued }, before) {
        const wasOff = before.some((one) => one.kind === 'access' && !one.enabled);
        return credentials === 'good' && wasOff ? !issued : undefined;
      },
    },
  },
  {
    shows: 'Each token ended early',
    about: ['auth/valid-until-expiry'],
    alike: {
      called(fact, before) {
        const { bearer, served } = fact;
        if (typeof bearer === 'string' || (served !== 'yes' && served !== 'heard')) return undefined;
        const issue = before.find((one) => one.kind === 'issued' && one.token === bearer.token);
        if (issue?.kind !== 'issued' || issue.expires === undefined) return undefined;
        return !isLate({ at: issue.at, expires: issue.expires }, fact);
      },
    },
  },
];

function isAlike({ alike }: Null, fact: SingleEvent, before: readonly SingleEvent[]): boolean | undefined {
  const look: Alike<never> | undefined = alike[fact.kind];
  return look?.(fact as never, before);
}

/** Services that do not do what a rule asks for, and could have answered these facts as well: in words. */
export function alikeIn(events: readonly Event[], rule: JudgedId): string[] {
  // Messages of the other channel say nothing of a limit of this one.
  const channel = channels.find((one) => rule.endsWith(`/${one}`));
  const isOfOther = (fact: SingleEvent) =>
    channel !== undefined && fact.kind === 'sent' && fact.channel !== channel;
  const facts = singleEvents(events).filter((fact) => !isOfOther(fact));
  const [area, name] = [areaOf(rule), nameOf(rule)];
  const isOne = (names: readonly string[] = []) => names.includes(name);
  return nulls.flatMap((row) => {
    const { shows, about, but, decides } = row;
    if (isOne(but) || !(isOne(about) || about.includes(area))) return [];
    const seen = facts.map((fact, index) => isAlike(row, fact, facts.slice(0, index)));
    return (isOne(decides) || seen.includes(true)) && !seen.includes(false) ? [shows] : [];
  });
}

/** Returns whether a device expired. */
export function showsExpiry(events: readonly Event[]): boolean {
  const facts = singleEvents(events);
  return facts.some((fact, index) => isAlike(letsNothingExpire, fact, facts.slice(0, index)) === false);
}

/** Returns whether a device was given an expiration date: without one it had expired before. */
function isDated(device: string, before: readonly SingleEvent[]): boolean {
  return before.some(
    (one) => one.kind === 'set' && one.device === device && isString(one.change.expirationDate),
  );
}

const isNumber = (value: unknown) => typeof value === 'number';
const isString = (value: unknown) => typeof value === 'string';

/** The facts of a device since its settings were changed last. */
function unchanged(device: string, before: readonly SingleEvent[]): readonly SingleEvent[] {
  const own = before.filter((one) => 'device' in one && one.device === device);
  return own.slice(1 + own.findLastIndex(({ kind }) => kind === 'set' || kind === 'activated'));
}

function isWritten(texts: Texts, before: readonly SingleEvent[]): boolean {
  const isShown = ([name, text]: [string, string]) =>
    isText(name) && text !== '' && plain(text) === plain(texts[name] ?? '');
  return before.some(
    (one) =>
      (one.kind === 'created' || one.kind === 'replaced' || one.kind === 'updated') &&
      Object.entries(one.texts).some(isShown),
  );
}

/** Returns whether the settings show what was asked for, or that something was sent. */
function isShown({ device, read }: Of<'settings'>, before: readonly SingleEvent[]): boolean {
  const shown: ReadonlyMap<string, unknown> = new Map(Object.entries(read));
  return before.some((one) => {
    if (!('device' in one) || one.device !== device) return false;
    if (one.kind === 'sent')
      return one.sent > 0 && ((one.channel === 'email' ? read.usageEmail : read.usageSms) ?? 0) > 0;
    if (one.kind !== 'set') return false;
    return Object.entries(one.change).some(([name, value]) => value !== null && shown.get(name) === value);
  });
}

/** Returns whether the same that was read before was no other. */
function isUnchanged(fact: Of<'settings' | 'devices' | 'licences'>, before: readonly SingleEvent[]): boolean {
  const subjectOf = (one: SingleEvent) => ('device' in one ? one.device : '');
  const shownIn = ({ at: _, ...value }: SingleEvent) => JSON.stringify(value);
  const known = before.filter((one) => one.kind === fact.kind && subjectOf(one) === subjectOf(fact));
  return known.every((one) => shownIn(one) === shownIn(fact));
}
