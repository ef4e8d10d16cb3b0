/** A group of devices. */
import { editableField, serverField } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const groupFields = {
  id: serverField('id:group', values.ordinal),
  name: editableField('text', values.text, sent.name(200), '', { required: true }),
  description: editableField('text', values.text, sent.text(2_000), ''),
  deviceIds: editableField('ids:device', values.ids, sent.ids, []),
  createdAt: serverField('time', values.instant),
  modifiedAt: serverField('time', values.instant),
};
