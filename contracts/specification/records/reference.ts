/** The countries and time zones that a user can have. */
import { serverField } from './field.ts';
import { text } from './values.ts';

export const countryFields = {
  code: serverField('text', text),
  name: serverField('text', text),
};

export const timeZoneFields = {
  id: serverField('text', text),
  name: serverField('text', text),
  offset: serverField('text', text),
};
