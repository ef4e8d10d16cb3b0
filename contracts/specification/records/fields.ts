/** The fields of each record. */
import { list, oneOf, orNull, string } from '../../kit/schema.ts';
import type { Fields } from './field.ts';
import type { ResourceName } from './kinds.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const records = {
  /** A device as the API shows it. Its group, its state and its expiry come from elsewhere. */
  device: {
    id: { kind: 'id:device', value: values.ordinal },
    name: { kind: 'text', value: values.text },
    model: { kind: 'text', value: values.text },
    licencePlate: { kind: 'text', value: values.text },
    imei: { kind: 'text', value: values.text },
    phone: { kind: 'text', value: values.text },
    groupId: { kind: 'id:group', value: values.ordinalOrNull },
    /** With a place for these a device can be in several groups; `groupId` is then the first of them. */
    groupIds: { kind: 'ids:group', value: values.ids, elsewhere: true },
    status: { kind: 'text', value: oneOf('online', 'offline', 'unknown') },
    licence: { kind: 'text', value: oneOf('used', 'expired') },
    expiresAt: { kind: 'time', value: values.instantOrNull },
    lastSeenAt: { kind: 'time', value: values.instantOrNull },
  },
  /** A location that a device reported. */
  location: {
    deviceId: { kind: 'id:device', value: values.ordinal },
    deviceTime: { kind: 'time', value: values.reportedTime, sent: sent.time },
    receivedAt: { kind: 'time', value: values.reportedTime },
    latitude: { kind: 'number', value: values.latitude, sent: sent.number(-90, 90), required: true },
    longitude: { kind: 'number', value: values.longitude, sent: sent.number(-180, 180), required: true },
    altitude: {
      kind: 'length',
      value: values.measured,
      sent: sent.orNone(sent.number(-12_000, 100_000, 'm')),
    },
    speed: { kind: 'speed', value: values.measured, sent: sent.orNone(sent.number(0, 2_000, 'km/h')) },
    course: { kind: 'course', value: values.measured, sent: sent.orNone(sent.number(0, 360, 'degrees')) },
    accuracy: { kind: 'length', value: values.measured, sent: sent.orNone(sent.number(0, 1_000_000, 'm')) },
    satellites: { kind: 'number', value: values.measured, sent: sent.orNone(sent.wholeNumber(0, 200)) },
    ignition: { kind: 'boolean', value: values.flagOrNull, sent: sent.orNone(sent.flag) },
    battery: { kind: 'number', value: values.measured, sent: sent.orNone(sent.number(0, 100, '%')) },
    fuel: { kind: 'number', value: values.measured, sent: sent.orNone(sent.number(0, 100, '%')) },
    odometer: {
      kind: 'distance',
      value: values.measured,
      sent: sent.orNone(sent.number(0, 100_000_000, 'km')),
    },
    attributes: { kind: 'json', value: values.freeFieldsOrNull, sent: sent.orNone(sent.freeFields) },
  },
  /** An alert of a device. The service works out what a report leaves out. */
  alert: {
    id: { kind: 'id:alert', value: values.ordinal },
    deviceId: { kind: 'id:device', value: values.ordinal },
    type: { kind: 'text', value: string({ minLength: 1 }), sent: sent.name(100), required: true },
    severity: { kind: 'text', value: values.severity, sent: sent.severity },
    raisedAt: { kind: 'time', value: values.instant, sent: sent.time },
    latitude: { kind: 'number', value: orNull(values.latitude), sent: sent.orNone(sent.number(-90, 90)) },
    longitude: { kind: 'number', value: orNull(values.longitude), sent: sent.orNone(sent.number(-180, 180)) },
    text: { kind: 'text', value: values.text, sent: sent.text(1_000) },
    channels: { kind: 'texts', value: values.channels, sent: sent.channels },
    notifications: { kind: 'notifications', value: list(values.notification) },
  },
  /** A group of devices. */
  group: {
    id: { kind: 'id:group', value: values.ordinal },
    name: { kind: 'text', value: values.text, sent: sent.name(200), fallback: '', required: true },
    description: { kind: 'text', value: values.text, sent: sent.text(2_000), fallback: '' },
    deviceIds: { kind: 'ids:device', value: values.ids, sent: sent.ids, fallback: [] },
    createdAt: { kind: 'time', value: values.instant },
    modifiedAt: { kind: 'time', value: values.instant },
  },
  /** A user of the account. */
  user: {
    id: { kind: 'id:user', value: values.ordinal },
    name: { kind: 'text', value: values.text, sent: sent.name(200), fallback: '', required: true },
    email: { kind: 'text', value: values.text, sent: sent.email, fallback: '' },
    phone: { kind: 'text', value: values.text, sent: sent.text(40), fallback: '' },
    country: { kind: 'text', value: values.text, sent: sent.country, fallback: '' },
    timeZone: { kind: 'text', value: values.text, sent: sent.timeZone, fallback: '' },
    groupIds: { kind: 'ids:group', value: values.ids, sent: sent.ids, fallback: [] },
    notify: { kind: 'texts', value: values.channels, sent: sent.channels, fallback: [] },
    disabled: { kind: 'boolean', value: values.flag, sent: sent.flag, fallback: false },
    password: { kind: 'text', sent: sent.text(200) },
    createdAt: { kind: 'time', value: values.instant },
    modifiedAt: { kind: 'time', value: values.instant },
  },
  country: {
    code: { kind: 'text', value: values.text },
    name: { kind: 'text', value: values.text },
  },
  timeZone: {
    id: { kind: 'text', value: values.text },
    name: { kind: 'text', value: values.text },
    offset: { kind: 'text', value: values.text },
  },
} as const satisfies { [R in ResourceName]: Fields };
