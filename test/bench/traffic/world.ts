/** Stories to measure, and worlds in which they are played. */

import type { Condition } from '../../../scenarios/conditions/condition.ts';
import type { Site } from '../../../scenarios/language/terms.ts';
import { town } from '../../../scenarios/motion/roads/town.ts';
import { type Played, part, play, second, story } from '../../scenarios/traffic/stories.ts';

export { town } from '../../../scenarios/motion/roads/town.ts';
export { hour, minute, second } from '../../scenarios/traffic/stories.ts';

const FENCES = 12;

/** A town full of vehicles that report every half minute, standing or not, with fences that all of them may cross. */
export function rush(devices: number): Played {
  const sites: Site[] = town()
    .places.slice(0, FENCES)
    .map(({ name, latitude, longitude }) => ({
      name,
      at: [latitude, longitude],
      area: { centre: [latitude, longitude], radius: 120 },
    }));
  const everybody = { first: 1, count: devices };
  const watched = sites.flatMap((_, site): Condition[] => [
    { kind: 'enters', devices: everybody, site },
    { kind: 'leaves', devices: everybody, site },
  ]);
  const report = { moving: 30 * second, parked: 30 * second, turns: false };
  const fleet = [part({ count: devices, report })];
  return play(story({ fleet, sites }), { watched, history: 100, hooks: { fired: () => undefined } });
}
