/** Groups and users. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import { isCountry } from '../../../simulator/fleet/reference.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { Switch } from '../schema/forms.ts';
import type { WrittenUser } from '../schema/setting.ts';
import type { Channel, GroupPart, UserFacts, UserPart } from '../terms.ts';
import { zoneOf } from './clock.ts';
import { isOn } from './diagnostics.ts';
import type { Names } from './names.ts';
import { checkText } from './texts.ts';

/** A story that names no groups has one with all its devices in it, so that every alert notifies a user. */
const ALL_DEVICES: Named<string | null> = { Fleet: 'All devices' };

export function readGroups(written: Named<string | null> | undefined, names: Names): GroupPart[] {
  const isSilent = Object.keys(written ?? {}).length === 0;
  if (isSilent) names.groupOfOthers = 0;
  return Object.entries(isSilent ? ALL_DEVICES : (written ?? {})).map(([name, description], index) => {
    names.groupOf.set(name, index);
    checkText(description, ['groups', name], names.diagnostics);
    return { name, description: typeof description === 'string' ? description : '' };
  });
}

export function readUsers(written: Named<WrittenUser | null> | undefined, names: Names): UserPart[] {
  return Object.entries(written ?? {}).flatMap(([name, user], index) => {
    const path = ['users', name];
    if (!names.diagnostics.sound(path)) return [];
    const before = names.memberships;
    names.memberships += user?.groups?.length ?? names.groupOf.size;
    if (names.memberships > storyBounds.memberships) {
      if (before <= storyBounds.memberships) tooManyMemberships(name, names);
      return [];
    }
    const facts = userFacts(user ?? {}, path, names);
    const groups = user?.groups?.flatMap((group, place) => {
      const found = names.diagnostics.lookUp('group', names.groupOf, group, [...path, 'groups', place]);
      return found === undefined ? [] : [found];
    });
    const { email, phone, country, timeZone, notify } = { ...usual(name, index, names), ...facts };
    return [{ name, email, phone, country, timeZone, groups: groups ?? [...names.groupOf.values()], notify }];
  });
}

function tooManyMemberships(user: string, { diagnostics }: Names): void {
  const most = storyBounds.memberships.toLocaleString('en');
  const message = `all users together are in more than ${most} groups`;
  diagnostics.wrong('TOO_MANY', ['users', user], message, 'say which groups each user is in');
}

/** The given facts of a user, checked. */
export function userFacts(
  { email, phone, country, timeZone, notify }: WrittenUser,
  path: readonly (string | number)[],
  { diagnostics }: Names,
): Omit<UserFacts, 'name' | 'groups' | 'disabled'> {
  if (timeZone !== undefined) zoneOf(timeZone, [...path.map(String), 'timeZone'], diagnostics);
  if (country !== undefined && !isCountry(country)) {
    diagnostics.wrong(
      'UNKNOWN_COUNTRY',
      [...path, 'country'],
      `there is no country ${quoted(country)}`,
      'ISO 3166-1, such as DE',
    );
  }
  return {
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(country !== undefined && { country }),
    ...(timeZone !== undefined && { timeZone }),
    ...(notify !== undefined && { notify }),
  };
}

/** A whole user, as one is created or replaced: what is not said is as usual. */
export function wholeUser(
  name: string,
  written: WrittenUser & { disabled?: Switch },
  path: Path,
  names: Names,
): UserFacts & { name: string } {
  return {
    ...usual(name, names.users.size, names),
    groups: [...names.groupOf.keys()],
    ...someOfUser(written, path, names),
    name,
  };
}

/** The facts of a user that are to change. */
export function someOfUser(
  written: WrittenUser & { disabled?: Switch },
  path: Path,
  names: Names,
): UserFacts {
  written.groups?.forEach((group, place) => {
    names.group(group, [...path, 'groups', place]);
  });
  return {
    ...userFacts(written, path, names),
    ...(written.groups && { groups: written.groups }),
    ...(written.disabled !== undefined && { disabled: isOn(written.disabled) }),
  };
}

function usual(name: string, index: number, { clock }: Names) {
  const notify: readonly Channel[] = ['email'];
  return { email: emailOf(name), phone: phoneOf(index), country: 'GB', timeZone: clock.timeZone, notify };
}

function emailOf(name: string): string {
  const plain = name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
  return `${plain.replace(/[^a-z0-9]+/g, '.').replace(/^\.|\.$/g, '') || 'user'}@example.com`;
}

/** Numbers of the British range that is reserved for drama: 07700 900000 to 900999. */
function phoneOf(index: number): string {
  return `+447700900${String((index + 1) % 1000).padStart(3, '0')}`;
}
