/**
 * Parts that a lawful deployment can withhold. They leave whole parts of the document
 * unreachable, and so stand beside the array: there they would hide the effects of other levels.
 */
import type { GuardedOperation } from '../../contracts/profile/openings.ts';
import type { Level } from './level.ts';

const forbids = (...mayNotCall: GuardedOperation[]): Level => ({
  openings: { 'auth.roles': { mayNotCall } },
});

export const withheld: { readonly [what: string]: Level } = {
  'no deletes': forbids('deleteGroup', 'deleteUser'),
  'no writing of users': forbids('createUser', 'replaceUser', 'updateUser', 'deleteUser'),
  'no lists but those for a choice': forbids('listDevices', 'listGroups', 'listUsers'),
  'only reading': forbids(
    'postLocations',
    'postAlerts',
    'createGroup',
    'replaceGroup',
    'updateGroup',
    'deleteGroup',
    'createUser',
    'replaceUser',
    'updateUser',
    'deleteUser',
  ),
  'no device': { simulator: { devices: 0, licences: 4 } },
};
