/** The groups and users that a fleet begins with. */

import { itemAt } from '../../../contracts/kit/items.ts';
import { mix } from '../../../contracts/kit/random.ts';
import type { SeedFacts } from '../state.ts';
import type { Channel, Group, User } from '../types.ts';
import { draws, fakerOf, fictionalPhone } from './faker.ts';

/** Homes of made-up users: a country and a time zone that belong together. */
const homes: readonly { country: string; timeZone: string }[] = [
  { country: 'DE', timeZone: 'Europe/Berlin' },
  { country: 'GB', timeZone: 'Europe/London' },
  { country: 'US', timeZone: 'America/New_York' },
  { country: 'IN', timeZone: 'Asia/Kolkata' },
  { country: 'CL', timeZone: 'America/Santiago' },
  { country: 'AU', timeZone: 'Australia/Lord_Howe' },
];
const habits: readonly Channel[][] = [['email'], ['email', 'sms'], ['sms']];

/** The group that a device begins in: devices are dealt out in turn. */
export function seededGroupOf(device: number, groups: number): number {
  return groups === 0 ? 0 : ((device - 1) % groups) + 1;
}

/** Every so many devices are in the next group as well, where devices can be in several. */
const SHARED = 3;

/** The first of the groups that a device begins in. */
export function seededFirstGroupOf(device: number, groups: number, shared: boolean): number {
  const group = seededGroupOf(device, groups);
  return shared && group === groups && device % SHARED === 0 ? 1 : group;
}

/** @param shared whether devices can be in several groups */
export function seedGroups({ seed, devices, groups, start }: SeedFacts, shared: boolean): Group[] {
  const dealt = (id: number) =>
    Array.from(
      { length: Math.max(0, Math.ceil((devices - id + 1) / groups)) },
      (_, turn) => id + turn * groups,
    );
  const ofOthers = (id: number) =>
    shared && groups > 1 ? dealt(id === 1 ? groups : id - 1).filter((device) => device % SHARED === 0) : [];
  return Array.from({ length: groups }, (_, index) => {
    const id = index + 1;
    const faker = fakerOf(seed, draws.group, id);
    return {
      id,
      name: `${faker.location.city()} depot`,
      description: `${faker.commerce.department()} deliveries`,
      deviceIds: [...dealt(id), ...ofOthers(id)].sort((a, b) => a - b),
      createdAt: start,
      modifiedAt: start,
    };
  });
}

/** User 1 is the account's own: in every group, notified by every channel. */
export function seedUsers(facts: SeedFacts): User[] {
  return Array.from({ length: facts.users }, (_, index) =>
    index === 0 ? ownUser(facts) : seedUser(facts, index + 1),
  );
}

function ownUser({ groups, start, userName, timeZone }: SeedFacts): User {
  const home = homes.find((known) => known.timeZone === timeZone);
  return {
    id: 1,
    name: userName,
    email: `${userName.toLowerCase().replace(/[^a-z0-9.-]/g, '-')}@example.com`,
    phone: fictionalPhone(0),
    country: home?.country ?? 'GB',
    timeZone,
    groupIds: Array.from({ length: groups }, (_, index) => index + 1),
    notify: ['email', 'sms'],
    disabled: false,
    createdAt: start,
    modifiedAt: start,
  };
}

function seedUser({ seed, groups, start }: SeedFacts, id: number): User {
  const faker = fakerOf(seed, draws.user, id);
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const home = itemAt(homes, id % homes.length);
  return {
    id,
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${id}@example.com`.toLowerCase().replace(/[^a-z0-9.@-]/g, ''),
    phone: fictionalPhone(mix(seed, id, draws.user)),
    country: home.country,
    timeZone: home.timeZone,
    groupIds: groups === 0 ? [] : [seededGroupOf(id - 1, groups)],
    notify: [...itemAt(habits, id % habits.length)],
    disabled: false,
    createdAt: start,
    modifiedAt: start,
  };
}
