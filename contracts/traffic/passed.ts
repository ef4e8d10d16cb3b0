/** One call of a client, and its answer. */
import type { Answer } from '../deployment/answer.ts';
import { fingerprintOf } from '../deployment/fingerprint.ts';
import { exactJsonIn } from '../kit/exact-json.ts';
import type { EpochMs } from '../profile/facts.ts';
import type { OperationId } from '../specification/operations.ts';

export interface Passed {
  readonly operation: OperationId;
  /** The id in the path. */
  readonly id: string | undefined;
  /** Tells whether its address has a query. */
  readonly isQuery: boolean;
  /** The value behind `Bearer` in its header; absent without one. */
  readonly bearer: string | undefined;
  /** Tells whether it may have other credentials: a cookie, a query, another header, or one that the recording leaves out. */
  readonly isOtherwise: boolean;
  /** The body as JSON. */
  readonly sent: unknown;
  /** Absent where it was not answered. */
  readonly answer: Answer | undefined;
  /** Index into the exchanges of the record. */
  readonly exchange: number;
  /** Real times: the earliest, and the latest. */
  readonly began: EpochMs;
  readonly ended: EpochMs;
}

/** @param headers under their lower-case names */
export function answerOf(
  { status, headers, text }: { status: number; headers: Answer['headers']; text: string },
  exchange: number,
): Answer {
  const json = exactJsonIn(text);
  const date = Date.parse(headers.date ?? '');
  const fingerprint = fingerprintOf({ status, headers, text, json });
  return { status, headers, text, json, fingerprint, date: Number.isNaN(date) ? undefined : date, exchange };
}
