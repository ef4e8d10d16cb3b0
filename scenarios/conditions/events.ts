/** Conditions that become true by what happens in the service. */
import type { Message } from '../../simulator/fleet/types.ts';
import { checkRaised } from '../language/resolve/alert-types.ts';
import { always, oneOf, option, text, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Channel } from '../language/terms.ts';
import { channelWord, toInWords } from '../language/words.ts';
import type { Recipients } from '../player/recipients.ts';
import { defineCondition } from './define.ts';

const articles = { email: 'an e-mail', sms: 'an SMS', any: 'a message' };

export interface MessageFacts {
  /** `null` for both channels. */
  channel: Channel | null;
  /** The name of a user, or an address; `null` for anyone. */
  to: string | null;
}

export const eventConditions = {
  counterReaches: defineCondition({
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

  expires: defineCondition({
    summary: 'A device expires.',
    value: always,
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} expires`,
    cause: { becameTrueOf: (_, event) => (event.kind === 'device-expired' ? event.deviceId : undefined) },
  }),

  sent: messages('sent', 'A message of a device is sent.'),

  withheld: messages('withheld', 'A message of a device is not sent.'),

  raises: defineCondition({
    summary: 'A device raises an alert of this type.',
    value: text,
    beside: {},
    read: ({ value: type, here, names }) => checkRaised(type, here, names) && { type },
    words: ({ type }, who) => `${who} raises ${type}`,
    cause: {
      becameTrueOf: ({ type }, event) =>
        event.kind === 'alert-raised' && event.type === type ? event.deviceId : undefined,
    },
  }),
};

function messages(outcome: 'sent' | 'withheld', summary: string) {
  return defineCondition({
    summary,
    value: oneOf('email', 'sms', 'any'),
    beside: { to: option('To this user, or this address; default anyone.', text) },
    read({ value, fields, path, names }): MessageFacts | undefined {
      const to = names.recipient(fields.to, [...path, 'to']);
      return to === undefined ? undefined : { channel: value === 'any' ? null : value, to };
    },
    words: ({ channel, to }, who) => `${articles[channel ?? 'any']} of ${who}${toInWords(to)} is ${outcome}`,
    cause: {
      becameTrueOf({ channel, to }, happening) {
        if (happening.kind !== 'messages') return undefined;
        const { message, recipients } = happening;
        return isWantedMessage({ outcome, channel, to }, message, recipients) ? message.deviceId : undefined;
      },
    },
  });
}

/** Returns whether a message is one that is waited for. */
export function isWantedMessage(
  { outcome, channel, to }: MessageFacts & { outcome: 'sent' | 'withheld' },
  message: Message,
  recipients: Recipients,
): boolean {
  return (
    message.outcome === outcome &&
    (channel === null || message.channel === channel) &&
    (to === null || recipients.namesOf(message.recipient).includes(to))
  );
}
