/** The account: how many devices, licences, groups and users there are, and whether one of a name is there. */
import { type Static, typed } from '../../contracts/kit/schema.ts';
import { isOn } from '../language/resolve/each.ts';
import { object, oneOf, option, optional, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { existence, number, wantedOf } from './finding.ts';

export const licenceStates = oneOf('used', 'expired');
export const statuses = oneOf('online', 'offline', 'unknown');

const wanted = optional(ref('wanted'));
const licenceCounts = object({ used: wanted, available: wanted, total: wanted });
const exists = option('Default on.', ref('switch'));

export const accountExpectations = {
  devices: defineExpectation({
    summary: 'How many devices there are.',
    value: ref('wanted'),
    beside: { licence: optional(licenceStates), status: optional(statuses) },
    read: ({ value, here, names, fields: { licence = null, status = null } }) => [
      { wanted: wantedOf(value, here, names), licence, status },
    ],
    words({ wanted, licence, status }) {
      const having = licence === null ? '' : ` with licence ${licence}`;
      return `${status === null ? '' : `${status} `}devices${having}: ${numberInWords(wanted)}`;
    },
    check({ wanted, licence, status }, { fleet }) {
      if (licence === null && status === null) return number(fleet.devices.count, wanted);
      const matching = fleet.devices.countWhere(
        (facts) =>
          (licence === null || facts.licence === licence) && (status === null || facts.status === status),
      );
      return number(matching, wanted);
    },
  }),

  licences: defineExpectation({
    summary: "The account's licences.",
    value: typed<Static<typeof licenceCounts>>({ ...licenceCounts, minProperties: 1 }),
    beside: {},
    read: ({ value, here, names }) =>
      (['used', 'available', 'total'] as const).flatMap((of) => {
        const written = value[of];
        return written === undefined ? [] : [{ of, wanted: wantedOf(written, [...here, of], names) }];
      }),
    words: ({ of, wanted }) => `licences ${of}: ${numberInWords(wanted)}`,
    check: ({ of, wanted }, { fleet }) => number(fleet.account.view().licences[of], wanted),
  }),

  groups: countOf('groups', 'How many groups there are.'),

  users: countOf('users', "How many users there are, the account's own included."),

  group: defineExpectation({
    summary: 'A group of this name.',
    value: text,
    beside: { exists, members: option('How many devices are in it.', ref('wanted')) },
    read({ value, here, path, fields: { exists = true, members }, names }) {
      const name = names.group(value, here);
      const devices: Wanted | null =
        members === undefined ? null : wantedOf(members, [...path, 'members'], names);
      return name === undefined ? [] : [{ name, exists: isOn(exists), devices }];
    },
    words({ name, exists, devices }) {
      const members = devices ? `, devices: ${numberInWords(devices)}` : '';
      return `group ${name} ${exists ? 'exists' : 'does not exist'}${members}`;
    },
    check({ name, exists, devices }, { fleet }) {
      const group = fleet.groups.list().find((each) => each.name === name);
      const found = existence(group !== undefined, exists);
      const shown = (count: number | null) => (count === 1 ? '1 device' : `${count} devices`);
      return found.met && group && devices ? number(group.deviceIds.length, devices, shown) : found;
    },
  }),

  user: defineExpectation({
    summary: 'A user of this name.',
    value: text,
    beside: { exists },
    read({ value, here, fields: { exists = true }, names }) {
      const name = names.user(value, here);
      return name === undefined ? [] : [{ name, exists: isOn(exists) }];
    },
    words: ({ name, exists }) => `user ${name} ${exists ? 'exists' : 'does not exist'}`,
    check({ name, exists }, { fleet }) {
      const found = fleet.users.list().some((each) => each.name === name);
      return existence(found, exists);
    },
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
