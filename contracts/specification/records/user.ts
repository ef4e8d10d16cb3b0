/** A user of the account. */
import { edited, given, taken } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const userFields = {
  id: given('id:user', values.ordinal),
  name: edited('text', values.text, sent.name(200), '', { required: true }),
  email: edited('text', values.text, sent.email, ''),
  phone: edited('text', values.text, sent.text(40), ''),
  country: edited('text', values.text, sent.country, ''),
  timeZone: edited('text', values.text, sent.timeZone, ''),
  groupIds: edited('ids:group', values.ids, sent.ids, []),
  notify: edited('texts', values.channels, sent.channels, []),
  disabled: edited('boolean', values.flag, sent.flag, false),
  password: taken('text', sent.text(200)),
  createdAt: given('time', values.instant),
  modifiedAt: given('time', values.instant),
};
