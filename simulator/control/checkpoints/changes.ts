/**
 * The difference between two states of a fleet, record by record: with the state before it gives the state after, and
 * nothing is left out. It is found by comparing them, so that nothing is kept for it while the world goes on.
 */
import { isDeepEqual } from '../../../contracts/kit/json.ts';
import { entriesOf } from '../../../contracts/kit/tables.ts';
import type { Lens } from '../../../contracts/profile/lens/lens.ts';
import type { FleetEvent } from '../../fleet/types.ts';
import type { RecordChange } from '../schemas/index.ts';
import type { FleetRecords } from './records.ts';

type Change = Pick<RecordChange, 'resource' | 'id' | 'change' | 'before' | 'after'>;

/** All that is created, changed and removed, by resource, in the order of the records. */
export function changesBetween(before: FleetRecords, after: FleetRecords): Change[] {
  return entriesOf(before).flatMap(([resource, was]) => {
    const is = after[resource];
    const ids = new Set([...was.keys(), ...is.keys()]);
    return [...ids].flatMap((id): Change[] => {
      const [one = null, other = null] = [was.get(id), is.get(id)];
      if (isDeepEqual(one, other)) return [];
      const change = one === null ? 'created' : other === null ? 'removed' : 'changed';
      return [{ resource, id, change, before: one, after: other }];
    });
  });
}

/** The facts by which events name records. */
const namedBy = [
  ['device', 'deviceId'],
  ['group', 'groupId'],
  ['user', 'userId'],
  ['alert', 'alertId'],
] as const;

/** Finds the newest of some events that names a record; `undefined` where none does. */
export function newestNaming(
  events: readonly FleetEvent[],
  lens: Lens,
): (change: Pick<Change, 'resource' | 'id'>) => FleetEvent | undefined {
  const newest = new Map<string, FleetEvent>();
  for (const event of events) {
    const facts = new Map<string, unknown>(Object.entries(event));
    for (const [resource, fact] of namedBy) {
      const number = facts.get(fact);
      if (typeof number === 'number') newest.set(`${resource} ${lens.writeId(resource, number)}`, event);
    }
  }
  return ({ resource, id }) => newest.get(`${resource} ${id}`);
}
