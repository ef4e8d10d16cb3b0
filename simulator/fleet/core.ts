/** The core that every part of the fleet is given. */
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { EventKind } from '../../contracts/specification/events/index.ts';
import type { Timeline } from '../time/timeline.ts';
import type { DeviceColumns } from './deviceColumns.ts';
import { FleetError } from './errors.ts';
import type { LogFor } from './log/events.ts';
import type { FleetRules } from './rules/index.ts';
import type { DeviceId, IdGiven } from './types.ts';

/** @typeParam Kind the events that the part may append */
export interface Core<Kind extends EventKind = never> {
  readonly timeline: Timeline;
  /** The account's own (IANA). */
  readonly timeZone: string;
  readonly rules: FleetRules;
  readonly columns: DeviceColumns;
  readonly log: LogFor<Kind>;
  readonly readId: ReadId;
}

/** The number of a record by its id as the API writes it; `undefined` for text that is none. */
export type ReadId = (resource: 'device' | 'group' | 'user', id: string) => number | undefined;

/** The number of a record; `undefined` for text that is no id. There need not be such a record. */
export function numberOf(
  core: { readonly readId: ReadId },
  resource: 'device' | 'group' | 'user',
  id: IdGiven,
): number | undefined {
  return typeof id === 'string' ? core.readId(resource, id) : id;
}

/** The time zone that a profile says: a name, or `account`. */
export function zoneOf(core: Pick<Core, 'timeZone'>, answer: string): string {
  return answer === 'account' ? core.timeZone : answer;
}

/** The device that answers to an id. Throws `UNKNOWN_DEVICE` when there is none. */
export function requireDevice(core: Pick<Core, 'columns' | 'rules' | 'readId'>, id: IdGiven): DeviceId {
  const number = numberOf(core, 'device', id);
  const answering =
    number === undefined ? undefined : core.rules.deviceAnswering(number, core.columns.has(number));
  if (answering !== undefined) return answering;
  throw unknownDevice(core, id);
}

/** The same of one that may have been removed: what happened to it is kept. */
export function requireRow(core: Pick<Core, 'columns' | 'readId'>, id: IdGiven): DeviceId {
  const number = numberOf(core, 'device', id);
  if (number !== undefined && core.columns.isRow(number)) return number;
  throw unknownDevice(core, id);
}

function unknownDevice({ columns }: Pick<Core, 'columns'>, id: IdGiven): FleetError {
  return new FleetError('UNKNOWN_DEVICE', `There is no device ${excerpt(String(id))}.`, {
    hint: `Devices are numbered from 1 to ${columns.count}.`,
  });
}
