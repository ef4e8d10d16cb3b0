import { oneOf } from '../language/schema/builders.ts';
import { defineCondition } from './define.ts';

const articles = { email: 'an e-mail', sms: 'an SMS', any: 'a message' };

export const messageWithheld = defineCondition({
  kind: 'message-withheld',
  summary: 'A message of a device is not sent.',
  value: oneOf('email', 'sms', 'any'),
  beside: {},
  /** `null` for both channels. */
  read: ({ value }) => ({ channel: value === 'any' ? null : value }),
  words: ({ channel }, who) => `${articles[channel ?? 'any']} of ${who} is withheld`,
  cause: {
    becameTrueOf({ channel }, event) {
      if (event.kind !== 'message-withheld') return undefined;
      return channel === null || event.channel === channel ? event.deviceId : undefined;
    },
  },
  follows: ({ channel }, effect) =>
    effect.what === 'messages' && (channel === null || effect.channels.includes(channel)),
});
