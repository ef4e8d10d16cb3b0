/** Lists in which a record is twice (sections 1 and 4.2). */
import { type ListedName, listedBy } from '../../contracts/specification/operations.ts';
import { operationFinder } from './calls.ts';
import type { Deviation } from './deviation.ts';

type Change = (records: readonly unknown[]) => unknown[];

export function listsLastTwice(name: ListedName): Deviation {
  return changedList(name, 'lists its last record twice', (records) => [...records, ...records.slice(-1)]);
}

/** Another list in the place of one that is a bare array. */
export function changedList(name: ListedName, does: string, change: Change): Deviation {
  return {
    does,
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      return async (call) => {
        const operation = operationOf(call);
        const reply = await handle(call);
        const isAsked =
          operation !== undefined &&
          Object.entries(listedBy).some(([id, list]) => id === operation && list === name);
        if (!isAsked || !reply.body.startsWith('[')) return reply;
        const records: unknown = JSON.parse(reply.body);
        return Array.isArray(records) ? { ...reply, body: JSON.stringify(change(records)) } : reply;
      };
    },
  };
}
