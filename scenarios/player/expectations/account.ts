/** Licences, groups, users, and what happened so far. */
import type { Group } from '../../../simulator/fleet/types.ts';
import { fact, type Looks, number } from './finding.ts';

export const account = {
  happened: ({ happened }, { event, wanted }) => number(happened(event), wanted),
  licences: ({ fleet }, { of, wanted }) => number(fleet.account.view().licences[of], wanted),
  groups: ({ fleet }, { wanted }) => number(fleet.groups.list().length, wanted),
  users: ({ fleet }, { wanted }) => number(fleet.users.list().length, wanted),
  group({ fleet }, { name, exists, devices }) {
    const group: Group | undefined = fleet.groups.list().find((each) => each.name === name);
    const found = existence(group !== undefined, exists);
    return found.met && group && devices ? number(group.deviceIds.length, devices, inDevices) : found;
  },
  user: ({ fleet }, { name, exists }) =>
    existence(
      fleet.users.list().some((each) => each.name === name),
      exists,
    ),
} satisfies Partial<Looks>;

function existence(actual: boolean, wanted: boolean) {
  const words = (there: boolean) => (there ? 'there' : 'not there');
  return fact(words(actual), words(wanted));
}

function inDevices(count: number | null): string {
  return count === 1 ? '1 device' : `${count} devices`;
}
