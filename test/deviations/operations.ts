/** Operations that are not served at their method and path (section 4). */
import {
  type OperationId,
  operation as operationOf,
  operations,
} from '../../contracts/specification/operations.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import { readers } from '../../simulator/deviations/operations.ts';
import type { Call } from '../../simulator/http/call.ts';
import type { Further } from './further.ts';

export const operationDeviations: Further<'operations'> = {
  'operations/*': [
    servedElsewhere('serves the operation at another path', (call) => ({
      ...call,
      target: call.target.replace('/api/', '/api/elsewhere/'),
    })),
    servedElsewhere('serves the operation by another method', (call, operation) => ({
      ...call,
      method: undocumentedMethod(operation),
    })),
  ],
};

/** Calls to the operation go to where nothing is served. */
function servedElsewhere(does: string, misdirected: (call: Call, operation: OperationId) => Call): Deviation {
  return {
    does,
    also: readers,
    around:
      ({ operations }) =>
      (handle, simulator) => {
        const find = operationFinder(simulator);
        return (call) => {
          const operation = find(call);
          return handle(
            operation !== undefined && operations.has(operation) ? misdirected(call, operation) : call,
          );
        };
      },
  };
}

function undocumentedMethod(operation: OperationId): string {
  const { path } = operationOf(operation);
  return operations.some((one) => one.path === path && one.method === 'PATCH') ? 'POST' : 'PATCH';
}
