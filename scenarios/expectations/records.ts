/** Groups and users: how many there are, and whether one of a name is there. */
import { isOn } from '../language/resolve/diagnostics.ts';
import { option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { existence, number } from './finding.ts';
import { wantedOf } from './wanted.ts';

export interface GroupWanted {
  name: string;
  exists: boolean;
  /** How many are in it. */
  devices?: Wanted;
}

const exists = option('Default on.', ref('switch'));

export const recordExpectations = {
  groups: countOf('groups', 'How many groups there are.'),

  users: countOf('users', "How many users there are, the account's own included."),

  group: defineExpectation({
    summary: 'A group of this name.',
    value: text,
    beside: { exists, members: option('How many devices are in it.', ref('wanted')) },
    read({ value: name, here, path, fields: { exists = true, members }, names }): GroupWanted[] {
      if (names.group(name, here) === undefined) return [];
      const devices = members === undefined ? undefined : wantedOf(members, [...path, 'members'], names);
      return [{ name, exists: isOn(exists), ...(devices && { devices }) }];
    },
    words({ name, exists, devices }) {
      const members = devices ? `, devices: ${numberInWords(devices)}` : '';
      return `group ${name} ${exists ? 'exists' : 'does not exist'}${members}`;
    },
    check({ name, exists, devices }, { fleet }) {
      const group = fleet.groups.list().find((each) => each.name === name);
      const found = existence(group !== undefined, exists);
      return found.met && group && devices ? number(group.deviceIds.length, devices, inDevices) : found;
    },
  }),

  user: defineExpectation({
    summary: 'A user of this name.',
    value: text,
    beside: { exists },
    read: ({ value: name, here, fields: { exists = true }, names }) =>
      names.user(name, here) === undefined ? [] : [{ name, exists: isOn(exists) }],
    words: ({ name, exists }) => `user ${name} ${exists ? 'exists' : 'does not exist'}`,
    check: ({ name, exists }, { fleet }) =>
      existence(
        fleet.users.list().some((each) => each.name === name),
        exists,
      ),
  }),
};

function countOf(family: 'groups' | 'users', summary: string) {
  return defineExpectation({
    summary,
    value: ref('wanted'),
    beside: {},
    read: ({ value, here, names }) => [{ wanted: wantedOf(value, here, names) }],
    words: ({ wanted }) => `${family}: ${numberInWords(wanted)}`,
    check: ({ wanted }, { fleet }) => number(fleet[family].list().length, wanted),
  });
}

function inDevices(count: number | null): string {
  return count === 1 ? '1 device' : `${count} devices`;
}
