/** A device as the API shows it. Its group, its state and its expiry come from elsewhere. */
import { oneOf } from '../../kit/schema.ts';
import { given } from './field.ts';
import * as values from './values.ts';

export const deviceFields = {
  id: given('id:device', values.ordinal),
  name: given('text', values.text),
  model: given('text', values.text),
  licencePlate: given('text', values.text),
  imei: given('text', values.text),
  phone: given('text', values.text),
  groupId: given('id:group', values.ordinalOrNull),
  status: given('text', oneOf('online', 'offline', 'unknown')),
  licence: given('text', oneOf('used', 'expired')),
  expiresAt: given('time', values.instantOrNull),
  lastSeenAt: given('time', values.instantOrNull),
};
