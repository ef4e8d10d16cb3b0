/**
 * The form of everything that a fleet keeps, in canonical facts (see types.ts, which names the types). Saved
 * states are made of these and checked by them; what no form can see is checked in `state/`.
 */

import { instant, oneOfOrNull, ordinal } from '../../contracts/kit/saved.ts';
import {
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  typed,
  yesNo,
} from '../../contracts/kit/schema.ts';

export const channel = oneOf('email', 'sms');
const channels = list(channel);
const outcome = oneOf('sent', 'withheld');
const reason = oneOfOrNull('daily-limit', 'device-expired');
const latitude = number({ minimum: -90, maximum: 90 });
const longitude = number({ minimum: -180, maximum: 180 });
/** Free facts of a location: a JSON object with any fields. */
const attributes = typed<{ [name: string]: unknown }>({ type: 'object' });
const attributesOrNull = typed<{ [name: string]: unknown } | null>({ type: ['object', 'null'] });

/** The range of a device's own times, which a row holds in 48 bits: the years -2489 to 6429. */
const reportedTime = number({ minimum: 1 - 2 ** 47, maximum: 2 ** 47 - 1 });
const measured = optional(orNull(number()));

export const locationReport = object({
  deviceTime: reportedTime,
  latitude,
  longitude,
  altitude: measured,
  speed: measured,
  course: measured,
  accuracy: measured,
  satellites: measured,
  ignition: optional(orNull(yesNo)),
  battery: measured,
  fuel: measured,
  odometer: measured,
  attributes: optional(attributesOrNull),
});

const measuredOrNot = orNull(number());

export const location = object({
  deviceId: ordinal,
  deviceTime: reportedTime,
  receivedAt: reportedTime,
  latitude,
  longitude,
  altitude: measuredOrNot,
  speed: measuredOrNot,
  course: measuredOrNot,
  accuracy: measuredOrNot,
  satellites: measuredOrNot,
  ignition: orNull(yesNo),
  battery: measuredOrNot,
  fuel: measuredOrNot,
  odometer: measuredOrNot,
  attributes: attributesOrNull,
});

/** What a packed row cannot hold: exact values by fact, and the attributes. */
export const extra = object({
  received: optional(reportedTime),
  exact: optional(
    object({
      altitude: optional(number()),
      speed: optional(number()),
      course: optional(number()),
      odometer: optional(number()),
      satellites: optional(number()),
      battery: optional(number()),
      fuel: optional(number()),
      accuracy: optional(number()),
    }),
  ),
  attributes: optional(attributes),
});

export const notification = object({ channel, userId: ordinal, outcome, reason });

export const alert = object({
  id: ordinal,
  deviceId: ordinal,
  type: string({ minLength: 1 }),
  severity: oneOf('info', 'warning', 'critical'),
  raisedAt: instant,
  latitude: orNull(latitude),
  longitude: orNull(longitude),
  text: string(),
  channels,
  notifications: list(notification),
});

export const message = object({
  id: ordinal,
  at: instant,
  deviceId: ordinal,
  channel,
  recipient: string(),
  subject: string(),
  alertId: orNull(ordinal),
  outcome,
  reason,
});

export const group = object({
  id: ordinal,
  name: string(),
  description: string(),
  deviceIds: list(ordinal),
  createdAt: instant,
  modifiedAt: instant,
});

export const user = object({
  id: ordinal,
  name: string(),
  email: string(),
  phone: string(),
  /** ISO 3166-1 alpha-2. */
  country: string(),
  /** IANA. */
  timeZone: string(),
  groupIds: list(ordinal),
  notify: channels,
  disabled: yesNo,
  createdAt: instant,
  modifiedAt: instant,
});

export const happeningKinds = [
  'device-created',
  'device-expired',
  'device-activated',
  'limits-set',
  'limit-reached',
  'message-sent',
  'message-withheld',
  'day-ended',
  'token-issued',
  'token-expired',
  'location-recorded',
  'alert-raised',
  'group-created',
  'group-replaced',
  'group-updated',
  'group-deleted',
  'user-created',
  'user-replaced',
  'user-updated',
  'user-deleted',
  'account-changed',
  'story-chapter',
  'story-caption',
  'story-expectation',
  'story-refusal',
] as const;

const happeningFields = object({
  at: instant,
  sequence: ordinal,
  kind: oneOf(...happeningKinds),
  deviceId: optional(orNull(ordinal)),
  groupId: optional(orNull(ordinal)),
  userId: optional(orNull(ordinal)),
  alertId: optional(orNull(ordinal)),
  expiresAt: optional(orNull(instant)),
  raisedAt: optional(orNull(instant)),
});

/** Beside the facts that many kinds have, each kind has facts of its own. */
export const happening = typed<Static<typeof happeningFields> & { [fact: string]: unknown }>({
  ...happeningFields,
  additionalProperties: true,
});

/** Bytes as base64, of which the part that reads them knows how many there are. */
export const bytes = string();
/** 32 bits. */
export const int32 = integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 });
export const uint32 = integer({ minimum: 0, maximum: 2 ** 32 - 1 });
