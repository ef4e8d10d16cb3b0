/** A saved fleet: the schema of each part, from which its type follows. A snapshot carries a digest of itself, so its parts are not held against each other. */
import { count, instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  constant,
  each,
  integer,
  list,
  object,
  optional,
  orNull,
  type Static,
  string,
  text,
  tuple,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { eventKinds } from '../../contracts/specification/events/index.ts';
import { alert, bytes, event, extra, group, int32, message, user } from './forms.ts';

const whole = integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

export const accountState = object({
  userName: text,
  /** A secret, which not every saved state holds: without it the account keeps its own. */
  apiKey: optional(text),
  apiEnabled: yesNo,
  timeZone: text,
  /** When a day ends, where that is not as the profile says: see `DayEnds`. */
  dayEnds: optional(text),
  licenceTotal: count,
  /** A broken rule may count below 0. */
  licencesUsed: whole,
});
export type AccountState = Static<typeof accountState>;

/** The facts from which the first records follow. */
export const seedFacts = object({
  seed: whole,
  devices: integer({ minimum: 0, maximum: 1_000_000 }),
  groups: integer({ minimum: 0, maximum: 100_000 }),
  users: integer({ minimum: 1, maximum: 100_000 }),
  /** When the fleet began. */
  start: instant,
  userName: text,
  timeZone: text,
});
export type SeedFacts = Static<typeof seedFacts>;

export const deviceColumnsState = object({
  count,
  /** A typed array for each fact: see deviceColumns.ts. */
  columns: object({
    group: bytes,
    licence: bytes,
    expires: bytes,
    expirationDay: bytes,
    expiresAt: bytes,
    lastSeenAt: bytes,
    emailLimit: bytes,
    smsLimit: bytes,
    emailInForce: bytes,
    smsInForce: bytes,
    emailUsage: bytes,
    smsUsage: bytes,
    limitsTold: bytes,
  }),
  removed: optional(list(ordinal)),
});
export type DeviceColumnsState = Static<typeof deviceColumnsState>;

const field = optional(string());
export const devicesState = object({
  seed: whole,
  /** Descriptions that were given; all others follow from the seed. */
  described: list(
    tuple([ordinal, object({ name: field, model: field, licencePlate: field, imei: field, phone: field })]),
  ),
});
export type DevicesState = Static<typeof devicesState>;

/** By device, the event of its expiry. */
export const expiryState = list(tuple([ordinal, ordinal]));
export type ExpiryState = Static<typeof expiryState>;

/** The most rows that can be kept for a device. */
export const LONGEST_HISTORY = 1_000_000;
const written = integer({ minimum: 1, maximum: 2 ** 32 - 1 });
const place = integer({ minimum: 0, maximum: LONGEST_HISTORY - 1 });

export const locationStoreState = object({
  perDevice: integer({ minimum: 1, maximum: LONGEST_HISTORY }),
  /** Devices that reported, by id: their rows, oldest first, and their last location. */
  devices: list(object({ id: ordinal, written, rows: bytes, lastWritten: written, last: bytes })),
  /** In order of arrival: device, place among its rows, extra. */
  extras: list(tuple([ordinal, place, extra])),
  lastExtras: list(tuple([ordinal, extra])),
});
export type LocationStoreState = Static<typeof locationStoreState>;

export const alertsState = object({ nextId: ordinal, kept: list(alert) });
export type AlertsState = Static<typeof alertsState>;

export const outboxState = object({ nextId: ordinal, sent: count, withheld: count, kept: list(message) });
export type OutboxState = Static<typeof outboxState>;

/** `null` until they are first read: then the records follow from the seed. */
export const groupsState = orNull(object({ nextId: ordinal, records: list(group) }));
export const usersState = orNull(object({ nextId: ordinal, records: list(user) }));
export type RecordsState<R> = { nextId: number; records: R[] } | null;

export const digestState = object({ chain: bytes, lanes: tuple([int32, int32]) });
export type DigestState = Static<typeof digestState>;

export const logState = object({
  head: count,
  counts: object(each(eventKinds, count)),
  digest: digestState,
  kept: list(event),
});
export type LogState = Static<typeof logState>;

/** The events of their expiry, in the order of issue. */
export const tokensState = list(ordinal);
export type TokensState = Static<typeof tokensState>;

/** A whole fleet as JSON. The events it awaits are saved with the timeline: the two belong together. */
export const fleetState = object({
  version: constant(1),
  seed: seedFacts,
  account: accountState,
  columns: deviceColumnsState,
  devices: devicesState,
  expiry: expiryState,
  locations: locationStoreState,
  alerts: alertsState,
  outbox: outboxState,
  groups: groupsState,
  users: usersState,
  tokens: tokensState,
  log: logState,
});
export type FleetState = Static<typeof fleetState>;
