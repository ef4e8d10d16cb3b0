/**
 * The records of `records.ts` as TypeScript types: what the lens takes and gives.
 *
 * A fact that is `null` is known to be empty ("no group"); a fact that is absent is not given.
 */

import type { Json } from '../kit/json.ts';
import type { limitFacts, RecordFacts } from '../specification/records/index.ts';
import type { FactKind, IdentifiedResource, ResourceName } from '../specification/records/kinds.ts';

/** Milliseconds since 1970 UTC. */
export type EpochMs = number;
/**
 * An id: a whole number in canonical form, or whatever a payload holds to a reader that did not make the ids. A `bigint` is
 * always beyond the safe integers, and a `number` never: so `===` compares ids.
 */
export type AnyId = string | number | bigint;

/** Returns whether a value can be an id. To the compiler it is one then. */
export function isId(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/** One notification about an alert: a user, a channel, and what was done. */
export interface AlertNotification<Id extends AnyId = number> {
  channel: string;
  userId: Id;
  outcome: string;
  reason: string | null;
}

/** The canonical value of a fact, by its kind. */
export type FactValue<Kind extends FactKind, Id extends AnyId = number> = Kind extends keyof Values<Id>
  ? Values<Id>[Kind]
  : never;

type Values<Id extends AnyId> = {
  text: string;
  texts: string[];
  number: number;
  boolean: boolean;
  json: Json;
  time: EpochMs;
  date: string;
  speed: number;
  course: number;
  length: number;
  distance: number;
  notifications: AlertNotification<Id>[];
} & { [K in `id:${IdentifiedResource}`]: Id } & { [K in `ids:${IdentifiedResource}`]: Id[] };

/** The values that may be written for a fact: lists may be read-only, JSON may be any value that JSON can hold. */
type WritableValue<Kind extends FactKind, Id extends AnyId> = Kind extends 'json'
  ? unknown
  : FactValue<Kind, Id> extends readonly (infer Item)[]
    ? readonly Readonly<Item>[]
    : FactValue<Kind, Id>;

/** The kind of each fact of a resource. In the API a device can carry its limit settings too (`limits.names`). */
export type KindsOf<R extends ResourceName> = R extends 'device'
  ? RecordFacts['device'] & typeof limitFacts
  : RecordFacts[R];

/** The name of a fact that a record of the resource can carry. */
export type FactName<R extends ResourceName> = R extends ResourceName
  ? Extract<keyof KindsOf<R>, string>
  : never;

/** The facts of a record that were given, as they were read. */
export type Facts<R extends ResourceName, Id extends AnyId = number> = {
  [F in keyof KindsOf<R>]?: FactValue<Extract<KindsOf<R>[F], FactKind>, Id> | null;
};

/** The facts of a record that can be written. `undefined` counts as absent. */
export type WritableFacts<R extends ResourceName, Id extends AnyId = number> = {
  readonly [F in keyof KindsOf<R>]?: WritableValue<Extract<KindsOf<R>[F], FactKind>, Id> | null | undefined;
};
