/**
 * The requests to a deployment and what came of them, in canonical facts: the judge's only input, and what a recording holds.
 * A field that is optional is absent where it is not known, or not so.
 */
import {
  type Data,
  discriminated,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  optionals,
  orNull,
  string,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { guardedOperations } from '../specification/operations.ts';
import { channelIds } from '../specification/records/values.ts';

const some = string();
const family = oneOf('group', 'user');
/** `unclear` where the answer to a write does not say. `unanswered`: it may happen at any time, or anything else, or nothing. */
const taken = oneOf('taken', 'refused', 'unclear', 'unanswered');
const channel = oneOf(...channelIds);
/** Texts of a record by fact; `members` are ids in their order. */
const texts = map(some);
/** In ms since 1970 UTC; of what dates can hold, some is left for what follows from it. */
const moment = number({ minimum: -8.6e15, maximum: 8.6e15 });
/** The deployment's time afterwards. */
const at = moment;
/** `record` and `device` are ids. */
const ofRecord = { at, family, record: some };
const ofDevice = { at, device: some };
const limit = orNull(number());
/** Daily limits; `null` is none. */
const limits = optionals({ dailyEmail: limit, dailySms: limit });
/** A change of the settings of a device; what is absent was not sent. Dates are YYYY-MM-DD. */
const change = {
  ...limits,
  ...optionals({ usageEmail: number(), usageSms: number(), expires: yesNo, expirationDate: orNull(some) }),
};
/** The settings of a device as they were read; what is absent was not shown. */
const settings = object({ ...change, licence: optional(oneOf('used', 'expired')) });
/** A record as it is in a list. */
const entry = object({ id: optional(some), texts });
/** `drawn`: its texts are some that a store may get wrong. `left`: facts that a PUT left out. */
const written = object({ ...ofRecord, texts, taken, drawn: optional(yesNo), left: optional(list(some)) });
const counts = object({ at, ...optionals({ used: number(), available: number() }) });

const ofRecords = {
  /** A list that is no list of records of the account, by how many entries it has; absent where that does not show. */
  choices: object({ at, of: oneOf('countries', 'timeZones'), count: optional(number()) }),
  created: object({
    ...{ ...ofRecord, texts, drawn: optional(yesNo) },
    /** Facts that it has, and that may be kept in another way. */
    open: optional(list(some)),
    /** An answer showed another record under its id before. */
    others: optional(yesNo),
  }),
  replaced: written,
  updated: written,
  deleted: object({ ...ofRecord, taken }),
  read: object({ ...ofRecord, found: optional(yesNo), texts }),
  listed: object({
    ...{ at, family, entries: list(entry) },
    /** Tells whether all pages were seen. */
    complete: yesNo,
    /** The ids of others that the list before lacked, and that stood in the one before it. */
    returned: optional(list(some)),
  }),
};

const ofDevices = {
  device: object({
    ...ofDevice,
    /** Never used. */
    fresh: yesNo,
    /** Known to be a used licence; `earlier`: it was that before the history, too. */
    counts: yesNo,
    earlier: optional(yesNo),
    /** An expiration date may have been set; absent: as for one that is not fresh. */
    dated: optional(yesNo),
    /** It never had a limit, and never sent anything; absent: as `fresh`. */
    unsent: optional(yesNo),
    /** Limits that the run has set, and that are to hold still. */
    limits: optional(object(limits)),
    /** The run made it. `foreign`: it is not, and only read; `listed`: a list shows it as one that may be read. */
    own: optional(yesNo),
    foreign: optional(yesNo),
    listed: optional(yesNo),
  }),
  set: object({ ...ofDevice, change: object(change), done: yesNo }),
  /** `atOnce`: so many requests for one message each, all under way together. */
  sent: object({
    ...ofDevice,
    channel,
    asked: integer({ minimum: 0, maximum: 1_000 }),
    sent: number(),
    atOnce: optional(yesNo),
  }),
  settings: object({ ...ofDevice, read: settings }),
  activated: object({
    ...{ ...ofDevice, activated: yesNo },
    /** A new expiration date far ahead was given with it. */
    dated: yesNo,
    /** Tells whether Expires was switched off after a refusal, and it was asked for again. */
    insisted: optional(yesNo),
    /** Together with others. */
    atOnce: optional(yesNo),
  }),
  licences: counts,
  /** The licences of the account were changed before. */
  allotted: counts,
  waited: object({ at }),
};

/** Reads and reports of devices. Positions are named by texts: equal texts are equal positions. */
const ofVisits = {
  located: object({
    ...{ ...ofDevice, place: some, taken },
    /** Tells whether it is newer than all that were posted before. */
    newest: yesNo,
    /** Its own time. */
    time: optional(moment),
    /** No vehicle can have come there since, so that it may be dropped. */
    far: optional(yesNo),
    /** The place of the one before. */
    again: optional(yesNo),
    /** Long ago; `known`: at a moment that deployments are known to keep otherwise. */
    past: optional(oneOf('ordinary', 'known')),
  }),
  /** `time`: that which is shown as the own time of the location. */
  last: object({ ...ofDevice, place: optional(some), time: optional(moment) }),
  visited: object({
    ...{ ...ofDevice, found: optional(yesNo) },
    /** The id of the device that was shown in its place. */
    shown: optional(some),
    /** Tells whether what it shows and what the list showed of it cannot both be true. */
    contradicts: optional(yesNo),
  }),
  /** An id that names no device was read: whether it was answered as a known one is; that id, and the device that was shown. */
  strange: object({ at, asKnown: yesNo, ...optionals({ id: some, shown: some }) }),
  /** `placed`: it says where the device is. */
  alerted: object({ ...ofDevice, taken, placed: optional(yesNo) }),
  /** Alerts that a device shows, of those that calls sent which had to be refused. */
  alerts: object({ ...ofDevice, marks: list(some) }),
  /** The list of devices, by their ids. */
  devices: object({
    ...{ at, listed: list(some) },
    /** The entries that came more than once. */
    repeated: list(some),
    /** Tells whether all pages were seen. */
    complete: yesNo,
    /** Other devices of the run that it leaves out, and that are read. */
    lacks: optional(list(some)),
    /** How many there are by the word of the deployment. */
    total: optional(number()),
  }),
};

/** Credentials of a token request; `near-miss`: almost like the good ones. */
const credentials = oneOf(
  ...(['good', 'wrong-api-key', 'unknown-user', 'empty-credentials', 'missing-user-name'] as const),
  ...(['missing-api-key', 'missing-both', 'near-miss'] as const),
);
/** The content of a field of an answer; `none`: it is absent, null or empty. */
const held = oneOf('text', 'none', 'other');

/** The form of the answer to a token request, whatever it means. */
export const tokenFormSchema = object({
  /** Tells whether it is a JSON object. */
  object: yesNo,
  ...{ token: held, error: held, expires: held },
  /** Absent: neither true nor false. */
  success: optional(yesNo),
  /** An `expires` that is text can be by ISO 8601 in UTC, by ISO 8601 with another zone or none, or otherwise. */
  written: optional(oneOf('iso-utc', 'iso', 'otherwise')),
  /** The fault of the token as a JWT, to be read after "the token"; absent where it has none, or there is no token. */
  fault: optional(some),
  /** How far `expires` lies ahead of each clock that shows when the answer was given, in ms. */
  ahead: optional(list(number())),
  /** Tells whether a token that was issued so works, where not every clock shows that it lies ahead. */
  works: optional(yesNo),
  /** The answer in words, to be read after "a token in" or "no token in". */
  shown: optional(some),
});

/** Bearer values that were never issued: each kind is one rule's. */
const badBearer = oneOf('none', 'garbage', 'tampered');
/** `superseded`: another was issued since, which may have ended it; absent: as far as the other facts say. */
const issuedBearer = object({ token: some, superseded: optional(yesNo) });
/**
 * `yes`: the operation did its work, or shows what it shows to a good token. `heard`: it looked into the request, and so took
 * the bearer value. `no`: it refused for want of a good token.
 * `absent`: it answered as what the document does not know. `unclear`: the answer does not say.
 */
const served = oneOf('yes', 'heard', 'no', 'absent', 'unclear');

/** The effect that a call asked for, by texts and places that nothing else sent. */
const sent = discriminated('what', {
  /** Without a record nothing showed that it was made. */
  create: object({ family, record: optional(some), texts }),
  replace: object({ family, record: some, texts }),
  update: object({ family, record: some, texts }),
  delete: object({ family, record: some }),
  location: object({ device: some, place: some }),
  alert: object({ device: some, mark: some }),
});

const ofTokens = {
  issued: object({
    ...{ at, credentials, issued: yesNo },
    /** Names the token. */
    ...optionals({ token: some, expires: moment }),
    /** Absent where what stands before the service may have answered, or a value was of another type. */
    form: optional(tokenFormSchema),
    /** It was answered that there were too many requests, or that nothing is served now, or after a key that may have locked the account. */
    busy: optional(yesNo),
    /** The run had another token in force; `wasOff`: it had switched API access off at any time. */
    further: optional(yesNo),
    wasOff: optional(yesNo),
    /** It was refused for want of a token; `absent`: it was answered as what the document does not know. */
    asksBearer: optional(yesNo),
    absent: optional(yesNo),
  }),
  access: object({ at, enabled: yesNo }),
  called: object({
    ...{ at, operation: oneOf(...guardedOperations.map(({ id }) => id)), served },
    bearer: typed<Data<typeof badBearer> | Data<typeof issuedBearer>>({ anyOf: [badBearer, issuedBearer] }),
    /** Another spelling of the path or the method, in words. */
    by: optional(some),
    /** It may be answered like what is not there, since it is kept from this account. */
    hidden: optional(yesNo),
    /** Tells whether the answer shows that it did its work; absent where that is not known. */
    done: optional(yesNo),
    /** Between which moments of the deployment's clock it was called, by all that shows it. */
    when: optional(object({ from: moment, to: moment })),
    sent: optional(sent),
  }),
};

const single = { ...ofRecords, ...ofDevices, ...ofVisits, ...ofTokens };
const singleSchema = discriminated('kind', single);
/** Calls that were under way together: they may have happened in any order. */
const burst = object({ at, calls: list(singleSchema, { maxItems: 100 }) });

export const eventSchema = discriminated('kind', { ...single, burst });

export type Family = Data<typeof family>;
export type Texts = Data<typeof texts>;
export type WriteResult = Data<typeof taken>;
export type Settings = Data<typeof settings>;
export type Change = Omit<Settings, 'licence'>;
export type Limits = Pick<Settings, 'dailyEmail' | 'dailySms'>;
export type Entry = Data<typeof entry>;
export type Credentials = Data<typeof credentials>;
export type Held = Data<typeof held>;
export type TokenForm = Data<typeof tokenFormSchema>;
export type BadBearer = Data<typeof badBearer>;
export type Served = Data<typeof served>;
export type Sent = Data<typeof sent>;
export type SingleEvent = Data<typeof singleSchema>;
export type RecordEvent = Extract<SingleEvent, { kind: Exclude<keyof typeof ofRecords, 'choices'> }>;
export type ChoicesEvent = Extract<SingleEvent, { kind: 'choices' }>;
export type BurstEvent = Extract<Event, { kind: 'burst' }>;
export type Event = Data<typeof eventSchema>;

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
