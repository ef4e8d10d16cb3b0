/** The records that a run can make: the calls that make, read, list and remove each. A device is made and removed by controls. */

import { familyOperations } from '../../specification/operations.ts';
import type { Makeable } from '../finding.ts';

export const makeable = {
  ...familyOperations,
  device: { create: 'createDevice', read: 'readDevice', list: 'listDevices', delete: 'removeDevice' },
} as const;

/** Returns the kind of record of which this is the call to make, read or list one. */
export function makeableBy(what: 'create' | 'list' | 'read', call: string): Makeable | undefined {
  return (['group', 'user', 'device'] as const).find((resource) => makeable[resource][what] === call);
}
