/** The requests to a deployment and what came of them, in canonical facts: the judge's only input. */
import type { EpochMs } from '../profile/facts.ts';
import type { Channel } from '../specification/judged.ts';
import type { GuardedOperationId } from '../specification/operations.ts';

/** The two families of records. */
export type Family = 'group' | 'user';

/** Texts of a record by fact. */
export type Texts = { readonly [fact: string]: string };

/**
 * Whether a write was taken; `unclear` where its answer does not say. `unanswered`: it may happen at any time, or
 * anything else, or nothing.
 */
export type Taken = 'taken' | 'refused' | 'unclear' | 'unanswered';

/** A change of the settings of a device; what is absent was not sent. */
export interface Change {
  readonly dailyEmail?: number | null;
  readonly dailySms?: number | null;
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
  readonly id: string | undefined;
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

export type RecordEvent =
  | (OfRecord & { readonly kind: 'created'; readonly texts: Texts })
  | (OfRecord & { readonly kind: 'replaced' | 'updated'; readonly texts: Texts; readonly taken: Taken })
  | (OfRecord & { readonly kind: 'deleted'; readonly taken: Taken })
  /** `found` is undefined where the answer does not say. */
  | (OfRecord & { readonly kind: 'read'; readonly found: boolean | undefined; readonly texts: Texts })
  | {
      readonly kind: 'listed';
      readonly family: Family;
      readonly entries: readonly Entry[];
      /** Whether all pages were seen. */
      readonly complete: boolean;
    };

export type DeviceEvent =
  /**
   * `fresh`: never used. `counts`: known to be a used licence. `earlier`: it was that before the history, too.
   * `dated`: whether an expiration date may have been set; absent: as for one that is not fresh.
   */
  | (OfDevice & {
      readonly kind: 'device';
      readonly fresh: boolean;
      readonly counts: boolean;
      readonly earlier?: boolean;
      readonly dated?: boolean;
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
  /** `dated`: a new expiration date far ahead was given with it. */
  | (OfDevice & { readonly kind: 'activated'; readonly activated: boolean; readonly dated: boolean })
  /** `allotted`: the licences of the account were changed before. */
  | { readonly kind: 'licences' | 'allotted'; readonly used?: number; readonly available?: number }
  | { readonly kind: 'waited' };

/** Positions are named by texts: equal texts are equal positions. */
export type PlaceEvent =
  | (OfDevice & {
      readonly kind: 'located';
      readonly place: string;
      /** Whether it is newer than all that were posted before. */
      readonly newest: boolean;
      readonly taken: Taken;
    })
  | (OfDevice & { readonly kind: 'last'; readonly place: string | undefined });

/** Reads and reports of devices. */
export type VisitEvent =
  /** It was read: `found` is undefined where the answer does not say. */
  | (OfDevice & { readonly kind: 'visited'; readonly found: boolean | undefined })
  | (OfDevice & { readonly kind: 'alerted'; readonly taken: Taken })
  /** The list of devices, by their ids. */
  | {
      readonly kind: 'devices';
      readonly listed: readonly string[];
      /** The entries that came more than once. */
      readonly repeated: readonly string[];
      /** Whether all pages were seen. */
      readonly complete: boolean;
    };

export type TokenEvent =
  | {
      readonly kind: 'issued';
      readonly credentials: 'good' | 'wrong-api-key' | 'unknown-user' | 'empty-credentials';
      readonly issued: boolean;
      /** Names the token. */
      readonly token?: string;
      readonly expires?: EpochMs;
    }
  | { readonly kind: 'access'; readonly enabled: boolean }
  | {
      readonly kind: 'called';
      readonly operation: GuardedOperationId;
      /** A token that was issued, or one that never was. */
      readonly bearer: { readonly token: string } | 'garbage' | 'tampered';
      readonly served: boolean;
    };

/** `at`: the deployment's time afterwards. */
export type SingleEvent = { readonly at: EpochMs } & (
  | RecordEvent
  | DeviceEvent
  | PlaceEvent
  | VisitEvent
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
