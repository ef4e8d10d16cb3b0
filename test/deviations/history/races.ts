/** Writes at the same time that do not see each other. */
import { fieldOf, parseJson } from '../../../contracts/kit/json.ts';
import type { OperationId } from '../../../contracts/specification/operations.ts';
import { operationFinder } from '../../../simulator/deviations/calls.ts';
import type { Around } from '../../../simulator/deviations/deviation.ts';
import type { HistoryFault } from '../../../simulator/deviations/history/fault.ts';

/** A PATCH that writes the whole record as it was when the request came. */
function writesWhatItRead(operation: OperationId): Around {
  return (handle, simulator) => {
    const operationOf = operationFinder(simulator);
    return async (call) => {
      if (operationOf(call) !== operation || call.body === undefined) return handle(call);
      const { headers, target } = call;
      const read = await handle({ method: 'GET', target, headers, body: undefined });
      const before = read.status < 300 ? parseJson(read.body) : undefined;
      await simulator.pace.breathe();
      const patch = parseJson(call.body);
      if (before === undefined || patch === null || typeof patch !== 'object') return handle(call);
      const kept = ['name', 'description'].flatMap((field) => {
        const value = fieldOf(before, field);
        return typeof value === 'string' ? [[field, value]] : [];
      });
      return handle({ ...call, body: JSON.stringify({ ...Object.fromEntries(kept), ...patch }) });
    };
  };
}

export const raceFaults = {
  'patches-at-once-lose-one': {
    kind: 'race',
    does: 'loses one of two PATCHes of a group at the same time',
    breaks: ['groups/updated-keeps-rest', 'groups/replaced'],
    around: () => writesWhatItRead('updateGroup'),
  },
} as const satisfies { readonly [name: string]: HistoryFault };
