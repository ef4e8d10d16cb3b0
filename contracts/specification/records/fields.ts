/** The fields of each record. */
import { alertFields } from './alert.ts';
import { deviceFields } from './device.ts';
import type { Fields } from './field.ts';
import { groupFields } from './group.ts';
import type { ResourceName } from './kinds.ts';
import { locationFields } from './location.ts';
import { countryFields, timeZoneFields } from './reference.ts';
import { userFields } from './user.ts';

export const records = {
  device: deviceFields,
  location: locationFields,
  alert: alertFields,
  group: groupFields,
  user: userFields,
  country: countryFields,
  timeZone: timeZoneFields,
} as const satisfies { [R in ResourceName]: Fields };
