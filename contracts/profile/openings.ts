/**
 * Names for the types of answers to openings. All of them are derived from the rows in
 * `contracts/specification/openings`.
 *
 * Spans of time are written as ISO 8601 durations (`PT1H`), times of day as `HH:MM`, places in a JSON payload as
 * JSON Pointers (RFC 6901, `''` is the whole payload).
 */
import type { Json, Scalar } from '../kit/json.ts';
import type { Openings } from '../specification/openings/index.ts';
import type { OwnForm } from '../specification/openings/payloads.ts';
import type { WriteOperationId } from '../specification/operations.ts';

export type JsonPointer = string;
/** An HTTP status from 100 to 599. */
export type Status = number;

/** Operations that make or change something, and so may answer with more or less of it. */
export type WriteOperation = WriteOperationId;

export type ErrorBody = Openings['errors.body'];
export type Envelope = Openings['operations.envelope'];
export type ListName = keyof Envelope['lists'];
export type WrappedRecord = keyof Envelope['records'];
/** Contents of the answer to a write. `id`: only the id, at `operations.envelope.id`. `nothing`: constants or no body. */
export type WriteAnswer = Exclude<Envelope['answers'][WriteOperation], 'empty'>;
/** Place of a record or a collection inside a payload. `at: ''` with constants spreads it. */
export type Wrapping = Envelope['id'];
/** How a collection is written. */
export type ListWrapping = Envelope['lists'][ListName];
/** The effect of POST …/locations or …/alerts, and how its body is written. */
export type Posting = Openings['locations.purpose'];
/** The places of the facts of one thing as a reader of payloads sees them, whatever the thing: `records.*`. */
export interface Shape {
  fields: { [fact: string]: JsonPointer };
  constants?: { [pointer: JsonPointer]: Json };
  values?: { [fact: string]: { [canonical: string]: Scalar } };
  forms?: { [fact: string]: OwnForm };
}
