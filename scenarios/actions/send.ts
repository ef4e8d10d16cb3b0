import { option, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channelWord } from '../language/words.ts';
import { licenceOrder } from '../target/order.ts';
import { defineDeviceAction } from './define.ts';

export const send = defineDeviceAction({
  kind: 'send',
  summary: "Sends messages from a device to the account's own user.",
  beside: { channel: ref('channel'), count: option('Default 1.', whole(1, 1_000_000)) },
  read: ({ fields: { channel, count = 1 } }) => ({ channel, count }),
  effects: ({ channel }) => [{ what: 'messages', channels: [channel] }],
  words: ({ channel, count }, who) => `${who} sends ${count} ${channelWord(channel)}`,
  step: ({ channel, count }, device) => ({ device, channel, count }),
  perform({ device, channel, count }, { fleet }) {
    fleet.limits.send(device, channel, count);
  },
  onTarget: {
    order: licenceOrder,
    step: ({ device, channel, count }, { ids }) => ({
      does: 'control',
      control: 'send',
      device: ids.device(device),
      channel,
      count,
    }),
  },
});
