/** Groups and users: as they are written, and as they are read. */
import { type Static, type TSchema, typed } from '../../contracts/kit/schema.ts';
import { storyBounds } from './bounds.ts';
import {
  anyText,
  describe,
  listOf,
  named,
  object,
  option,
  orNothing,
  plainText,
  readBy,
  reads,
  text,
} from './builders.ts';
import { country, groupName, ref, timeZone } from './forms.ts';
import type { Names } from './names.ts';
import type { Channel, GroupPart, UserPart } from './terms.ts';
import { checkText } from './texts.ts';

const description = reads(typed<string | null>({ type: ['string', 'null'] }), (text, { path, names }) => {
  if (text !== null) checkText(text, path, names);
  return text ?? '';
});
export const groups = describe('Groups by name, each with its description.', named(description));

export const channels = listOf(ref('channel'), 0, { uniqueItems: true });

/** The fields of a user, in the groups of this form. */
function userFields<Group extends TSchema>(group: Group) {
  return {
    email: option('Default: made from the name, at example.com.', text),
    phone: option('Default: a number that is not in use.', anyText),
    country: option('ISO 3166-1, two letters; default GB.', country),
    timeZone: option("Default: the story's.", timeZone),
    groups: option('Default: all groups.', listOf(group, 0)),
    notify: option('How the user is notified of alerts; default by e-mail.', channels),
  };
}

const first = userFields(reads(plainText, (name, { path, names }) => names.group(name, path)));
export const users = describe("Users by name, beside the account's own.", named(orNothing(object(first))));

/** The fields of a user that an action creates or changes: its groups are those of that moment. */
export const userFacts = {
  ...userFields(groupName),
  disabled: option('Whether the user is switched off.', ref('switch')),
};

/** A story that names no groups has one with all its devices in it, so that every alert notifies a user. */
const ALL_DEVICES = { Fleet: 'All devices' };

export function readGroups(written: Static<typeof groups> = {}, names: Names): GroupPart[] {
  const isSilent = Object.keys(written).length === 0;
  names.hasOwnGroups = !isSilent;
  const read = readBy(groups, isSilent ? ALL_DEVICES : written, { path: ['groups'], names, mayBeIt: false });
  return Object.entries(read).map(([name, description], index) => {
    names.groupOf.set(name, index);
    names.groups.add(name);
    return { name, description };
  });
}

export function readUsers(written: Static<typeof users> = {}, names: Names): UserPart[] {
  const every = [...names.groupOf.values()];
  const memberships = Object.values(written).map((user) => user?.groups?.length ?? every.length);
  if (memberships.reduce((sum, groups) => sum + groups, 0) > storyBounds.memberships) {
    const message = `all users together are in more than ${storyBounds.memberships.toLocaleString('en')} groups`;
    return names.wrong('TOO_MANY', ['users'], message, 'say which groups each user is in');
  }
  for (const name of Object.keys(written)) names.users.add(name);
  const read = readBy(users, written, { path: ['users'], names, mayBeIt: false });
  return Object.entries(read).map(([name, user], index) => ({
    ...usualUser(name, index, names),
    groups: every,
    ...user,
  }));
}

/** A user of whom nothing but the name is said, and no groups. */
export function usualUser(name: string, index: number, { clock }: Names): Omit<UserPart, 'groups'> {
  const notify: readonly Channel[] = ['email'];
  const { timeZone } = clock;
  return { name, email: emailOf(name), phone: phoneOf(index), country: 'GB', timeZone, notify };
}

function emailOf(name: string): string {
  const plain = name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
  return `${plain.replace(/[^a-z0-9]+/g, '.').replace(/^\.|\.$/g, '') || 'user'}@example.com`;
}

/** Numbers of the British range that is reserved for drama: 07700 900000 to 900999. */
function phoneOf(index: number): string {
  return `+447700900${String((index + 1) % 1000).padStart(3, '0')}`;
}
