/** An alert of a device. The service works out what a report leaves out. */
import { list, orNull, string } from '../../kit/schema.ts';
import { given, written } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const alertFields = {
  id: given('id:alert', values.ordinal),
  deviceId: given('id:device', values.ordinal),
  type: written('text', string({ minLength: 1 }), sent.name(100), { required: true }),
  severity: written('text', values.severity, sent.severity),
  raisedAt: written('time', values.instant, sent.time),
  latitude: written('number', orNull(values.latitude), sent.orNone(sent.number(-90, 90))),
  longitude: written('number', orNull(values.longitude), sent.orNone(sent.number(-180, 180))),
  text: written('text', values.text, sent.text(1_000)),
  channels: written('texts', values.channels, sent.channels),
  notifications: given('notifications', list(values.notification)),
};
