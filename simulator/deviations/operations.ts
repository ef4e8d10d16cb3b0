/** Operations that are not served at their method and path (section 4). */
import type { Affected, DeviationsOf } from './deviation.ts';

/** Rules that read a record by these operations, and find none. */
export const readers: readonly Affected[] = [
  'token/issued',
  'token/json-object',
  'devices/listed-can-be-read',
  'devices/last-location-of-device',
  'devices/posted-location-becomes-last',
  'groups/created-can-be-read',
  'users/created-can-be-read',
];

export const operationDeviations: DeviationsOf<'operations'> = {
  'operations/*': {
    does: 'does not serve the operation',
    rules: ({ operations }) => ({ servesOperation: (operation) => !operations.has(operation) }),
    also: readers,
  },
};
