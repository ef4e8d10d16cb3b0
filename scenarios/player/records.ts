/** Groups and users have names in a story. A name that nothing has is refused as the service refuses its id. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { Group, User, UserContent } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Devices, UserFacts } from '../language/terms.ts';
import { idsOf } from './scene.ts';

type Fleet = PluginWorld['fleet'];

export function groupNamed(fleet: Fleet, name: string): Group {
  const group = fleet.groups.list().find((each) => each.name === name);
  if (group !== undefined) return group;
  throw new FleetError('UNKNOWN_GROUP', `There is no group ${quoted(name)}.`);
}

export function userNamed(fleet: Fleet, name: string): User {
  const user = fleet.users.list().find((each) => each.name === name);
  if (user !== undefined) return user;
  throw new FleetError('UNKNOWN_USER', `There is no user ${quoted(name)}.`);
}

/** The devices that are meant: none for null. */
export function membersOf(devices: Devices | null, it: number | null): number[] {
  return devices === null ? [] : [...idsOf(devices, it)];
}

/** Facts of a user in the fleet's own terms: groups by their ids. */
export function userContent(fleet: Fleet, { groups, notify, ...facts }: UserFacts): Partial<UserContent> {
  return {
    ...facts,
    ...(groups !== undefined && { groupIds: groups.map((name) => groupNamed(fleet, name).id) }),
    ...(notify !== undefined && { notify: [...notify] }),
  };
}
