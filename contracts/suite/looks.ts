/**
 * Calibration: what an answer looks like, and what "served" and "refused" look like on this
 * deployment. No status code is assumed anywhere.
 */
import type { AnyId } from '../profile/core.ts';
import type { GuardedOperationId, OperationId } from '../specification/index.ts';
import type { Answer } from './kit.ts';

/** An answer without what differs from one record or moment to the next. Equal looks are equal texts. */
export type Look = string & { readonly look: unique symbol };

/**
 * What an answer turns out to be. `served`: the operation did its work or looked into the request.
 * `refused`: it looks like a refusal for want of a token. `absent`: it looks like what an unknown id
 * or an unknown path gets. `unclear`: two of these look alike here.
 */
export type Kind = 'served' | 'refused' | 'absent' | 'unclear';

export interface Looks {
  /** What an answer to an operation is, by all that was learned. */
  kind(operation: OperationId, answer: Answer): Promise<Kind>;
  /** How the operation answers with a token and good ids, where that can be had; learned once for the run. */
  withToken(operation: GuardedOperationId): Promise<Answer>;
  /** How it answers an id of the right form that names nothing, with a token. */
  unknownId(operation: OperationId): Promise<Answer & { readonly id: AnyId }>;
  /** The look of a refusal for want of a token: `undefined` when there is no common one. */
  refusal(): Promise<Look | undefined>;
}
