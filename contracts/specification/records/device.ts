/** A device as the API shows it. Its group, its state and its expiry come from elsewhere. */
import { oneOf } from '../../kit/schema.ts';
import { elsewhereField, serverField } from './field.ts';
import * as values from './values.ts';

export const deviceFields = {
  id: serverField('id:device', values.ordinal),
  name: serverField('text', values.text),
  model: serverField('text', values.text),
  licencePlate: serverField('text', values.text),
  imei: serverField('text', values.text),
  phone: serverField('text', values.text),
  groupId: serverField('id:group', values.ordinalOrNull),
  /** With a place for these a device can be in several groups; `groupId` is then the first of them. */
  groupIds: elsewhereField('ids:group', values.ids),
  status: serverField('text', oneOf('online', 'offline', 'unknown')),
  licence: serverField('text', oneOf('used', 'expired')),
  expiresAt: serverField('time', values.instantOrNull),
  lastSeenAt: serverField('time', values.instantOrNull),
};
