/** Deleted records that are listed again when a day has passed. */
import { DAY } from '../../contracts/kit/durations.ts';
import { parseJson } from '../../contracts/kit/json.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import type { Family } from '../../simulator/fleet/rules/records.ts';
import type { EpochMs } from '../../simulator/fleet/types.ts';

const operations = {
  group: { delete: 'deleteGroup', list: 'listGroups' },
  user: { delete: 'deleteUser', list: 'listUsers' },
} as const;

export function listedNextDay(family: Family): Deviation {
  return {
    does: 'lists what was deleted again on the next day',
    also: [`${family}s/listed-once`],
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      const gone: { record: unknown; at: EpochMs }[] = [];
      return async (call) => {
        const operation = operationOf(call);
        if (operation === operations[family].delete) {
          const before = await handle({ ...call, method: 'GET', body: undefined });
          const reply = await handle(call);
          const record = reply.status < 300 ? parseJson(before.body) : undefined;
          if (record !== undefined) gone.push({ record, at: simulator.clock.now() });
          return reply;
        }
        const reply = await handle(call);
        const back = gone.filter(({ at }) => at + DAY < simulator.clock.now());
        const list = operation === operations[family].list ? parseJson(reply.body) : undefined;
        if (back.length === 0 || !Array.isArray(list)) return reply;
        return { ...reply, body: JSON.stringify([...list, ...back.map(({ record }) => record)]) };
      };
    },
  };
}
