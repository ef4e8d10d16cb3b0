/** The drives of a world: of the vehicles that its plugin moves, and of devices that report by a plan. */
import type { Drives } from '../../drives.ts';
import type { World } from '../../world.ts';
import { PlannedDrives } from './planned-drives.ts';

type DrivenWorld = Pick<World, 'fleet' | 'timeline' | 'companion'>;

/** A plan of a device's own comes before what the plugin says of it. */
export function drivesOf({ fleet, timeline, companion }: DrivenWorld): Drives {
  const planned = new PlannedDrives(fleet, timeline);
  const moved = companion?.drives;
  if (moved === undefined) return planned;
  return {
    get count() {
      return fleet.devices.last;
    },
    // Odd versions are those of plans, even ones those of the plugin.
    version(device) {
      const ofPlan = planned.version(device);
      if (ofPlan > 0) return 2 * ofPlan - 1;
      return device <= moved.count ? 2 * moved.version(device) : 0;
    },
    isSilent: (device) => planned.isSilent(device) || moved.isSilent(device),
    of: (device) => (planned.version(device) > 0 ? planned.of(device) : moved.of(device)),
  };
}
