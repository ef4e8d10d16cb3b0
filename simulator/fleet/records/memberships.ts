/** The groups that a device is in: one at most, or several where the profile's devices have a place for them. */
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import type { DeviceId, Group } from '../types.ts';

export type MembershipPolicy = Answers<'records.device'>;

/** Returns whether a device that comes to a group stays in those that it was in. */
export function sharesDevices(policy: MembershipPolicy): boolean {
  return policy['records.device'].fields.groupIds !== undefined;
}

/** The ids of the groups among these that a device is in. */
export function groupsWith(device: DeviceId, groups: readonly Group[]): number[] {
  return groups.filter(({ deviceIds }) => membersIn(deviceIds).has(device)).map(({ id }) => id);
}

/** A list of members is never changed, but replaced. */
const known = new WeakMap<readonly DeviceId[], ReadonlySet<DeviceId>>();

function membersIn(deviceIds: readonly DeviceId[]): ReadonlySet<DeviceId> {
  const members = known.get(deviceIds) ?? new Set(deviceIds);
  known.set(deviceIds, members);
  return members;
}
