/** Lists in which a record is twice, or not at all (sections 1 and 4.2). */
import { fieldOf } from '../../contracts/kit/json.ts';
import { familyOperations, type ListedName } from '../../contracts/specification/operations.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Affected, Deviation } from '../../simulator/deviations/deviation.ts';
import { changedList } from '../../simulator/deviations/lists.ts';
import type { Family } from '../../simulator/fleet/rules/records.ts';
import type { Reply } from '../../simulator/http/call.ts';
import { headerOf } from '../../simulator/http/request.ts';

/** `also`: what else looks at the list. */
export function listedWrongly(name: ListedName, also: readonly Affected[]): Deviation[] {
  return [
    changedList(name, 'lists its first record again at the end', (records) => [
      ...records,
      ...records.slice(0, 1),
    ]),
    {
      ...changedList(name, 'leaves the last record out of the list', (records) => records.slice(0, -1)),
      also,
    },
  ];
}

/** A list whose last record seems to be stored twice: it comes again, with an id of its own. */
export function listedCopy(name: ListedName): Deviation {
  return changedList(name, 'lists its last record once more under another id', (records) => {
    const last = records.at(-1);
    return typeof last === 'object' ? [...records, { ...last, id: `${fieldOf(last, 'id')}0` }] : [...records];
  });
}

const methods = { replace: 'PUT', update: 'PATCH', delete: 'DELETE' } as const;

/** A list that was read is shown again until something is written in another way. */
export function listedFromCache(family: Family, over: 'delete' | 'replace' | 'update'): Deviation {
  const { list, create, replace, update, delete: remove } = familyOperations[family];
  const ending = new Set<string | undefined>([create, replace, update, remove]);
  ending.delete(familyOperations[family][over]);
  return {
    does: `lists ${family}s as they were listed before a ${methods[over]}`,
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      const listed = new Map<string, Reply>();
      return async (call) => {
        const operation = operationOf(call);
        const reply = await handle(call);
        if (ending.has(operation) && reply.status < 300) listed.clear();
        if (operation !== list || reply.status !== 200) return reply;
        // Another caller is shown another list, or none.
        const asked = `${call.target} ${headerOf(call, 'authorization')}`;
        const first = listed.get(asked) ?? reply;
        listed.set(asked, first);
        return first;
      };
    },
  };
}

/** The same over each change of a record that is there. */
export function listedFromCaches(family: Family): Deviation[] {
  return (['replace', 'update'] as const).map((over) => ({
    ...listedFromCache(family, over),
    inAllDialects: true,
    also: [`${family}s/`],
  }));
}
