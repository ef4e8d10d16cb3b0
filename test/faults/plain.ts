/** Faults of one operation: it is not there, is not there for a good token, or is served without one or with any. */
import { type GuardedOperationId, guardedOperations } from '../../contracts/specification/operations.ts';
import { handlingBearers, type Seen as SeenBearer } from '../../simulator/deviations/bearers.ts';
import { type Fault, fault } from './fault.ts';
import { at, refusing } from './wrapping.ts';

/** Answers a call as if it had a good token, where this is true of the one that it has. */
function servedWith(
  does: string,
  rules: readonly ('header-required' | 'garbage-refused' | 'tampered-refused')[],
  id: GuardedOperationId,
  isTaken: (seen: SeenBearer) => boolean,
): Fault {
  const around = handlingBearers((seen) => (isTaken(seen) ? 'replaced' : 'kept'));
  const breaks = rules.map((rule) => `auth/${rule}/${id}` as const);
  return fault(does, breaks, around({ operations: new Set([id]), channels: new Set() }));
}

export const plainFaults: readonly Fault[] = guardedOperations.flatMap(({ id }) => [
  fault(
    `answers ${id} with 404 to everybody`,
    [`operations/${id}`],
    refusing([id], () => () => true),
  ),
  fault(
    `finds nothing at ${id} with a good token`,
    [`operations/${id}`],
    at([id], () => async ({ call, pass }) => {
      const elsewhere = await pass({ ...call, target: '/api/nothing' });
      const bare = await pass({ ...call, method: 'GET', target: '/api/devices' });
      return bare.status < 400 ? elsewhere : pass();
    }),
  ),
  servedWith(`serves ${id} without a token`, ['header-required'], id, ({ header }) => header === undefined),
  servedWith(
    `serves ${id} with any token`,
    ['garbage-refused', 'tampered-refused'],
    id,
    ({ bearer, genuine }) => bearer !== undefined && !genuine,
  ),
]);
