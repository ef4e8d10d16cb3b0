/** The reply that a story wants. */
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { Wanted } from '../language/terms.ts';

/** Facts of a record, by their canonical names. */
export type ReplyFacts = { readonly [fact: string]: string | number | boolean | null };

export interface ReplyWanted {
  operation: OperationId;
  device: number | null;
  /** By name. */
  group: string | null;
  user: string | null;
  /** The token to show. */
  with: 'token' | 'first-token' | 'no-token';
  answered: 'served' | 'refused';
  /** The length of the list in the reply. */
  items?: Wanted;
  /** Facts of the record in the reply. */
  facts?: ReplyFacts;
}
