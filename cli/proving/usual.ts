/** The calls that a client's tests make of a service without faults: what faults are placed by. */
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import type { Traffic } from './traffic.ts';

/** Kinds of calls by which faults are placed. */
const kinds = {
  any: () => true,
  'sign-in': ({ guarded }) => !guarded,
  guarded: ({ guarded }) => guarded,
  read: ({ method }) => method === 'GET',
  write: ({ method, guarded }) => method !== 'GET' && guarded,
  create: ({ id }) => id === 'createGroup' || id === 'createUser',
  put: ({ method }) => method === 'PUT',
  delete: ({ method }) => method === 'DELETE',
  alert: ({ id }) => id === 'postAlerts',
} satisfies { readonly [kind: string]: (operation: (typeof operations)[number]) => boolean };

export type Kind = keyof typeof kinds;

export interface Usual {
  /** Calls of all worlds together. */
  readonly calls: number;
  /** The operations of a kind, and how many calls of them the busiest world got from one beginning to the next. */
  of(kind: Kind): { readonly operations: readonly OperationId[]; readonly calls: number };
}

/** Counts the calls of a run. */
export function usualOf(traffic: Traffic): Usual {
  return {
    calls: traffic.calls.length,
    of(kind) {
      const ids = operations.filter(kinds[kind]).map(({ id }) => id);
      const wanted = new Set<OperationId>(ids);
      const counts = new Map<string, number>();
      for (const { operation, world } of traffic.calls)
        if (operation !== undefined && wanted.has(operation)) counts.set(world, (counts.get(world) ?? 0) + 1);
      return { operations: ids, calls: Math.max(0, ...counts.values()) };
    },
  };
}
