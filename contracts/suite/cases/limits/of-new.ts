/** What a device begins with: several rules look at it. */
import { itemAt } from '../../../kit/items.ts';
import type { LimitsRead } from '../../controls/api.ts';
import type { Kit } from '../../kit.ts';
import { readLimits } from '../../reading/device.ts';
import { newDevices } from '../devices/own.ts';

/** The limits, the counters and the expiry of a device on which nothing was set yet; read once for the run. */
export function limitsOfNew(kit: Kit): Promise<LimitsRead> {
  return kit.shared('the settings of a new device', async () =>
    readLimits(kit, itemAt(await newDevices(kit, 1), 0)),
  );
}
