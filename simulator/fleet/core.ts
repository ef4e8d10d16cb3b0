/** What every part of the fleet is given. */
import type { Timeline } from '../time/index.ts';
import type { DeviceColumns } from './deviceColumns.ts';
import { FleetError } from './errors.ts';
import type { HappeningLog } from './log/happenings.ts';
import type { FleetRules } from './rules/index.ts';
import type { DeviceId, Policy } from './types.ts';

export interface Core {
  readonly timeline: Timeline;
  readonly policy: Policy;
  readonly rules: FleetRules;
  readonly columns: DeviceColumns;
  readonly log: HappeningLog;
}

/** The device that answers to an id. Throws `UNKNOWN_DEVICE` when there is none. */
export function requireDevice(core: Core, id: DeviceId): DeviceId {
  const answering = core.rules.deviceAnswering(id, core.columns.has(id));
  if (answering !== undefined) return answering;
  throw new FleetError('UNKNOWN_DEVICE', `There is no device ${id}.`, {
    hint: `Devices are numbered from 1 to ${core.columns.count}.`,
  });
}
