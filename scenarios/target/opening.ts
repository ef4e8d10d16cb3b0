/** What a story begins with, as steps: its groups, its users, and the limits of its devices. */
import type { Story } from '../language/story.ts';
import type { FleetPart } from '../language/terms.ts';
import type { ActionStep } from '../player/steps.ts';

/** In the order in which a deployment can take them. Devices are there already. */
export function openingSteps({ clock, groups, users, fleet }: Story): ActionStep[] {
  const at = clock.start;
  return [
    ...groups.map(({ name, description }, index): ActionStep => {
      const devices = fleet.filter(({ group }) => group === index).flatMap(devicesOf);
      return { at, kind: 'create-group', facts: { name, description, devices } };
    }),
    ...users.map(({ groups: places, ...facts }): ActionStep => {
      const names = places.flatMap((place) => groups[place]?.name ?? []);
      return { at, kind: 'create-user', facts: { ...facts, groups: names } };
    }),
    ...fleet.flatMap((part) => limitSteps(part, at)),
  ];
}

function limitSteps(part: FleetPart, at: number): ActionStep[] {
  const { limits, expirationDate } = part;
  const change = {
    ...(expirationDate !== null && { expires: true, expirationDate }),
    ...(limits.dailyEmail !== null && { dailyEmail: limits.dailyEmail }),
    ...(limits.dailySms !== null && { dailySms: limits.dailySms }),
  };
  if (Object.keys(change).length === 0) return [];
  return devicesOf(part).map((device): ActionStep => ({ at, kind: 'set-limits', device, change }));
}

function devicesOf({ first, count }: FleetPart): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
