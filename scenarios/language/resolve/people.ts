/** Groups and users. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { isCountry } from '../../../simulator/fleet/reference.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { Switch } from '../schema/forms.ts';
import type { WrittenUser } from '../schema/setting.ts';
import type { Channel, GroupPart, UserFacts, UserPart } from '../terms.ts';
import { checkZone } from './clock.ts';
import { isOn } from './each.ts';
import type { Names } from './names.ts';
import { checkText } from './texts.ts';

/** A story that names no groups has one with all its devices in it, so that every alert notifies a user. */
const ALL_DEVICES: Named<string | null> = { Fleet: 'All devices' };

export function readGroups(written: Named<string | null> = {}, names: Names): GroupPart[] {
  const isSilent = Object.keys(written).length === 0;
  if (isSilent) names.groupOfOthers = 0;
  return Object.entries(isSilent ? ALL_DEVICES : written).map(([name, description], index) => {
    names.groupOf.set(name, index);
    names.groups.add(name);
    checkText(description, ['groups', name], names);
    return { name, description: description ?? '' };
  });
}

export function readUsers(written: Named<WrittenUser | null> = {}, names: Names): UserPart[] {
  let memberships = 0;
  return Object.entries(written).flatMap(([name, given], index) => {
    const path = ['users', name];
    const user = given ?? {};
    names.users.add(name);
    const before = memberships;
    memberships += user.groups?.length ?? names.groupOf.size;
    if (memberships > storyBounds.memberships) {
      const max = storyBounds.memberships.toLocaleString('en');
      const message = `all users together are in more than ${max} groups`;
      if (before <= storyBounds.memberships)
        names.wrong('TOO_MANY', path, message, 'say which groups each user is in');
      return [];
    }
    const groups = user.groups?.flatMap(
      (group, place) => groupIn(group, [...path, 'groups', place], names) ?? [],
    );
    const { email, phone, country, timeZone, notify } = {
      ...usual(name, index, names),
      ...userFacts(user, path, names),
    };
    return [{ name, email, phone, country, timeZone, groups: groups ?? [...names.groupOf.values()], notify }];
  });
}

/** The place of a group that the story begins with. */
export function groupIn(name: string, path: Path, names: Names): number | undefined {
  return names.groupOf.get(name) ?? names.unknown('group', name, names.groupOf.keys(), path);
}

/** The given facts of a user, checked. */
function userFacts({ groups: _, ...facts }: WrittenUser, path: Path, names: Names) {
  const { timeZone, country } = facts;
  if (timeZone !== undefined) checkZone(timeZone, [...path, 'timeZone'], names);
  if (country !== undefined && !isCountry(country)) {
    const message = `there is no country ${quoted(country)}`;
    names.wrong('UNKNOWN_COUNTRY', [...path, 'country'], message, 'ISO 3166-1, such as DE');
  }
  return facts;
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
  { disabled, ...written }: WrittenUser & { name?: string; disabled?: Switch },
  path: Path,
  names: Names,
): UserFacts {
  written.groups?.forEach((group, place) => {
    names.group(group, [...path, 'groups', place]);
  });
  return {
    ...userFacts(written, path, names),
    ...(written.groups && { groups: written.groups }),
    ...(disabled !== undefined && { disabled: isOn(disabled) }),
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
