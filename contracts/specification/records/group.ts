/** A group of devices. */
import { edited, given } from './field.ts';
import * as sent from './sent.ts';
import * as values from './values.ts';

export const groupFields = {
  id: given('id:group', values.ordinal),
  name: edited('text', values.text, sent.name(200), '', { required: true }),
  description: edited('text', values.text, sent.text(2_000), ''),
  deviceIds: edited('ids:device', values.ids, sent.ids, []),
  createdAt: given('time', values.instant),
  modifiedAt: given('time', values.instant),
};
