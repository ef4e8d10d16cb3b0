/**
 * The types of the fleet, in canonical facts: ids are positive whole numbers, times are
 * milliseconds since 1970 UTC, speeds km/h, lengths m, distances km, angles degrees.
 * (Sections 1 and 2 of the document; the record fields are openings `records.*`.) Types that are saved
 * derive from their forms in forms.ts.
 */
import type { Static } from '../../contracts/kit/schema.ts';
import type { LimitSettings } from '../../contracts/specification/limits.ts';
import { type channel, channelIds, type notification } from '../../contracts/specification/records/values.ts';
import type {
  alert,
  alertReport,
  device,
  extra,
  group,
  location,
  locationReport,
  message,
  user,
} from './forms.ts';

export type { EventFacts, EventKind } from '../../contracts/specification/events/index.ts';
export type { LimitSettings };

export type EpochMs = number;
export type DeviceId = number;
/** The id of a device, a group or a user: the fleet's own number, from 1, or text as the API writes it (`dev-1`). */
export type IdGiven = number | string;
export type Channel = Static<typeof channel>;
export const channels: readonly Channel[] = channelIds;
/** The two states of a device's licence use (section 3). */
export type LicenceState = 'used' | 'expired';
/** A calendar date `YYYY-MM-DD`. */
export type CalendarDate = string;

export type Device = Static<typeof device>;
export type LocationReport = Static<typeof locationReport>;
/** Facts that a packed location cannot hold: see locations/row.ts. */
export type Extra = Static<typeof extra>;

export type Location = Static<typeof location>;

/** Messages sent in the current day. */
export interface Usage {
  email: number;
  sms: number;
}
export interface Limits extends LimitSettings {
  usage: Usage;
}

export type Message = Static<typeof message>;
export type WithheldReason = NonNullable<Message['reason']>;

export type AlertReport = Static<typeof alertReport>;
export type Notification = Static<typeof notification>;
export type Alert = Static<typeof alert>;

export type Group = Static<typeof group>;
export type User = Static<typeof user>;
export type GroupContent = Omit<Group, 'id' | 'createdAt' | 'modifiedAt'>;
export type UserContent = Omit<User, 'id' | 'createdAt' | 'modifiedAt'>;

export interface Account {
  userName: string;
  apiKey: string;
  apiEnabled: boolean;
  timeZone: string;
  licences: { total: number; used: number; available: number };
}

/** Why the fleet refuses. The code is stable; `simulator/http` maps it to the profile's refusal. */
export type FleetErrorCode =
  | 'UNKNOWN_DEVICE'
  | 'UNKNOWN_GROUP'
  | 'UNKNOWN_USER'
  | 'DELETED_GROUP'
  | 'DELETED_USER'
  | 'DEVICE_EXPIRED'
  | 'DEVICE_NOT_EXPIRED'
  | 'NO_LICENCE_AVAILABLE'
  | 'FLEET_FULL'
  | 'EXPIRY_NEEDS_DATE'
  | 'EXPIRY_DATE_INVALID'
  | 'LIMIT_OUT_OF_RANGE'
  | 'USAGE_READ_ONLY'
  | 'LICENCES_BELOW_ZERO'
  | 'GROUP_HAS_DEVICES'
  | 'OWN_USER'
  | 'UNKNOWN_REFERENCE' // a group or device named inside a record does not exist
  | 'LOCATION_INVALID' // a position that is not on earth, an invalid time
  | 'ALERT_INVALID'
  | 'RECORD_INVALID' // a field of a group, user or device of the wrong type
  | 'SETTING_INVALID' // a limit setting that is unknown or of the wrong type
  | 'COUNT_OUT_OF_RANGE' // a number of messages
  | 'OPTION_INVALID'; // of the fleet itself

export type { FleetEvent } from './forms.ts';
