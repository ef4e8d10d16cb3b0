/** Names in a call that are not read. */
import type { OperationId } from '../../../contracts/specification/operations.ts';
import type { Call } from '../call.ts';

/** A name that is not read. */
export interface Unread {
  code: 'STRICT_UNKNOWN_FIELD' | 'STRICT_UNKNOWN_PARAMETER' | 'STRICT_UNKNOWN_HEADER';
  /** The place in the body as a JSON Pointer, or the name of the parameter or header. */
  field: string;
  /** Says what it is, with the name that was probably meant. */
  detail: string;
}

export interface StrictCall {
  operation: OperationId;
  call: Call;
  /** As it was written, without `?`. */
  query: string;
}

/** @param hint goes on after a colon */
export function sentence(says: string, hint: string | undefined): string {
  return hint === undefined ? `${says}.` : `${says}: ${hint}`;
}
