/** Groups and users: the two families of records that are created, read, replaced, updated and deleted alike. */
import type { GuardedOperationId } from '../../../specification/operations.ts';

export const families = {
  group: {
    area: 'groups',
    list: 'groups',
    create: 'createGroup',
    read: 'readGroup',
    replace: 'replaceGroup',
    update: 'updateGroup',
    delete: 'deleteGroup',
    unlock: ['records.group', 'samples.group'],
  },
  user: {
    area: 'users',
    list: 'users',
    create: 'createUser',
    read: 'readUser',
    replace: 'replaceUser',
    update: 'updateUser',
    delete: 'deleteUser',
    unlock: ['records.user', 'samples.user'],
  },
} as const satisfies { [family: string]: { [operation: string]: GuardedOperationId | unknown } };

export type Family = keyof typeof families;
