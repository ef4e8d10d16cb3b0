/** The fields of each record. */
import { alertFields } from './alert.ts';
import { deviceFields } from './device.ts';
import { type Fields, serverField } from './field.ts';
import { groupFields } from './group.ts';
import type { ResourceName } from './kinds.ts';
import { locationFields } from './location.ts';
import { userFields } from './user.ts';
import { text } from './values.ts';

const countryFields = {
  code: serverField('text', text),
  name: serverField('text', text),
};

const timeZoneFields = {
  id: serverField('text', text),
  name: serverField('text', text),
  offset: serverField('text', text),
};

export const records = {
  device: deviceFields,
  location: locationFields,
  alert: alertFields,
  group: groupFields,
  user: userFields,
  country: countryFields,
  timeZone: timeZoneFields,
} as const satisfies { [R in ResourceName]: Fields };
