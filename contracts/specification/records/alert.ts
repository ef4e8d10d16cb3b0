/** An alert of a device. The service works out what a report leaves out. */
import { list, orNull, string } from '../../kit/schema.ts';
import { reportedField, serverField } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const alertFields = {
  id: serverField('id:alert', values.ordinal),
  deviceId: serverField('id:device', values.ordinal),
  type: reportedField('text', string({ minLength: 1 }), sent.name(100), { required: true }),
  severity: reportedField('text', values.severity, sent.severity),
  raisedAt: reportedField('time', values.instant, sent.time),
  latitude: reportedField('number', orNull(values.latitude), sent.orNone(sent.number(-90, 90))),
  longitude: reportedField('number', orNull(values.longitude), sent.orNone(sent.number(-180, 180))),
  text: reportedField('text', values.text, sent.text(1_000)),
  channels: reportedField('texts', values.channels, sent.channels),
  notifications: serverField('notifications', list(values.notification)),
};
