/** What a device begins with: several rules look at it. */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { LimitsRead } from '../../controls/api.ts';
import type { Kit } from '../../kit.ts';
import { readLimits } from '../../reading/device.ts';
import { newDevices } from '../devices/own.ts';

/** A device on which nothing was set yet: its limits, its counters and its expiry, read once for the run. */
export function aNewDevice(kit: Kit): Promise<{ id: AnyId; read: LimitsRead }> {
  return kit.shared('the settings of a new device', async () => {
    const id = itemAt(await newDevices(kit, 1), 0);
    return { id, read: await readLimits(kit, id) };
  });
}
