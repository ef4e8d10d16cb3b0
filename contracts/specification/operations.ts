/** The operations of the interface (section 4), each with the method and path it is served at. */
import { itemAt } from '../kit/items.ts';
import { rowOf } from '../kit/option-names.ts';
import { column, inverse, tableOf } from '../kit/tables.ts';
import type { ListName, ResourceName } from './records/kinds.ts';
import type { SectionId } from './sections.ts';

/** The families that section 1 sorts the operations into. */
export type Family = 'auth' | 'devices' | 'groups' | 'users';
/** The resources that a path parameter can name. */
export const pathResources = ['device', 'group', 'user'] as const;
export type PathResource = (typeof pathResources)[number];

interface OperationRow {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template relative to the base address, with `{deviceId}` in the place of an id. */
  path: `/${string}`;
  family: Family;
  section: SectionId;
  /** Tells whether the operation takes a bearer token (section 5). */
  guarded: boolean;
  /** The resource of the id in the path; `null` without one. */
  pathId: PathResource | null;
  /** The list that it gives, or the resource that it reads or writes one of. */
  lists?: ListName;
  reads?: ResourceName;
  writes?: ResourceName;
  /** The status that it succeeds with, where the deployment does not say otherwise (`operations.status`). */
  success: number;
  /** Says what it does, as far as method and path show. */
  summary: string;
}

const auth = { family: 'auth', section: '4.1', guarded: false, pathId: null } as const;
const devices = { family: 'devices', section: '4.2', guarded: true, pathId: null } as const;
const groups = { family: 'groups', section: '4.2', guarded: true, pathId: null } as const;
const users = { family: 'users', section: '4.2', guarded: true, pathId: null } as const;
const oneDevice = { ...devices, pathId: 'device' } as const;
const oneGroup = { ...groups, pathId: 'group' } as const;
const oneUser = { ...users, pathId: 'user' } as const;

// biome-ignore format: one row, one operation
const rows = [
  { id: 'issueToken', method: 'POST', path: '/api/Auth/Token', ...auth, success: 200, summary: 'Trade user name and API key for a bearer token.' },

  { id: 'listDevices', method: 'GET', path: '/api/devices', ...devices, lists: 'devices', success: 200, summary: 'List the devices.' },
  { id: 'readDevice', method: 'GET', path: '/api/devices/{deviceId}', ...oneDevice, reads: 'device', success: 200, summary: 'Read one device.' },
  { id: 'lastLocation', method: 'GET', path: '/api/devices/{deviceId}/lastLocation', ...oneDevice, reads: 'location', success: 200, summary: 'Read where a device was last.' },
  { id: 'postLocations', method: 'POST', path: '/api/devices/{deviceId}/locations', ...oneDevice, writes: 'location', success: 200, summary: 'Post to the locations of a device.' },
  { id: 'postAlerts', method: 'POST', path: '/api/devices/{deviceId}/alerts', ...oneDevice, writes: 'alert', success: 200, summary: 'Post to the alerts of a device.' },

  { id: 'listGroups', method: 'GET', path: '/api/groups', ...groups, lists: 'groups', success: 200, summary: 'List the groups.' },
  { id: 'createGroup', method: 'POST', path: '/api/groups', ...groups, writes: 'group', success: 201, summary: 'Create a group.' },
  { id: 'readGroup', method: 'GET', path: '/api/groups/{groupId}', ...oneGroup, reads: 'group', success: 200, summary: 'Read one group.' },
  { id: 'replaceGroup', method: 'PUT', path: '/api/groups/{groupId}', ...oneGroup, writes: 'group', success: 200, summary: 'Replace a group by new content.' },
  { id: 'updateGroup', method: 'PATCH', path: '/api/groups/{groupId}', ...oneGroup, writes: 'group', success: 200, summary: 'Change some fields of a group.' },
  { id: 'deleteGroup', method: 'DELETE', path: '/api/groups/{groupId}', ...oneGroup, writes: 'group', success: 204, summary: 'Delete a group.' },

  { id: 'listUsers', method: 'GET', path: '/api/users', ...users, lists: 'users', success: 200, summary: 'List the users.' },
  { id: 'createUser', method: 'POST', path: '/api/users', ...users, writes: 'user', success: 201, summary: 'Create a user.' },
  { id: 'listCountries', method: 'GET', path: '/api/users/countries', ...users, lists: 'countries', success: 200, summary: 'List the countries a user can have.' },
  { id: 'listTimeZones', method: 'GET', path: '/api/users/timeZones', ...users, lists: 'timeZones', success: 200, summary: 'List the time zones a user can have.' },
  { id: 'readUser', method: 'GET', path: '/api/users/{userId}', ...oneUser, reads: 'user', success: 200, summary: 'Read one user.' },
  { id: 'replaceUser', method: 'PUT', path: '/api/users/{userId}', ...oneUser, writes: 'user', success: 200, summary: 'Replace a user by new content.' },
  { id: 'updateUser', method: 'PATCH', path: '/api/users/{userId}', ...oneUser, writes: 'user', success: 200, summary: 'Change some fields of a user.' },
  { id: 'deleteUser', method: 'DELETE', path: '/api/users/{userId}', ...oneUser, writes: 'user', success: 204, summary: 'Delete a user.' },
] as const satisfies readonly OperationRow[];

type Row = (typeof rows)[number];
/**
 * The name of an operation.
 *
 * @example
 * import type { OperationId } from 'roadtest/specification';
 *
 * const id: OperationId = 'listDevices';
 * console.log(id); // listDevices
 */
export type OperationId = Row['id'];
/** The operations behind a token: all but the token request itself. */
export type GuardedOperationId = Extract<Row, { guarded: true }>['id'];

/** The operations that make or change something, and so may answer with more or less of it. */
export type WriteOperationId = Extract<Row, { writes: string }>['id'];

/**
 * One operation of the interface document.
 *
 * @example
 * import { type Operation, operations } from 'roadtest/specification';
 *
 * const deleting: Operation[] = operations.filter(({ method }) => method === 'DELETE');
 * console.log(deleting.map(({ id }) => id).join()); // deleteGroup,deleteUser
 */
export interface Operation extends OperationRow {
  id: OperationId;
}

/**
 * All 20 operations, in the order of the document.
 *
 * @example
 * import { operations } from 'roadtest/specification';
 *
 * console.log(operations.length); // 20
 */
export const operations: readonly Operation[] = rows;

/** The 19 operations that take a bearer token. */
export const guardedOperations = operations.filter(
  (row): row is Operation & { id: GuardedOperationId } => row.guarded,
);

/** The operations on groups and on users, whose records are created, read, replaced, updated and deleted alike. */
export const familyOperations = {
  group: {
    list: 'listGroups',
    create: 'createGroup',
    read: 'readGroup',
    replace: 'replaceGroup',
    update: 'updateGroup',
    delete: 'deleteGroup',
  },
  user: {
    list: 'listUsers',
    create: 'createUser',
    read: 'readUser',
    replace: 'replaceUser',
    update: 'updateUser',
    delete: 'deleteUser',
  },
} as const satisfies { [R in Exclude<PathResource, 'device'>]: { [verb: string]: GuardedOperationId } };

/** The list that each of these operations returns. */
export const listedBy = column(rows, 'lists');
/** The lists that an operation returns. */
export type ListedName = (typeof listedBy)[keyof typeof listedBy];
/** The resource that each of these operations reads one of. */
export const readBy = column(rows, 'reads');
/** The operation that returns each list, and the one that reads one of each resource. */
export const listOperation = inverse(listedBy);
export const readOperation = inverse(readBy);
/** The resource that each of these operations makes or changes one of. */
export const writtenBy = column(rows, 'writes');

/** The operations that make or change something. */
export const writeOperations = guardedOperations.filter((row): row is typeof row & { id: WriteOperationId } =>
  Object.hasOwn(writtenBy, row.id),
);

/**
 * A kind of answers of a service, which rules and openings name: of an operation that succeeds, a refusal of some kind, or none at all.
 */
export type Occasion =
  | OperationId
  | 'refused-token-request'
  | 'malformed-token-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown-device'
  | 'rate-limited'
  | 'refused'
  | 'unanswered';

const byId = tableOf(operations, (row) => row);

/**
 * The operation of an id.
 *
 * @throws OptionError for an id that no operation has
 *
 * @example
 * import { operation } from 'roadtest/specification';
 *
 * console.log(operation('listDevices').path); // /api/devices
 */
export function operation(id: OperationId): Operation {
  return rowOf(byId, id, 'operation');
}

/**
 * The same id, known to be that of an operation that takes a token.
 *
 * @throws RangeError for any other: a fault of ours, never of input
 */
export function guardedOperation(id: OperationId | undefined): GuardedOperationId {
  return itemAt(
    guardedOperations.filter((row) => row.id === id),
    0,
  ).id;
}
