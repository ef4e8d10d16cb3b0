/** Groups of devices. The group's `deviceIds` alone say which groups a device is in; its column has the first of them. */
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import type { Core } from '../core.ts';
import { FleetError } from '../errors.ts';
import type { DeviceId, Group, User } from '../types.ts';
import { groupsWith, type MembershipPolicy, sharesDevices } from './memberships.ts';
import { type Links, type RecordEvents, type RecordPolicy, Records } from './records.ts';

export type Groups = Records<Group>;
export type Users = Records<User>;

export type GroupPolicy = RecordPolicy & MembershipPolicy & Answers<'groups.delete-devices'>;

/** `users` is asked for late: groups and users refer to each other. */
export function createGroups(
  core: Core<RecordEvents>,
  policy: GroupPolicy,
  users: () => Users,
  seed: () => Group[],
): Groups {
  const { columns } = core;
  const placeDevices = sharesDevices(policy) ? shareDevices : moveDevices;

  const links: Links<Group> = {
    check(next) {
      const unknown = next.deviceIds.find((id) => !columns.has(id));
      if (unknown === undefined) return;
      throw new FleetError('UNKNOWN_REFERENCE', `Device ${unknown} of the group does not exist.`, {
        field: 'deviceIds',
        missing: { resource: 'device', id: unknown },
      });
    },
    checkRemoval(group) {
      if (policy['groups.delete-devices'] === 'stay' || group.deviceIds.length === 0) return;
      throw new FleetError('GROUP_HAS_DEVICES', `The group has ${group.deviceIds.length} devices.`, {
        hint: 'Take the devices out of the group first.',
      });
    },
    apply(next, before) {
      if (next?.deviceIds !== before?.deviceIds) placeDevices(next, before);
      if (next === undefined && before !== undefined) leaveUsers(before.id);
    },
  };
  const groups: Groups = new Records('group', core, policy, links, seed);

  /** A device is in one group at most: those that come are taken from where they were. */
  function moveDevices(next: Group | undefined, before: Group | undefined): void {
    const leavingFrom = new Map<number, Set<DeviceId>>();
    for (const id of before?.deviceIds ?? []) columns.setGroup(id, null);
    if (next === undefined) return;
    for (const id of next.deviceIds) {
      const from = columns.groupOf(id);
      if (from !== null) leavingFrom.set(from, (leavingFrom.get(from) ?? new Set()).add(id));
      columns.setGroup(id, next.id);
    }
    for (const [from, leaving] of leavingFrom) {
      const stay = groups.peek(from)?.deviceIds.filter((id) => !leaving.has(id));
      groups.amend(from, { deviceIds: stay ?? [] });
    }
  }

  /** Members that come stay where they were. */
  function shareDevices(next: Group | undefined, before: Group | undefined): void {
    const kept = groups.kept();
    for (const id of new Set([...(before?.deviceIds ?? []), ...(next?.deviceIds ?? [])]))
      columns.setGroup(id, groupsWith(id, kept)[0] ?? null);
  }

  function leaveUsers(groupId: number): void {
    for (const { id, groupIds } of users().kept()) {
      if (groupIds.includes(groupId))
        users().amend(id, { groupIds: groupIds.filter((other) => other !== groupId) });
    }
  }

  return groups;
}
