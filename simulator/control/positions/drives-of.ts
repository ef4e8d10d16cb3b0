/** The drives of a world: of the vehicles that its plugin moves, and of devices that report by a plan. */
import type { Drives } from '../../drives.ts';
import type { World } from '../../world.ts';
import { PlannedDrives } from './planned-drives.ts';

/** A plan of a device's own comes before what the plugin says of it. */
export function drivesOf({ fleet, companion }: Pick<World, 'fleet' | 'companion'>): Drives {
  const planned = new PlannedDrives(fleet);
  const moved = companion?.drives;
  if (moved === undefined) return planned;
  const ofPlugin = (device: number): boolean => planned.version(device) === 0 && device <= moved.count;
  return {
    get count() {
      return fleet.devices.count;
    },
    // Of two sources: halves keep their versions apart.
    version: (device) => (ofPlugin(device) ? 2 * moved.version(device) : 2 * planned.version(device) - 1),
    isSilent: (device) => ofPlugin(device) && moved.isSilent(device),
    of: (device) => (ofPlugin(device) ? moved.of(device) : planned.of(device)),
  };
}
