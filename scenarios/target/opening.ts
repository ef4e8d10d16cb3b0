/** What a story begins with, as deeds: its groups, its users, and the limits of its devices. */
import type { Action, FleetPart, Story } from '../language/story.ts';
import type { Deed } from '../player/deeds.ts';

/** In the order in which a deployment can take them. Devices are there already. */
export function openingDeeds({ clock, groups, users, fleet }: Story): Deed[] {
  const at = clock.start;
  return [
    ...groups.map(({ name, description }, index): Deed => {
      const devices = fleet.filter(({ group }) => group === index).flatMap(devicesOf);
      return { at, kind: 'create-group', name, description, devices };
    }),
    ...users.map(({ groups: places, ...facts }): Deed => {
      const names = places.flatMap((place) => groups[place]?.name ?? []);
      return { at, kind: 'create-user', user: { ...facts, groups: names } };
    }),
    ...fleet.flatMap((part) => limitDeeds(part, at)),
  ];
}

function limitDeeds(part: FleetPart, at: number): Deed[] {
  const { limits, expirationDate } = part;
  const change = {
    ...(expirationDate !== null && { expires: true, expirationDate }),
    ...(limits.dailyEmail !== null && { dailyEmail: limits.dailyEmail }),
    ...(limits.dailySms !== null && { dailySms: limits.dailySms }),
  };
  if (Object.keys(change).length === 0) return [];
  return devicesOf(part).map((device): Deed => {
    const devices = { first: device, count: 1 };
    const action: Action = { kind: 'set-limits', place: nowhere, outcome: 'done', devices, change };
    return { at, kind: 'control', device, action };
  });
}

/** The file says it among the fleet, and not in its timeline. */
const nowhere = { line: 1, column: 1 };

function devicesOf({ first, count }: FleetPart): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
