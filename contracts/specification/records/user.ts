/** A user of the account. */
import { editableField, serverField, writeOnlyField } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const userFields = {
  id: serverField('id:user', values.ordinal),
  name: editableField('text', values.text, sent.name(200), '', { required: true }),
  email: editableField('text', values.text, sent.email, ''),
  phone: editableField('text', values.text, sent.text(40), ''),
  country: editableField('text', values.text, sent.country, ''),
  timeZone: editableField('text', values.text, sent.timeZone, ''),
  groupIds: editableField('ids:group', values.ids, sent.ids, []),
  notify: editableField('texts', values.channels, sent.channels, []),
  disabled: editableField('boolean', values.flag, sent.flag, false),
  password: writeOnlyField('text', sent.text(200)),
  createdAt: serverField('time', values.instant),
  modifiedAt: serverField('time', values.instant),
};
