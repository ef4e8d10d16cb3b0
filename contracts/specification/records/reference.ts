/** The countries and time zones that a user can have. */
import { given } from './field.ts';
import { text } from './values.ts';

export const countryFields = {
  code: given('text', text),
  name: given('text', text),
};

export const timeZoneFields = {
  id: given('text', text),
  name: given('text', text),
  offset: given('text', text),
};
