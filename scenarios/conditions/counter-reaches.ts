import { whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channelWord } from '../language/words.ts';
import { defineCondition } from './define.ts';

export const counterReaches = defineCondition({
  kind: 'counter-reaches',
  summary: "A device's counter of the day has come to so many.",
  value: whole(1, 1_000_000),
  beside: { channel: ref('channel') },
  read: ({ value: count, fields: { channel } }) => ({ channel, count }),
  words: ({ channel, count }, who) => `${who} has sent ${count} ${channelWord(channel)} today`,
  cause: {
    becameTrueOf({ channel, count }, event, fleet) {
      if (event.kind !== 'message-sent' || event.channel !== channel) return undefined;
      const after = fleet.limits.get(event.deviceId).usage[channel];
      return after >= count && after - event.count < count ? event.deviceId : undefined;
    },
    holdsOf: ({ channel, count }, device, fleet) => fleet.limits.get(device).usage[channel] >= count,
  },
});
