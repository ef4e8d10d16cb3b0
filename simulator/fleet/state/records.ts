/** Groups and users, and which device is in which group. */

import { mustHold, ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, orNull, type Static } from '../../../contracts/kit/schema.ts';
import { group, user } from '../forms.ts';
import { wrongField } from '../records/content.ts';
import type { Family } from '../rules/records.ts';
import { seededFirstGroupOf } from '../seed/records.ts';
import type { Group, User } from '../types.ts';
import type { SeedFacts } from './account.ts';
import type { Context } from './context.ts';

/** `null` until they are first read: then the records follow from the seed. */
export const groupsState = orNull(object({ nextId: ordinal, records: list(group) }));
export const usersState = orNull(object({ nextId: ordinal, records: list(user) }));
export type RecordsState<R> = { nextId: number; records: R[] } | null;
export type GroupsState = Static<typeof groupsState>;
export type UsersState = Static<typeof usersState>;

export function checkRecords(
  { groups, users, seed }: { groups: GroupsState; users: UsersState; seed: SeedFacts },
  context: Context,
): void {
  checkFamily('group', groups, context);
  checkFamily('user', users, context);
  checkMembers(groups, seed, context);
  const known = new Set(groups?.records.map(({ id }) => id));
  const exists = (id: number): boolean => (groups === null ? id <= seed.groups : known.has(id));
  users?.records.forEach(({ groupIds }, place) => {
    const at = groupIds.findIndex((id) => !exists(id));
    mustHold(at === -1, `/users/records/${place}/groupIds/${at}`, 'is not a group');
  });
  if (users !== null) return;
  // Users of the seed are in groups of the seed; to delete a group the users are read first.
  for (let id = 1; id <= seed.groups; id++) {
    mustHold(exists(id), '/users', `comes from the seed, whose group ${id} is missing`);
  }
}

/** Records are in the order of their ids, and each is as a caller could have sent it. */
function checkFamily(family: Family, state: RecordsState<Group | User>, { now }: Context): void {
  let before = 0;
  state?.records.forEach((record, place) => {
    const pointer = `/${family}s/records/${place}`;
    const { id, createdAt, modifiedAt } = record;
    mustHold(id > before, `${pointer}/id`, 'is not greater than the one before');
    mustHold(id < state.nextId, `${pointer}/id`, 'has not been issued yet');
    before = id;
    mustHold(createdAt <= modifiedAt, `${pointer}/modifiedAt`, 'is before its creation');
    mustHold(modifiedAt <= now, `${pointer}/modifiedAt`, 'is in the future');
    const wrong = wrongField(family, record);
    mustHold(wrong === undefined, `${pointer}/${wrong?.field}`, `must be ${wrong?.what}`);
  });
}

/** A device is in one group at most, but where the profile lets it be in several; its column says in which, or the first of them. */
function checkMembers(groups: GroupsState, seed: SeedFacts, { columns, sharesDevices }: Context): void {
  const groupOf = new Uint32Array(columns.count + 1);
  if (groups === null) {
    for (let id = 1; id <= seed.devices; id++)
      groupOf[id] = seededFirstGroupOf(id, seed.groups, sharesDevices);
  }
  groups?.records.forEach(({ id, deviceIds }, place) => {
    deviceIds.forEach((deviceId, at) => {
      const pointer = `/groups/records/${place}/deviceIds/${at}`;
      mustHold(columns.has(deviceId), pointer, 'is not a device');
      mustHold(sharesDevices || groupOf[deviceId] === 0, pointer, 'is in two groups');
      groupOf[deviceId] ||= id;
    });
  });
  for (let id = 1; id <= columns.count; id++) {
    const inGroup = (columns.groupOf(id) ?? 0) === groupOf[id];
    mustHold(inGroup, '/columns/columns/group', `disagrees with the groups about device ${id}`);
  }
}
