/** How each of the 20 operations is performed; built once per world. */
import type { OperationId } from '../../../contracts/specification/operations.ts';
import type { World } from '../../world.ts';
import type { Perform } from '../request.ts';
import { lastLocation, listDevices, postAlerts, postLocations, readDevice } from './devices.ts';
import { recordOperations } from './records.ts';
import { listCountries, listTimeZones } from './reference.ts';
import { issueToken } from './token.ts';

/** The operations by id, ready to be performed on `world`. */
export function createOperations(world: World): { readonly [O in OperationId]: Perform } {
  const groups = recordOperations(world, 'group');
  const users = recordOperations(world, 'user');
  return {
    issueToken: issueToken(world),
    listDevices: listDevices(world),
    readDevice: readDevice(world),
    lastLocation: lastLocation(world),
    postLocations: postLocations(world),
    postAlerts: postAlerts(world),
    listCountries: listCountries(world),
    listTimeZones: listTimeZones(world),
    listGroups: groups.list,
    createGroup: groups.create,
    readGroup: groups.read,
    replaceGroup: groups.replace,
    updateGroup: groups.update,
    deleteGroup: groups.delete,
    listUsers: users.list,
    createUser: users.create,
    readUser: users.read,
    replaceUser: users.replace,
    updateUser: users.update,
    deleteUser: users.delete,
  };
}
