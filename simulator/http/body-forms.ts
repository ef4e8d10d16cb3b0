/** The fields of records as callers may send them, and the formats of their texts. */
import { isTimeZone } from '../../contracts/kit/times.ts';
import { sentOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import { isCountry } from '../fleet/reference.ts';

export const sentBodies = {
  location: sentOf(records.location),
  alert: sentOf(records.alert),
  group: sentOf(records.group),
  user: sentOf(records.user),
};

export type BodyName = keyof typeof sentBodies;

export const formats = {
  'time-zone': (value: string) => value === '' || isTimeZone(value),
  country: (value: string) => value === '' || isCountry(value),
};
