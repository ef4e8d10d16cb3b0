/**
 * The shape of the answer that a profile can give to each opening of the document.
 *
 * An opening is a detail the document leaves "not shown". The ids are those of the ledger in
 * `contracts/specification/openings.ts`; every id has exactly one value type here, so that the
 * default profile is complete by type. Times are written as ISO 8601 durations (`PT1H`), times of
 * day as `HH:MM`, places in a JSON payload as JSON Pointers (RFC 6901, `''` is the whole payload).
 */
import type { GuardedOperationId } from '../specification/index.ts';
import type { FactName } from './facts.ts';
import type { RecordFacts, ResourceName } from './records.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Scalar = null | boolean | number | string;
export type JsonPointer = string;
/** An HTTP status from 100 to 599. */
export type Status = number;
/** A name from the IANA time zone database, such as `Europe/Berlin`. */
export type TimeZone = string;
/** An ISO 8601 duration, such as `PT1H`. */
export type Duration = string;

/** The operations behind a token: all but the token request itself. */
export type GuardedOperation = GuardedOperationId;

/** Why a request of an operation is refused. Each has a status of its own in `errors.status`. */
export type Refusal =
  | 'malformed' // the body is no JSON
  | 'invalid' // the body is JSON, but not what the operation takes
  | 'content-type'
  | 'too-large'
  | 'unknown-id'
  | 'deleted-id' // an id that was once in use
  | 'unknown-path'
  | 'method-not-allowed'
  | 'conflict'
  | 'forbidden'
  | 'rate-limited'
  | 'failed'; // an injected or internal fault

/** Facts of a refusal that an error body can carry. */
export type ErrorFact = 'type' | 'title' | 'status' | 'code' | 'detail' | 'field' | 'success';

/** Where the facts of one thing stand in a payload, and what else stands there. */
export interface Shape<Fact extends string = string> {
  /**
   * Fact → the place it is written to and read from. A fact that is not named does not appear.
   * Places whose names are 0, 1, 2 … without a gap make an array: `/position/0`, `/position/1`.
   */
  fields: { [F in Fact]?: JsonPointer };
  /** Further fields with a fixed value: written always, never judged. */
  constants?: { [pointer: JsonPointer]: Json };
  /**
   * Other words for the values of a fact: `{ status: { online: 1, offline: 0 } }`. The canonical
   * value stands on the left as text, `true`, `false` and `null` ("none") too; what is not listed
   * is written as it is. In a fact that is a list of words, each word is replaced.
   */
  values?: { [F in Fact]?: { [canonical: string]: Scalar } };
}

export type ErrorBody =
  | ({ form: 'json'; contentType: string } & Shape<ErrorFact>)
  | { form: 'text'; contentType: string }
  | { form: 'empty' };

/** Where a record or a collection stands inside a payload. `at: ''` with constants spreads it. */
export interface Wrapping {
  at: JsonPointer;
  constants?: { [pointer: JsonPointer]: Json };
}

/** How a collection is written. */
export interface ListWrapping extends Wrapping {
  /** `array` of records, or `map` from the `key` fact of each record to its `value`. */
  form: 'array' | 'map';
  /** For a map: the fact that is the key, which then need not stand in the record too. Default: the record's id or code. */
  key?: string;
  /** For a map: the one fact that is the value. Default: the whole record. */
  value?: string;
  /** Where the number of all records stands, when it stands in the payload. */
  total?: JsonPointer;
  /** Where the cursor of the next page stands, for paging by cursor. */
  next?: JsonPointer;
}

export type ListName = 'devices' | 'groups' | 'users' | 'countries' | 'timeZones' | 'locations' | 'alerts';
export type WrappedRecord = 'device' | 'location' | 'alert' | 'group' | 'user';
/** Operations that make or change something, and so may answer with more or less of it. */
export type WriteOperation =
  | 'postLocations'
  | 'postAlerts'
  | 'createGroup'
  | 'replaceGroup'
  | 'updateGroup'
  | 'deleteGroup'
  | 'createUser'
  | 'replaceUser'
  | 'updateUser'
  | 'deleteUser';
/** What a write answers with. `id`: only the id, at `operations.envelope.id`. `nothing`: constants or no body. */
export type WriteAnswer = 'record' | 'id' | 'nothing';

export interface Envelope {
  /** Replies that carry one record. */
  records: { [R in WrappedRecord]: Wrapping };
  /** Replies that carry many. */
  lists: { [L in ListName]: ListWrapping };
  /** Requests that carry a group or a user. */
  bodies: { [R in 'group' | 'user']: Wrapping };
  /** What each write answers with. */
  answers: { [O in WriteOperation]: WriteAnswer };
  /** Where the id stands in an answer that is the id alone, and constants beside it. */
  id: Wrapping;
  /** Constants of an answer that is `nothing`; without any, the body is empty. */
  nothing: { constants?: { [pointer: JsonPointer]: Json } };
  /** Whether a create answers with a `Location` header. */
  locationHeader: boolean;
}

export interface Paging {
  by: 'none' | 'offset' | 'page' | 'cursor' | 'link';
  /** Records on a page when the caller names no size; `null`: all of them. */
  size: number | null;
  /** The largest size a caller may ask for. */
  max: number;
  /** The number of the first page, for paging by page. */
  firstPage: 0 | 1;
  /** A header with the number of all records. */
  totalHeader: string | null;
}

/** What POST …/locations or …/alerts does, and how its body is written. */
export interface Posting {
  does: 'record' | 'query';
  /** `bare`: one object; `array`: a list; `either`; `wrapper`: a list or one object at `at` of an object. */
  body: {
    form: 'bare' | 'array' | 'either' | 'wrapper';
    at: JsonPointer;
    /** For a wrapper: whether `at` holds a list. */
    many: boolean;
    /**
     * Fields that must stand in every body, with a value that is good; another value of the same
     * type is as good. Their places are in the wrapper, or without one in each object.
     */
    required: { [pointer: JsonPointer]: Json };
  };
  /** For a query: where the ends of the range stand in the body. */
  query: { from: JsonPointer; to: JsonPointer };
}

export interface Openings {
  'token.lifetime': Duration;
  'token.status': { issued: Status; refused: Status };
  'token.malformed': { notJson: Status; contentType: Status | 'ignored' };
  'token.live-when-disabled': 'refused' | 'works';
  'auth.refusal': { status: Status; headers: { [name: string]: string }; body: 'error' | 'empty' };
  /** Operations that a token of the account may not call. Empty: every token may call all. */
  'auth.roles': { mayNotCall: GuardedOperation[] };
  'errors.body': ErrorBody;
  'errors.status': { [R in Refusal]: Status };
  'operations.status': { [O in GuardedOperation]: Status };
  /** Names of the query parameters. */
  'operations.query': { limit: string; offset: string; page: string; cursor: string; group: string };
  'operations.paging': Paging;
  'operations.envelope': Envelope;
  'records.device': Shape<keyof RecordFacts['device']>;
  'records.location': Shape<FactName<'location'>>;
  'records.alert': Shape<FactName<'alert'>>;
  'records.group': Shape<FactName<'group'>>;
  'records.user': Shape<FactName<'user'>>;
  'records.country': Shape<FactName<'country'>>;
  'records.timeZone': Shape<FactName<'timeZone'>>;
  /** `string`: a prefix by resource and a number. */
  'records.id':
    | { form: 'string'; prefixes: { [R in ResourceName]?: string } }
    | { form: 'number' }
    | { form: 'uuid' };
  /** `offset`: `Z`, or a fixed one such as `+02:00`. Dates are `YYYY-MM-DD`, or the epoch time of their start in UTC. */
  'records.time':
    | { form: 'iso'; offset: 'Z' | string }
    | { form: 'epoch-seconds' }
    | { form: 'epoch-milliseconds' };
  'records.units': {
    speed: 'km/h' | 'm/s' | 'mph' | 'knots';
    distance: 'km' | 'm' | 'mi';
    altitude: 'm' | 'ft';
    course: 'degrees' | 'radians';
  };
  /** Where the limit settings stand in the device record of the API; `null`: not in the API. */
  'limits.names': Shape<LimitFact> | null;
  'limits.range': { min: number; max: number; whole: boolean };
  'limits.default': { email: number | null; sms: number | null };
  'locations.purpose': Posting;
  'alerts.purpose': Posting;
  'alerts.recipients': 'group-users' | 'all-users' | 'none';
  'locations.order': 'device-time' | 'received';
  'patch.format': { form: 'partial' | 'merge-patch' | 'json-patch'; contentType: string };
  'day.ends': string;
  'day.time-zone': TimeZone | 'account';
  'expiry.instant': { at: 'start' | 'end'; timeZone: TimeZone | 'account' };
  'expiry.limits': 'sends-nothing' | 'limits-lift';
  'expired.may': { postLocations: boolean; postAlerts: boolean };
  /** Beside the transition itself; a new expiry can be given with an activation in either case. */
  'activation.also': 'nothing' | 'switches-expiry-off';
  'groups.delete-devices': 'stay' | 'refused';
  'users.delete-self': 'refused' | 'allowed';
  'states.other': 'none';
  events: 'none';
  'rate-limit': { requests: number; per: Duration; retryAfter: boolean } | null;
  /** Headers of every reply that tell a version. */
  versioning: { headers: { [name: string]: string } } | null;
  /** How long after a write of a group, a user or a location reads still show what was before. */
  consistency: { readableAfter: Duration };
}

/** Openings whose answer is a map that may be given in part: what is left out comes from the default. */
export type PartialOpening = 'operations.status' | 'operations.query' | 'errors.status' | 'limits.default';

/** The parts of an envelope that are given; each map may be given in part. */
export type GivenEnvelope = {
  [P in keyof Envelope]?: P extends 'records' | 'lists' | 'bodies' | 'answers'
    ? Partial<Envelope[P]>
    : Envelope[P];
};

/** The openings as a profile gives them: any may be left out, and some may be given in part. */
export type GivenOpenings = {
  [O in keyof Openings]?: O extends PartialOpening
    ? Partial<Openings[O]>
    : O extends 'operations.envelope'
      ? GivenEnvelope
      : Openings[O];
};

/** The limit settings of a device as they can appear in the API. */
export type LimitFact = 'expires' | 'expirationDate' | 'dailyEmail' | 'dailySms' | 'usageEmail' | 'usageSms';
