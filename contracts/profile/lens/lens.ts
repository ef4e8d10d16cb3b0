/**
 * The interface of a lens: one deployment's dialect, written from canonical facts and read back into them.
 *
 * A lens is compiled once from a profile's openings (`compileLens`) and then only runs closures.
 * Reading never throws for the content of a payload: it gives what could be read, and an issue for
 * each place that could not. Asking for something that the profile does not bind throws a
 * ProfileError `PROFILE_UNBOUND` which names the opening; the default profile binds everything.
 */

import type { Json } from '../../kit/json.ts';
import type { Refusal } from '../../specification/openings/errors.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { writtenBy } from '../../specification/operations.ts';
import type { IdentifiedResource, listResource, ResourceName } from '../../specification/records/kinds.ts';
import type { AnyId, EpochMs, FactName, Facts, WritableFacts } from '../facts.ts';
import type { JsonPointer, ListName, WrappedRecord, WriteAnswer, WriteOperation } from '../openings.ts';

/** A place in a payload that does not hold what the dialect has there. */
export interface Issue {
  /** The place, from the root of the payload that was read. */
  pointer: JsonPointer;
  /** Says what belongs there, in words that follow "expected": `a number`, `the id of a group`. */
  expected: string;
  /** Says what is there: `text`, `a number`, `nothing`. */
  found: string;
}

export interface Reading<T> {
  facts: T;
  /** Empty when every place that was filled could be read. */
  issues: Issue[];
}

/** Writes and reads payloads that hold one record. */
export interface RecordLens<R extends ResourceName, Id extends AnyId = number> {
  /** The facts that this dialect has a place for. */
  readonly facts: readonly FactName<R>[];
  /** Place of a fact in the payload; `undefined` when the dialect has no place for it. */
  pointer(fact: string): JsonPointer | undefined;
  /**
   * A fresh JSON value, constants included. A fact that is `null` is written as `null`, one that is
   * absent or `undefined` is left out. Values of kind `json` are not copied.
   */
  write(facts: WritableFacts<R, Id>): Json;
  /** The facts that are given; none is required here, so that a partial body can be read too. */
  read(json: unknown): Reading<Facts<R, Id>>;
}

/** The resource whose records a list holds. */
export type ListResource = typeof listResource;

/** The facts beside the records that a list payload can contain, where the dialect has a place for them. */
export interface ListPage {
  /** The number of all records. */
  total?: number | undefined;
  /** The cursor of the next page; `null` on the last. */
  next?: string | null | undefined;
  /** The number of this page, counted as `operations.paging` says, and the number of all pages. */
  page?: number | undefined;
  pages?: number | undefined;
}

export interface ListReading<R extends ResourceName, Id extends AnyId = number> extends ListPage {
  records: Facts<R, Id>[];
  issues: Issue[];
}

/** Writes and reads replies that hold many records. */
export interface ListLens<R extends ResourceName, Id extends AnyId = number> {
  write(records: readonly WritableFacts<R, Id>[], page?: ListPage): Json;
  read(json: unknown): ListReading<R, Id>;
}

/** Writes and reads the answer of an operation that makes or changes something. */
export interface AnswerLens<R extends ResourceName, Id extends AnyId = number> {
  readonly kind: WriteAnswer;
  /** The reply's body, `undefined` for none. Several records are answered as a list, or as a list of their ids. */
  write(facts: WritableFacts<R, Id> | readonly WritableFacts<R, Id>[]): Json | undefined;
  /** Reads the facts that the answer to one record holds: all, its id, or none. `undefined` is an empty body. */
  read(json: unknown): Reading<Facts<R, Id>>;
}

export type WriteResource = typeof writtenBy;

/** The bodies of POST …/locations and POST …/alerts. */
export interface PostingLens<R extends 'location' | 'alert', Id extends AnyId = number> {
  /** Tells whether the POST records what it is sent, or asks for a range. */
  readonly does: 'record' | 'query';
  /** Tells whether one body can carry several records. */
  readonly takesMany: boolean;
  /** Place of a fact of the record at `index` in the body that was sent as `many` (or not). */
  pointer(fact: string, place?: { many: boolean; index: number }): JsonPointer | undefined;
  /** A body with the required constants in it. Several records where the form takes one: ProfileError `PROFILE_ONE_ONLY`. */
  write(records: readonly WritableFacts<R, Id>[]): Json;
  /** `many` says whether the body was a list. A required field that is missing is an issue at its place. */
  read(json: unknown): { many: boolean; records: Facts<R, Id>[]; issues: Issue[] };
  /** The body of a query for a range of times. */
  writeRange(range: Range): Json;
  readRange(json: unknown): { range: Partial<Range>; issues: Issue[] };
}

/** From and up to, both included. */
export interface Range {
  from: EpochMs;
  to: EpochMs;
}

/** The bodies of PATCH, in the form that the profile names. */
export interface PatchLens<R extends ResourceName, Id extends AnyId = number> {
  readonly contentType: string;
  /**
   * Applies a body to a record as the dialect writes it (`lens.record(…).write`), which stays as it was.
   * A body that is not a patch of the form, or one that cannot be applied, gives issues and no `next`.
   */
  apply(current: Json, body: unknown): { next: Json; issues: [] } | { next?: undefined; issues: Issue[] };
  /**
   * The facts that a body changes on a record. A fact that the patch takes away is `null`. A value that
   * does not belong in its place is an issue there: in the body, for a JSON Patch in the record.
   */
  read(current: WritableFacts<R, Id>, body: unknown): Reading<Facts<R, Id>>;
  /** A body that changes the given facts. `current`, where it is known, lets JSON Patch add what is not yet there. */
  write(change: WritableFacts<R, Id>, current?: WritableFacts<R, Id>): Json;
}

/** The facts of a refusal. Its `success`, where the dialect has that, is always `false`. */
export interface ErrorFacts {
  type?: string;
  title?: string;
  status?: number;
  code?: string;
  detail?: string;
  field?: string;
}

/** A body as it is sent. `contentType` is `null` for none. */
export interface ErrorBodyText {
  contentType: string | null;
  text: string;
}

/** The bodies of refusals. */
export interface ErrorLens {
  /** The media type of a body; `null` when refusals have none. */
  readonly contentType: string | null;
  /** The body as text; `''` is none. */
  write(facts: ErrorFacts): string;
  /** The body of one refusal, which may be one of its own. */
  bodyOf(refusal: Refusal, facts: ErrorFacts): ErrorBodyText;
  /** The content of a body; text that is not in the form gives issues. */
  read(text: string): Reading<ErrorFacts & { success?: boolean }>;
}

export interface LensOptions {
  /** Path prefix of every operation. Default `''`. */
  basePath?: string;
  /** Seed of the ids that are written as UUIDs. Default 1. */
  seed?: number;
  /**
   * `numbered` (the default): ids are whole numbers of our own, written in the form of `records.id`.
   * `opaque`: ids were made by someone else and pass through unchanged.
   */
  ids?: 'numbered' | 'opaque';
}

/**
 * One deployment's dialect. `Id` is `number`, or `AnyId` for a lens with opaque ids.
 *
 * @example
 * import { compileLens, defaultProfile, type Lens } from 'roadtest/profile';
 *
 * const lens: Lens = compileLens(defaultProfile.openings, { basePath: '/fleet' });
 * console.log(lens.basePath); // /fleet
 */
export interface Lens<Id extends AnyId = number> {
  /** `''`, or a prefix such as `/fleet/v2`. */
  readonly basePath: string;
  /** Returns whether the profile answers an opening, wholly or in part. */
  offers(opening: keyof Openings): boolean;

  /** An id as payloads hold it (`records.id`). */
  writeId(resource: IdentifiedResource, id: Id): string | Id;
  /** The id in a payload; `undefined` for another form, or, where the form shows it, for another resource. */
  readId(resource: IdentifiedResource, json: unknown): Id | undefined;
  /** An id as one segment of a path, percent-encoded. */
  pathId(resource: IdentifiedResource, id: Id): string;
  /** The id that a path segment names; the segment already decoded. */
  readPathId(resource: IdentifiedResource, segment: string): Id | undefined;

  /** A time as payloads hold it (`records.time`). */
  writeTime(time: EpochMs): string | number;
  /** The time in a payload, in whole milliseconds. */
  readTime(json: unknown): EpochMs | undefined;

  /** A record by itself, unwrapped (`records.*`). */
  record<R extends ResourceName>(resource: R): RecordLens<R, Id>;
  /** A reply that carries one record (`operations.envelope` records). Never writes a password. */
  reply<R extends WrappedRecord>(resource: R): RecordLens<R, Id>;
  /** A reply that carries many (`operations.envelope` lists). */
  list<L extends ListName>(name: L): ListLens<ListResource[L], Id>;
  /** The answer of a write (`operations.envelope` answers, id, nothing). */
  answer<O extends WriteOperation>(operation: O): AnswerLens<WriteResource[O], Id>;
  /** The body of a request that creates or replaces (`operations.envelope` bodies). */
  body<R extends 'group' | 'user'>(resource: R): RecordLens<R, Id>;
  /** The body of a POST of locations or alerts (`locations.purpose`, `alerts.purpose`). */
  posting<P extends 'locations' | 'alerts'>(what: P): PostingLens<ListResource[P], Id>;
  /** The body of a PATCH (`patch.format`). */
  patch<R extends 'group' | 'user'>(resource: R): PatchLens<R, Id>;
  /** The bodies of refusals (`errors.body`). */
  readonly errors: ErrorLens;
}
