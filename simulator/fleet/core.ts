/** What every part of the fleet is given. */
import type { EventKind } from '../../contracts/specification/events/index.ts';
import type { Timeline } from '../time/timeline.ts';
import type { DeviceColumns } from './deviceColumns.ts';
import { FleetError } from './errors.ts';
import type { LogFor } from './log/events.ts';
import type { FleetRules } from './rules/index.ts';
import type { DeviceId } from './types.ts';

/** @typeParam Kind the events that the part may append */
export interface Core<Kind extends EventKind = never> {
  readonly timeline: Timeline;
  /** The account's own (IANA). */
  readonly timeZone: string;
  readonly rules: FleetRules;
  readonly columns: DeviceColumns;
  readonly log: LogFor<Kind>;
}

/** The time zone that a profile says: a name, or `account`. */
export function zoneOf(core: Pick<Core, 'timeZone'>, answer: string): string {
  return answer === 'account' ? core.timeZone : answer;
}

/** The device that answers to an id. Throws `UNKNOWN_DEVICE` when there is none. */
export function requireDevice(core: Pick<Core, 'columns' | 'rules'>, id: DeviceId): DeviceId {
  const answering = core.rules.deviceAnswering(id, core.columns.has(id));
  if (answering !== undefined) return answering;
  throw new FleetError('UNKNOWN_DEVICE', `There is no device ${id}.`, {
    hint: `Devices are numbered from 1 to ${core.columns.count}.`,
  });
}
