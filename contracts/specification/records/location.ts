/** A location that a device reported. */
import { given, written } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const locationFields = {
  deviceId: given('id:device', values.ordinal),
  deviceTime: written('time', values.reportedTime, sent.time),
  receivedAt: given('time', values.reportedTime),
  latitude: written('number', values.latitude, sent.number(-90, 90), { required: true }),
  longitude: written('number', values.longitude, sent.number(-180, 180), { required: true }),
  altitude: written('length', values.measured, sent.orNone(sent.number(-12_000, 100_000, 'm'))),
  speed: written('speed', values.measured, sent.orNone(sent.number(0, 2_000, 'km/h'))),
  course: written('course', values.measured, sent.orNone(sent.number(0, 360, 'degrees'))),
  accuracy: written('length', values.measured, sent.orNone(sent.number(0, 1_000_000, 'm'))),
  satellites: written('number', values.measured, sent.orNone(sent.wholeNumber(0, 200))),
  ignition: written('boolean', values.flagOrNull, sent.orNone(sent.flag)),
  battery: written('number', values.measured, sent.orNone(sent.number(0, 100, '%'))),
  fuel: written('number', values.measured, sent.orNone(sent.number(0, 100, '%'))),
  odometer: written('distance', values.measured, sent.orNone(sent.number(0, 100_000_000, 'km'))),
  attributes: written('json', values.freeFieldsOrNull, sent.orNone(sent.freeFields)),
};
