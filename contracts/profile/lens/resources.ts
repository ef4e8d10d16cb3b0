/** Which resource each list holds and each write is about, and what tells its records apart. */

import type { ResourceName } from '../../specification/records/index.ts';
import type { ListName, WriteOperation } from '../openings.ts';
import type { ListResource, WriteResource } from './lens.ts';

export const listResource: { [L in ListName]: ListResource[L] } = {
  devices: 'device',
  groups: 'group',
  users: 'user',
  countries: 'country',
  timeZones: 'timeZone',
  locations: 'location',
  alerts: 'alert',
};

export const writeResource: { [O in WriteOperation]: WriteResource[O] } = {
  postLocations: 'location',
  postAlerts: 'alert',
  createGroup: 'group',
  replaceGroup: 'group',
  updateGroup: 'group',
  deleteGroup: 'group',
  createUser: 'user',
  replaceUser: 'user',
  updateUser: 'user',
  deleteUser: 'user',
};

/** The fact that tells the records of a resource apart, and keys a map of them; a location has none. */
export const identifyingFact: { [R in ResourceName]: string | undefined } = {
  device: 'id',
  location: undefined,
  alert: 'id',
  group: 'id',
  user: 'id',
  country: 'code',
  timeZone: 'id',
};
