/** Sets the scene: what exists in a story before its first moment, put into an empty world. */

import { groupedBy } from '../../contracts/kit/items.ts';
import { defaultAnswers } from '../../contracts/specification/openings/index.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { withoutLicence } from '../language/notes.ts';
import type { Story } from '../language/story.ts';
import { type FleetPart, idsOf, type StoryClock } from '../language/terms.ts';

type Fleet = PluginWorld['fleet'];

/** It is always said: the world may take the place of one that had another. */
const MIDNIGHT = defaultAnswers['day.ends'];

/** As the fixture says, at the first moment of the story; its clock is frozen until the story is played. */
export function castOptions(
  fixture: Fixture,
  { start, timeZone, dayEnds = MIDNIGHT, seed }: StoryClock,
): SimulatorOptions {
  return { fixture, seed, at: start, timeZone, dayEnds, frozen: true };
}

/** The world that a story begins in: that of its fixture, or devices without a name, and no group. */
export function worldOptions(story: Story): SimulatorOptions {
  const { name, clock, account, devices } = story;
  const { licences, userName, apiKey } = account;
  if (story.cast) return { ...castOptions(story.cast, clock), story: name, userName, apiKey };
  return {
    story: name,
    seed: clock.seed,
    at: clock.start,
    timeZone: clock.timeZone,
    dayEnds: clock.dayEnds ?? MIDNIGHT,
    userName,
    apiKey,
    ...(story.fleet.some(({ device }) => device !== undefined) || withoutLicence(story).length > 0
      ? { fixture: fixtureOf(story) }
      : { devices, groups: 0, users: 1, licences }),
  };
}

/** The devices of a story in which something is said of them as a fixture says it. */
function fixtureOf({ fleet, account }: Story): Fixture {
  const devices = fleet.flatMap(({ device = {}, count }) => Array.from({ length: count }, () => device));
  for (const { first, count } of withoutLicence({ fleet, account })) {
    for (let place = first - 1; place < first - 1 + count; place++)
      devices[place] = { ...devices[place], licence: 'expired' };
  }
  return { account: { licences: account.licences }, clock: { frozen: true }, devices };
}

/** Names devices, makes groups and users, sets limits and expiry dates; in the world of a fixture all is there. */
export function setScene(story: Story, fleet: Fleet): void {
  if (story.cast || story.isPlain) return;
  for (const { first, count, label } of story.fleet)
    for (let n = 1; n <= count; n++)
      fleet.devices.describe(first + n - 1, { name: label.replaceAll('{n}', String(n)) });
  const placed = story.fleet.flatMap(({ group, groups = [], ...devices }) =>
    [group, ...groups].map((index) => ({ index, devices })),
  );
  const members = groupedBy(placed, ({ index }) => index);
  const groupIds = story.groups.map(({ name, description }, index) => {
    const deviceIds = (members.get(index) ?? []).flatMap(({ devices }) => idsOf(devices, null));
    return fleet.groups.create({ name, description, deviceIds }).id;
  });
  for (const { groups, notify, ...facts } of story.users) {
    const user = { ...facts, groupIds: groups.map((group) => groupIds[group] ?? 0), notify: [...notify] };
    // The user of the account's name is there, as in a fixture.
    if (facts.name === story.account.userName) fleet.users.update(fleet.account.ownUserId, user);
    else fleet.users.create(user);
  }
  // Alerts need a user to notify: where a story has none, it is the account's own.
  if (story.users.length === 0 && fleet.users.peek(fleet.account.ownUserId))
    fleet.users.update(fleet.account.ownUserId, { groupIds });
  for (const part of story.fleet) setLimits(part, fleet);
  fleet.account.setApiEnabled(story.account.apiAccess);
}

function setLimits({ limits, expirationDate, ...part }: FleetPart, fleet: Fleet): void {
  const { dailyEmail, dailySms } = limits;
  const change = {
    ...(dailyEmail !== null && { dailyEmail }),
    ...(dailySms !== null && { dailySms }),
    ...(expirationDate !== null && { expires: true, expirationDate }),
  };
  if (Object.keys(change).length === 0) return;
  for (const device of idsOf(part, null)) fleet.limits.set(device, change);
}
