/** Kinds of answers of a service: rules and openings name those that they are about. */
import type { OperationId } from './operations.ts';

/** An answer of an operation that succeeds, a refusal of some kind, or none at all. */
export type Occasion =
  | OperationId
  | 'refused-token-request'
  | 'malformed-token-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown-device'
  | 'rate-limited'
  | 'refused'
  | 'unanswered';
