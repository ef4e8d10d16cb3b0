import { oneOf, option } from '../language/schema/builders.ts';
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

export const withheld = defineExpectation({
  kind: 'withheld',
  summary: 'How many messages were not sent so far.',
  value: ref('wanted'),
  beside: { ...messageFilters, reason: option('Default any.', oneOf('daily-limit', 'device-expired')) },
  read(reading) {
    const { value, here, names, fields } = reading;
    const devices = devicesFrom(reading);
    if (devices === undefined) return [];
    const { channel = null, reason = null } = fields;
    return [{ devices, channel, reason, wanted: wantedOf(value, here, names) }];
  },
  words: (expectation, names) => messagesInWords(expectation, 'withheld', names),
  check: (expectation, scene, it) => countMessages(expectation, 'withheld', scene, it),
  onTarget: notCountedOnTarget,
});
