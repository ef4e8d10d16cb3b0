/**
 * The form of everything that a fleet keeps, in canonical facts (see types.ts, which names the types). Saved
 * states are made of these and checked by them; what no form can see is checked in `state/`.
 */

import { instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  integer,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  typed,
} from '../../contracts/kit/schema.ts';
import { keptOf, reportedOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import {
  channel,
  freeFields,
  notification,
  outcome,
  reason,
} from '../../contracts/specification/records/values.ts';

export const locationReport = object({
  ...reportedOf(records.location),
  deviceTime: records.location.deviceTime.value,
});
export const alertReport = object(reportedOf(records.alert));

export const device = object(keptOf(records.device));
export const location = object(keptOf(records.location));
export const alert = object(keptOf(records.alert));
export const group = object(keptOf(records.group));
export const user = object(keptOf(records.user));

export { channel, notification };

/** What a packed row cannot hold: exact values by fact, and the attributes. */
export const extra = object({
  received: optional(records.location.receivedAt.value),
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
  attributes: optional(freeFields),
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

export const eventKinds = [
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

const eventFields = object({
  at: instant,
  sequence: ordinal,
  kind: oneOf(...eventKinds),
  deviceId: optional(orNull(ordinal)),
  groupId: optional(orNull(ordinal)),
  userId: optional(orNull(ordinal)),
  alertId: optional(orNull(ordinal)),
  expiresAt: optional(orNull(instant)),
  raisedAt: optional(orNull(instant)),
});

/** Beside the facts that many kinds have, each kind has facts of its own. */
export const event = typed<Static<typeof eventFields> & { [fact: string]: unknown }>({
  ...eventFields,
  additionalProperties: true,
});

/** Bytes as base64, of which the part that reads them knows how many there are. */
export const bytes = string();
/** 32 bits. */
export const int32 = integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 });
export const uint32 = integer({ minimum: 0, maximum: 2 ** 32 - 1 });
