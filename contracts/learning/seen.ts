/** An exchange of any client with a deployment: findings follow from these alone. */
import { fieldOf } from '../kit/json.ts';
import type { Refusal } from '../specification/openings/errors.ts';
import type { OperationId } from '../specification/operations.ts';

/** Why a request was refused, where that is known; the last four of requests for a token. */
export type Cause = Refusal | 'no-token' | 'wrong-key' | 'no-key' | 'not-json' | 'other-type';

export interface Seen {
  /** Absent for a path that the interface does not have. */
  readonly operation?: OperationId | undefined;
  /** The id in the path. */
  readonly id?: string | undefined;
  readonly query: { readonly [name: string]: string };
  readonly cause?: Cause | undefined;
  /** The body that was sent, as JSON. */
  readonly sent?: unknown;
  readonly sentType?: string | undefined;
  readonly status: number;
  /** Under their lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  readonly json: unknown;
  /** Index into the exchanges of the run. */
  readonly exchange?: number;
}

/** The content types that are kept. */
export const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/;

/** Returns whether it granted what was asked for, by its status and by what it says itself. */
export function isGranted({ status, json, cause }: Seen): boolean {
  return cause === undefined && status >= 200 && status < 300 && fieldOf(json, 'success') !== false;
}

/** The exchanges of an operation that succeeded. */
export function grantedOf(seen: readonly Seen[], operation: OperationId): Seen[] {
  return seen.filter((one) => one.operation === operation && isGranted(one));
}
