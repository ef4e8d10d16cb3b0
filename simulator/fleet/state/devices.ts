/** Devices: their columns, descriptions, and the events that expiry dates await. */

import { count, ordinal } from '../../../contracts/kit/saved.ts';
import { list, object, optional, type Static, string, tuple } from '../../../contracts/kit/schema.ts';
import { bytes } from '../forms.ts';
import { accountState } from './account.ts';

export const deviceColumnsState = object({
  count,
  /** A typed array for each fact: see deviceColumns.ts. */
  columns: object({
    group: bytes,
    licence: bytes,
    expires: bytes,
    expirationDay: bytes,
    expiresAt: bytes,
    lastSeenAt: bytes,
    emailLimit: bytes,
    smsLimit: bytes,
    emailInForce: bytes,
    smsInForce: bytes,
    emailUsage: bytes,
    smsUsage: bytes,
    limitsTold: bytes,
  }),
  removed: optional(list(ordinal)),
});
export type DeviceColumnsState = Static<typeof deviceColumnsState>;

const field = optional(string());
export const devicesState = object({
  seed: accountState.properties.licencesUsed,
  /** Descriptions that were given; all others follow from the seed. */
  described: list(
    tuple([ordinal, object({ name: field, model: field, licencePlate: field, imei: field, phone: field })]),
  ),
});
export type DevicesState = Static<typeof devicesState>;

/** By device, the event of its expiry. */
export const expiryState = list(tuple([ordinal, ordinal]));
export type ExpiryState = Static<typeof expiryState>;
