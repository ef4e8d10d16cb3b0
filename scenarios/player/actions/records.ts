/** Groups and users: created, replaced, patched and deleted (section 4.2). */
import type { UserContent } from '../../../simulator/fleet/types.ts';
import type { Devices, UserFacts } from '../../language/story.ts';
import { idsOf, type Scene } from '../scene.ts';
import type { AccountActs } from './action.ts';
import { groupNamed, userNamed } from './names.ts';

export const records = {
  'create-group'({ deed, fleet }, { name, description, devices }, it) {
    const deviceIds = membersOf(devices, it);
    deed({ kind: 'create-group', name, description, devices: deviceIds });
    fleet.groups.create({ name, description, deviceIds });
  },
  'replace-group'({ deed, fleet }, { group, name, description, devices }, it) {
    const deviceIds = membersOf(devices, it);
    deed({ kind: 'replace-group', was: group, name, description, devices: deviceIds });
    fleet.groups.replace(groupNamed(fleet, group).id, { name, description, deviceIds });
  },
  'patch-group'({ deed, fleet }, { group, name, description, devices }, it) {
    const said = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const deviceIds = devices === undefined ? undefined : membersOf(devices, it);
    deed({ kind: 'patch-group', name: group, change: { ...said, ...(deviceIds && { devices: deviceIds }) } });
    fleet.groups.update(groupNamed(fleet, group).id, { ...said, ...(deviceIds && { deviceIds }) });
  },
  'delete-group'({ deed, fleet }, { group }) {
    deed({ kind: 'delete-group', name: group });
    fleet.groups.delete(groupNamed(fleet, group).id);
  },
  'create-user'({ deed, fleet }, { user }) {
    deed({ kind: 'create-user', user });
    fleet.users.create(contentOf(fleet, user));
  },
  'replace-user'({ deed, fleet }, { name, user }) {
    deed({ kind: 'replace-user', was: name, user });
    fleet.users.replace(userNamed(fleet, name).id, contentOf(fleet, user));
  },
  'patch-user'({ deed, fleet }, { name, user }) {
    deed({ kind: 'patch-user', name, change: user });
    fleet.users.update(userNamed(fleet, name).id, contentOf(fleet, user));
  },
  'delete-user'({ deed, fleet }, { name }) {
    deed({ kind: 'delete-user', name });
    fleet.users.delete(userNamed(fleet, name).id);
  },
} satisfies Partial<AccountActs>;

function membersOf(devices: Devices | null, it: number | null): number[] {
  return devices === null ? [] : [...idsOf(devices, it)];
}

function contentOf(fleet: Scene['fleet'], { groups, notify, ...facts }: UserFacts): Partial<UserContent> {
  return {
    ...facts,
    ...(groups !== undefined && { groupIds: groups.map((name) => groupNamed(fleet, name).id) }),
    ...(notify !== undefined && { notify: [...notify] }),
  };
}
