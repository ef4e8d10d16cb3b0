/** Operations that are not served at their method and path (section 4). */
import {
  type OperationId,
  operation as operationOf,
  operations,
} from '../../contracts/specification/operations.ts';
import type { Call } from '../http/call.ts';
import { operationFinder } from './calls.ts';
import type { Affected, Deviation, DeviationsOf } from './deviation.ts';

/** Rules that read a record by these operations, and find none. */
const readers: readonly Affected[] = [
  'token/issued',
  'token/json-object',
  'devices/listed-can-be-read',
  'devices/last-location-of-device',
  'devices/posted-location-becomes-last',
  'groups/created-can-be-read',
  'users/created-can-be-read',
];

export const operationDeviations: DeviationsOf<'operations'> = {
  'operations/*': [
    {
      does: 'does not serve the operation',
      rules: ({ operations }) => ({ servesOperation: (operation) => !operations.has(operation) }),
      also: readers,
    },
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
