/**
 * What the fleet is made of, in canonical facts: ids are positive whole numbers, times are
 * milliseconds since 1970 UTC, speeds km/h, lengths m, distances km, angles degrees.
 * (Sections 1 and 2 of the document; the record fields are openings `records.*`.)
 */
export type EpochMs = number;
export type DeviceId = number;
export type Channel = 'email' | 'sms';
export const channels: readonly Channel[] = ['email', 'sms'];
/** The two states of a device's licence use (section 3). */
export type LicenceState = 'used' | 'expired';
/** A calendar date `YYYY-MM-DD`. */
export type CalendarDate = string;

export interface Device {
  id: DeviceId;
  name: string;
  model: string;
  licencePlate: string;
  imei: string;
  phone: string;
  groupId: number | null;
  status: 'online' | 'offline' | 'unknown';
  licence: LicenceState;
  expiresAt: EpochMs | null;
  lastSeenAt: EpochMs | null;
}

export interface LocationReport {
  deviceTime: EpochMs;
  latitude: number;
  longitude: number;
  altitude?: number | null;
  speed?: number | null;
  course?: number | null;
  accuracy?: number | null;
  satellites?: number | null;
  ignition?: boolean | null;
  battery?: number | null;
  fuel?: number | null;
  odometer?: number | null;
  attributes?: { [name: string]: unknown } | null;
}

export interface Location extends Required<LocationReport> {
  deviceId: DeviceId;
  receivedAt: EpochMs;
}

/** The limit settings of section 2. `null` is no limit set. */
export interface LimitSettings {
  expires: boolean;
  expirationDate: CalendarDate | null;
  dailyEmail: number | null;
  dailySms: number | null;
}
/** Messages sent in the current day. */
export interface Usage {
  email: number;
  sms: number;
}
export interface Limits extends LimitSettings {
  usage: Usage;
}

export type WithheldReason = 'daily-limit' | 'device-expired';
export interface Message {
  id: number;
  at: EpochMs;
  deviceId: DeviceId;
  channel: Channel;
  recipient: string;
  subject: string;
  alertId: number | null;
  outcome: 'sent' | 'withheld';
  reason: WithheldReason | null;
}

export interface AlertReport {
  type: string;
  severity?: 'info' | 'warning' | 'critical';
  raisedAt?: EpochMs;
  latitude?: number | null;
  longitude?: number | null;
  text?: string;
  channels?: Channel[];
}
export interface Notification {
  channel: Channel;
  userId: number;
  outcome: 'sent' | 'withheld';
  reason: WithheldReason | null;
}
export interface Alert extends Required<AlertReport> {
  id: number;
  deviceId: DeviceId;
  notifications: Notification[];
}

export interface Group {
  id: number;
  name: string;
  description: string;
  deviceIds: DeviceId[];
  createdAt: EpochMs;
  modifiedAt: EpochMs;
}
export interface User {
  id: number;
  name: string;
  email: string;
  phone: string;
  country: string; // ISO 3166-1 alpha-2
  timeZone: string; // IANA
  groupIds: number[];
  notify: Channel[];
  disabled: boolean;
  createdAt: EpochMs;
  modifiedAt: EpochMs;
}
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
  | 'EXPIRY_NEEDS_DATE'
  | 'EXPIRY_DATE_INVALID'
  | 'LIMIT_OUT_OF_RANGE'
  | 'USAGE_READ_ONLY'
  | 'LICENCES_BELOW_ZERO'
  | 'GROUP_HAS_DEVICES'
  | 'OWN_USER'
  | 'UNKNOWN_REFERENCE' // a group or device named inside a record does not exist
  | 'TIME_BACKWARDS'
  | 'TIME_OUT_OF_RANGE'
  | 'LOCATION_INVALID' // a position that is not on earth, a time that is none
  | 'ALERT_INVALID'
  | 'RECORD_INVALID' // a field of a group, user or device of the wrong type
  | 'SETTING_INVALID' // a limit setting that is unknown or of the wrong type
  | 'COUNT_OUT_OF_RANGE' // a number of messages
  | 'OPTION_INVALID' // of the fleet itself
  | 'STATE_VERSION' // a saved state of another version
  | 'STATE_INVALID'; // a saved state that is damaged

/** Something that happened in the fleet: an entry of receipts, of the event stream and of digests. */
export interface Happening {
  at: EpochMs;
  sequence: number;
  kind:
    | 'device-created'
    | 'device-expired'
    | 'device-activated'
    | 'limits-set'
    | 'limit-reached'
    | 'message-sent'
    | 'message-withheld'
    | 'day-ended'
    | 'token-issued'
    | 'token-expired'
    | 'location-recorded'
    | 'alert-raised'
    | 'group-created'
    | 'group-replaced'
    | 'group-updated'
    | 'group-deleted'
    | 'user-created'
    | 'user-replaced'
    | 'user-updated'
    | 'user-deleted'
    | 'account-changed'
    | 'story-chapter'
    | 'story-caption'
    | 'story-expectation'
    | 'story-refusal';
  [fact: string]: unknown;
}
