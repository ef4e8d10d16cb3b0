/** A location that a device reported. */
import { reportedField, serverField } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const locationFields = {
  deviceId: serverField('id:device', values.ordinal),
  deviceTime: reportedField('time', values.reportedTime, sent.time),
  receivedAt: serverField('time', values.reportedTime),
  latitude: reportedField('number', values.latitude, sent.number(-90, 90), { required: true }),
  longitude: reportedField('number', values.longitude, sent.number(-180, 180), { required: true }),
  altitude: reportedField('length', values.measured, sent.orNone(sent.number(-12_000, 100_000, 'm'))),
  speed: reportedField('speed', values.measured, sent.orNone(sent.number(0, 2_000, 'km/h'))),
  course: reportedField('course', values.measured, sent.orNone(sent.number(0, 360, 'degrees'))),
  accuracy: reportedField('length', values.measured, sent.orNone(sent.number(0, 1_000_000, 'm'))),
  satellites: reportedField('number', values.measured, sent.orNone(sent.wholeNumber(0, 200))),
  ignition: reportedField('boolean', values.flagOrNull, sent.orNone(sent.flag)),
  battery: reportedField('number', values.measured, sent.orNone(sent.number(0, 100, '%'))),
  fuel: reportedField('number', values.measured, sent.orNone(sent.number(0, 100, '%'))),
  odometer: reportedField('distance', values.measured, sent.orNone(sent.number(0, 100_000_000, 'km'))),
  attributes: reportedField('json', values.freeFieldsOrNull, sent.orNone(sent.freeFields)),
};
