/** The requests to a deployment and what came of them, in canonical facts: the judge's only input. */
import type { EpochMs } from '../profile/facts.ts';
import type { Channel } from '../specification/judged.ts';
import type { GuardedOperationId } from '../specification/operations.ts';

/** The two families of records. */
export type Family = 'group' | 'user';

/** Texts of a record by fact; `members` are ids in their order. */
export type Texts = { readonly [fact: string]: string };

/**
 * Tells whether a write was taken; `unclear` where its answer does not say. `unanswered`: it may happen at any time, or
 * anything else, or nothing.
 */
export type Taken = 'taken' | 'refused' | 'unclear' | 'unanswered';

/** Daily limits; `null` is none. */
export interface Limits {
  readonly dailyEmail?: number | null;
  readonly dailySms?: number | null;
}

/** A change of the settings of a device; what is absent was not sent. */
export interface Change extends Limits {
  readonly usageEmail?: number;
  readonly usageSms?: number;
  readonly expires?: boolean;
  /** YYYY-MM-DD. */
  readonly expirationDate?: string | null;
}

/** The settings of a device as they were read; what is absent was not shown. */
export interface Settings extends Change {
  readonly licence?: 'used' | 'expired';
}

/** A record as it is in a list. */
export interface Entry {
  readonly id?: string | undefined;
  readonly texts: Texts;
}

interface OfRecord {
  readonly family: Family;
  /** The id. */
  readonly record: string;
}

interface OfDevice {
  readonly device: string;
}

/** A list that is no list of records of the account, by how many entries it has; absent where that does not show. */
export interface ChoicesEvent {
  readonly kind: 'choices';
  readonly of: 'countries' | 'timeZones';
  readonly count?: number;
}

export type RecordEvent =
  /**
   * `drawn`: its texts are some that a store may get wrong. `open`: facts that it has, and that may be kept in another way.
   * `others`: an answer showed another record under its id before.
   */
  | (OfRecord & {
      readonly kind: 'created';
      readonly texts: Texts;
      readonly drawn?: boolean;
      readonly open?: readonly string[];
      readonly others?: boolean;
    })
  /** `left`: facts that a PUT left out. */
  | (OfRecord & {
      readonly kind: 'replaced' | 'updated';
      readonly texts: Texts;
      readonly taken: Taken;
      readonly drawn?: boolean;
      readonly left?: readonly string[];
    })
  | (OfRecord & { readonly kind: 'deleted'; readonly taken: Taken })
  /** A write to an id that names nothing. */
  | {
      readonly kind: 'stray';
      readonly family: Family;
      readonly by: 'read' | 'replaced' | 'updated' | 'deleted';
    }
  /** `found` is undefined where the answer does not say. */
  | (OfRecord & { readonly kind: 'read'; readonly found?: boolean | undefined; readonly texts: Texts })
  | {
      readonly kind: 'listed';
      readonly family: Family;
      readonly entries: readonly Entry[];
      /** Tells whether all pages were seen. */
      readonly complete: boolean;
      /** The ids of others that the list before lacked, and that stood in the one before it. */
      readonly returned?: readonly string[];
    };

export type DeviceEvent =
  /**
   * `fresh`: never used. `counts`: known to be a used licence. `earlier`: it was that before the history, too.
   * `dated`: whether an expiration date may have been set; absent: as for one that is not fresh. `unsent`: whether it never
   * had a limit, and never sent anything; absent: as `fresh`. `limits`: those that the run has set, and that are to hold
   * still. `own`: the run made it. `foreign`: it is not, and only read; `listed`: a list shows it as one that may be read.
   */
  | (OfDevice & {
      readonly kind: 'device';
      readonly fresh: boolean;
      readonly counts: boolean;
      readonly earlier?: boolean;
      readonly dated?: boolean;
      readonly unsent?: boolean;
      readonly limits?: Limits;
      readonly own?: boolean;
      readonly foreign?: boolean;
      readonly listed?: boolean;
    })
  | (OfDevice & { readonly kind: 'set'; readonly change: Change; readonly done: boolean })
  /** `atOnce`: so many requests for one message each, all under way together. */
  | (OfDevice & {
      readonly kind: 'sent';
      readonly channel: Channel;
      readonly asked: number;
      readonly sent: number;
      readonly atOnce?: boolean;
    })
  | (OfDevice & { readonly kind: 'settings'; readonly read: Settings })
  /**
   * `dated`: a new expiration date far ahead was given with it. `insisted`: where it was refused, Expires was switched off
   * and it was asked for again. `atOnce`: together with others.
   */
  | (OfDevice & {
      readonly kind: 'activated';
      readonly activated: boolean;
      readonly dated: boolean;
      readonly insisted?: boolean;
      readonly atOnce?: boolean;
    })
  /** `allotted`: the licences of the account were changed before. `filled`: so many were used up by new devices before. */
  | {
      readonly kind: 'licences' | 'allotted';
      readonly used?: number;
      readonly available?: number;
      readonly filled?: number;
    }
  | { readonly kind: 'waited' };

/** Positions are named by texts: equal texts are equal positions. */
export type PlaceEvent =
  /**
   * `time`: its own. `far`: no vehicle can have come there since, so that it may be dropped. `again`: the place of the one
   * before. `past`: long ago; `known`: at a moment that deployments are known to keep otherwise.
   */
  | (OfDevice & {
      readonly kind: 'located';
      readonly place: string;
      /** Tells whether it is newer than all that were posted before. */
      readonly newest: boolean;
      readonly taken: Taken;
      readonly time?: EpochMs;
      readonly far?: boolean;
      readonly again?: boolean;
      readonly past?: 'ordinary' | 'known';
    })
  /** `time`: that which is shown as the own time of the location. */
  | (OfDevice & {
      readonly kind: 'last';
      readonly place?: string | undefined;
      readonly time?: EpochMs;
    });

/** Reads and reports of devices. */
export type VisitEvent =
  /** It was read: `found` is undefined where the answer does not say. */
  | (OfDevice & {
      readonly kind: 'visited';
      readonly found?: boolean | undefined;
      /** The id of the device that was shown in its place. */
      readonly shown?: string;
      /** Tells whether nothing of it was shown but its id, of which the list showed several facts. */
      readonly emptied?: boolean;
      /** Tells whether the list showed its name beside the id of another device, and not beside its own. */
      readonly mixed?: boolean;
    })
  /** An id that names no device was read: whether it was answered as a known one is; that id, and the device that was shown. */
  | {
      readonly kind: 'strange';
      readonly asKnown: boolean;
      readonly id?: string;
      readonly shown?: string;
    }
  /** `placed`: it says where the device is. */
  | (OfDevice & { readonly kind: 'alerted'; readonly taken: Taken; readonly placed?: boolean })
  /** Alerts that a device shows, of those that calls sent which had to be refused. */
  | (OfDevice & { readonly kind: 'alerts'; readonly marks: readonly string[] })
  /** The list of devices, by their ids. */
  | {
      readonly kind: 'devices';
      readonly listed: readonly string[];
      /** The entries that came more than once. */
      readonly repeated: readonly string[];
      /** Tells whether all pages were seen. */
      readonly complete: boolean;
      /** Other devices of the run that it leaves out, and that are read. */
      readonly lacks?: readonly string[];
      /** How many there are by the word of the deployment. */
      readonly total?: number;
    };

/** Credentials of a token request; `near-miss`: almost like the good ones. `open`: so near that they may be taken. */
export type Credentials =
  | 'good'
  | 'wrong-api-key'
  | 'unknown-user'
  | 'empty-credentials'
  | 'missing-user-name'
  | 'missing-api-key'
  | 'missing-both'
  | 'near-miss'
  | 'open';

/** The content of a field of an answer; `none`: it is absent, null or empty. */
export type Held = 'text' | 'none' | 'other';

/** The form of the answer to a token request, whatever it means. */
export interface TokenForm {
  /** Tells whether it is a JSON object. */
  readonly object: boolean;
  /** `undefined`: neither true nor false. */
  readonly success?: boolean;
  readonly token: Held;
  readonly error: Held;
  readonly expires: Held;
  /** An `expires` that is text can be by ISO 8601 in UTC, by ISO 8601 with another zone or none, or otherwise. */
  readonly written?: 'iso-utc' | 'iso' | 'otherwise';
  /** The fault of the token as a JWT, to be read after "the token"; absent where it has none, or there is no token. */
  readonly fault?: string;
  /** How far `expires` lies ahead of each clock that shows when the answer was given, in ms. */
  readonly ahead?: readonly number[];
  /** Tells whether a token that was issued so works, where not every clock shows that it lies ahead; absent where that is not known. */
  readonly works?: boolean;
  /** The answer in words, to be read after "a token in" or "no token in". */
  readonly shown?: string;
}

/** Bearer values that were never issued: each kind is one rule's. */
export type BadBearer = 'none' | 'garbage' | 'tampered';

/**
 * `yes`: the operation did its work, or shows what it shows to a good token. `heard`: it looked into the request, and so took
 * the bearer value. `no`: it refused for want of a good token.
 * `absent`: it answered as what the document does not know. `unclear`: the answer does not say.
 */
export type Served = 'yes' | 'heard' | 'no' | 'absent' | 'unclear';

/** The effect that a call asked for, by texts and places that nothing else sent. */
export type Sent =
  /** Without a record nothing showed that it was made. */
  | { readonly what: 'create'; readonly family: Family; readonly record?: string; readonly texts: Texts }
  | (OfRecord & { readonly what: 'replace' | 'update'; readonly texts: Texts })
  | (OfRecord & { readonly what: 'delete' })
  | (OfDevice & { readonly what: 'location'; readonly place: string })
  | (OfDevice & { readonly what: 'alert'; readonly mark: string });

export type TokenEvent =
  | {
      readonly kind: 'issued';
      readonly credentials: Credentials;
      readonly issued: boolean;
      /** Names the token. */
      readonly token?: string;
      readonly expires?: EpochMs;
      /** Absent where what stands before the service may have answered, or a value was of another type. */
      readonly form?: TokenForm;
      /** Tells whether it was answered that there were too many requests, or that nothing is served now, or after a key that may have locked the account. */
      readonly busy?: boolean;
      /** Tells whether the run had another token in force. */
      readonly further?: boolean;
      /** Tells whether the run had switched API access off at any time. */
      readonly wasOff?: boolean;
      /** Tells whether it was refused for want of a token. */
      readonly asksBearer?: boolean;
      /** Tells whether it was answered as what the document does not know. */
      readonly absent?: boolean;
    }
  | { readonly kind: 'access'; readonly enabled: boolean }
  | {
      readonly kind: 'called';
      readonly operation: GuardedOperationId;
      /** `superseded`: another was issued since, which may have ended it; absent: as far as the other facts say. */
      readonly bearer: { readonly token: string; readonly superseded?: boolean } | BadBearer;
      /** Another spelling of the path or the method, in words. */
      readonly by?: string;
      readonly served: Served;
      /** Tells whether it may be answered like what is not there, since it is kept from this account. */
      readonly hidden?: boolean;
      /** Tells whether the answer shows that it did its work; absent where that is not known. */
      readonly done?: boolean;
      /** Between which moments of the deployment's clock it was called, by all that shows it. */
      readonly when?: { readonly from: EpochMs; readonly to: EpochMs };
      readonly sent?: Sent;
    };

/** `at`: the deployment's time afterwards. */
export type SingleEvent = { readonly at: EpochMs } & (
  | RecordEvent
  | DeviceEvent
  | PlaceEvent
  | VisitEvent
  | ChoicesEvent
  | TokenEvent
);

/** Calls that were under way together: they may have happened in any order. */
export interface BurstEvent {
  readonly at: EpochMs;
  readonly kind: 'burst';
  readonly calls: readonly SingleEvent[];
}

export type Event = SingleEvent | BurstEvent;

/** Each call of a history by itself. */
export function singleEvents(events: readonly Event[]): SingleEvent[] {
  return events.flatMap((event) => (event.kind === 'burst' ? event.calls : [event]));
}

/**
 * The effect of a call, as the event of an ordinary write: one that shows that it was carried out with a good token was
 * taken, and of others it shows later. Other events are themselves.
 */
export function effectOf(event: SingleEvent): SingleEvent {
  if (event.kind !== 'called' || !event.sent) return event;
  const { at, sent, done = false, bearer } = event;
  const taken = done && typeof bearer === 'object' ? 'taken' : 'unclear';
  switch (sent.what) {
    case 'create':
      return sent.record === undefined
        ? event
        : { at, kind: 'created', family: sent.family, record: sent.record, texts: sent.texts };
    case 'alert':
      return { at, kind: 'alerted', device: sent.device, taken };
    case 'delete':
      return { at, kind: 'deleted', family: sent.family, record: sent.record, taken };
    case 'location':
      return { at, kind: 'located', device: sent.device, place: sent.place, newest: true, taken };
    default: {
      const { family, record, texts } = sent;
      return { at, kind: sent.what === 'replace' ? 'replaced' : 'updated', family, record, texts, taken };
    }
  }
}
