/** Rows of a table spread over the operations: each of them is tried on one that reads and on one that writes at least. */
import { type GuardedOperationId, guardedOperations } from '../../../specification/operations.ts';
import type { CaseContext } from '../../case-context.ts';

/** The operation whose effect nothing reads: it gets a share beside the others. */
const UNREAD = 'postAlerts';

const idsWhere = (isMeant: (row: (typeof guardedOperations)[number]) => boolean): GuardedOperationId[] =>
  guardedOperations.filter(isMeant).map(({ id }) => id);
const reading = idsWhere(({ method }) => method === 'GET');
const writing = idsWhere(({ id, method }) => method !== 'GET' && id !== UNREAD);

/**
 * The rows for an operation, which are drawn; a thorough run has all of them for each.
 *
 * @param purpose what they are drawn for; another purpose spreads them otherwise
 */
export function spreadOver<T>(
  { chance, thorough }: Pick<CaseContext, 'chance' | 'thorough'>,
  operation: GuardedOperationId,
  purpose: string,
  rows: readonly T[],
): readonly T[] {
  if (thorough) return rows;
  const group = reading.includes(operation) ? reading : writing;
  const place = chance.shuffled(`operations of ${purpose}`, group).indexOf(operation);
  const order = chance.shuffled(purpose, rows);
  // Of what nothing reads the effect the place is that of another one, which has these rows too.
  return order.filter((_, index) => index % group.length === Math.max(place, 0));
}

/** The most rows that an operation gets. */
export function mostOf(rows: number): number {
  return Math.ceil(rows / Math.min(reading.length, writing.length));
}
