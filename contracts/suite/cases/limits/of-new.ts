/** What a device begins with: several rules look at it. */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsRead } from '../../controls/api.ts';
import { readLimits } from '../../reading/device.ts';
import { newDevices } from '../devices/own.ts';

/** A device on which nothing was set yet: its limits, its counters and its expiry, read once for the run. */
export function aNewDevice(context: CaseContext): Promise<{ id: AnyId; read: LimitsRead }> {
  return context.shared('the settings of a new device', async () => {
    const id = itemAt(await newDevices(context, 1), 0);
    return { id, read: await readLimits(context, id) };
  });
}
