import { ref } from '../language/schema/forms.ts';
import { defineExpectation } from './define.ts';
import {
  countMessages,
  devicesFrom,
  messageFilters,
  messagesInWords,
  notCountedOnTarget,
} from './messages.ts';
import { wantedOf } from './wanted.ts';

export const sent = defineExpectation({
  kind: 'sent',
  summary: 'How many messages were sent so far.',
  value: ref('wanted'),
  beside: messageFilters,
  read(reading) {
    const { value, here, names, fields } = reading;
    const devices = devicesFrom(reading);
    if (devices === undefined) return [];
    const { channel = null } = fields;
    return [{ devices, channel, reason: null, wanted: wantedOf(value, here, names) }];
  },
  words: (expectation, names) => messagesInWords(expectation, 'sent', names),
  check: (expectation, scene, it) => countMessages(expectation, 'sent', scene, it),
  onTarget: notCountedOnTarget,
});
