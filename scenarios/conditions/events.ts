/** Conditions that become true by an event of the service. */
import { checkRaised } from '../language/resolve/alert-types.ts';
import { always, oneOf, text, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channelWord } from '../language/words.ts';
import { defineCondition } from './define.ts';

const articles = { email: 'an e-mail', sms: 'an SMS', any: 'a message' };

export const eventConditions = {
  'counter-reaches': defineCondition({
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
  }),

  'device-expires': defineCondition({
    summary: 'A device expires.',
    value: always,
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} expires`,
    cause: { becameTrueOf: (_, event) => (event.kind === 'device-expired' ? event.deviceId : undefined) },
  }),

  'message-withheld': defineCondition({
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
  }),

  'alert-raised': defineCondition({
    summary: 'A device raises an alert of this type.',
    value: text,
    beside: {},
    read: ({ value: type, here, names }) => checkRaised(type, here, names) && { type },
    words: ({ type }, who) => `${who} raises ${type}`,
    cause: {
      becameTrueOf: ({ type }, event) =>
        event.kind === 'alert-raised' && event.type === type ? event.deviceId : undefined,
    },
    follows: ({ type }, effect) => effect.what === 'alert' && effect.type === type,
  }),
};
