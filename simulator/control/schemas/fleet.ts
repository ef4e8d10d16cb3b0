/** The account, devices, messages and alerts. */
import {
  describe,
  integer,
  list,
  object,
  oneOf,
  optional,
  optionals,
  string,
  text,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { limitSettings } from '../../../contracts/specification/limits.ts';
import { records } from '../../../contracts/specification/records/fields.ts';
import { channel, outcome, reason } from '../../../contracts/specification/records/values.ts';
import { fixtureDevice } from '../../fixture/schema.ts';
import { channelName, id, idOrNull, limits, shownOf, time, wholeNumber } from './shared.ts';

/** The most messages that one call sends. */
const MAX_MESSAGES = 100_000;
/** The most devices that one call adds: all of them are in its answer. */
const MAX_DEVICES = 10_000;

export { limits as limitsView } from './shared.ts';

export const account = object({
  userName: string(),
  apiEnabled: yesNo,
  timeZone: string(),
  /** When daily counters start again: time of day and time zone. */
  dayEnds: string(),
  licences: object({ total: integer(), used: integer(), available: integer() }),
});
export const accountChange = {
  ...object({
    apiEnabled: optional(yesNo),
    apiKey: optional(describe('a text that is not empty', text)),
    licences: optional(object({ total: optional(typed<number>({ type: 'number' })) })),
  }),
  examples: [{ licences: { total: 5 } }],
};

export const device = object({
  ...shownOf(records.device),
  /** The fleet's own number, from 1: the stream of positions uses it. */
  number: integer(),
  limits,
});
/** `sequence`, here and below: the newest event that is included already. */
export const deviceNow = object({ ...device.properties, sequence: integer() });
export const removedDevice = object({ id, status: oneOf('deleted') });
export const devicePage = object({ total: integer(), sequence: integer(), devices: list(device) });
/** A device as fixtures have it; several that are alike have no id. */
export const newDevices = object({
  count: optional(wholeNumber(1, MAX_DEVICES)),
  ...fixtureDevice.properties,
});
export const createdDevices = object({ devices: list(device) });

/** `usage` is read-only: the fleet itself refuses it. */
export const limitsChange = object({
  ...optionals(limitSettings),
  usage: optional(typed<{ email: number; sms: number }>({ type: 'object' })),
});
export const activation = object({ expirationDate: optional(string()) });
export const sending = object({ channel: channelName, count: optional(wholeNumber(1, MAX_MESSAGES)) });
export const sendingResult = object({ sent: integer(), withheld: integer(), reason });

export const location = object(shownOf(records.location));
export const track = object({ locations: list(location) });

export const message = object({
  id: integer(),
  at: time,
  deviceId: id,
  channel,
  recipient: string(),
  subject: string(),
  alertId: idOrNull,
  outcome,
  reason,
});
export const outbox = object({ sent: integer(), withheld: integer(), messages: list(message) });

export const alert = object({
  ...shownOf(records.alert),
  notifications: list(object({ channel, userId: id, outcome, reason })),
});
/** `count`: how many there were since the world began, those that are no longer kept too. */
export const alerts = object({ count: integer(), alerts: list(alert) });

const named = object({ id, name: string() });
export const names = object({ groups: list(named), users: list(named) });
