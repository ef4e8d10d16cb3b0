/** Alerts that devices raise, and messages that they send. */
import { ControlError } from '../../simulator/control/errors.ts';
import { injectionKinds } from '../../simulator/control/schemas/stories.ts';
import type { AlertReport } from '../../simulator/fleet/types.ts';
import { anyText, describe, oneOf, option, whole } from '../language/builders.ts';
import { raisedType, ref } from '../language/forms.ts';
import { channels } from '../language/people.ts';
import { channelWord, durationInWords } from '../language/words.ts';
import { Refusal } from '../player/errors.ts';
import { defineDeviceAction } from './define.ts';

/** Position at which an alert was raised, as far as a device knows: about 10 cm. */
const DEGREE = 1e6;

export const messageActions = {
  alert: defineDeviceAction({
    summary: 'A device raises an alert.',
    beside: {
      type: describe('Such as sos or speeding.', raisedType),
      severity: option('Default by type.', oneOf('info', 'warning', 'critical')),
      text: option('What it says; default made from the type.', anyText),
      channels: option('Default by severity.', channels),
      times: option('How many; default 1.', whole(1, 100_000)),
      apart: option('How far apart; default 1s.', ref('duration')),
    },
    introduces: ['alertTypes', 'type'],
    repeats: ({ times = 1, apart = 1000 }) => ({ times, apart }),
    words({ type, times = 1, apart = 1000 }, who) {
      const often = times > 1 ? `, ${times} times, ${durationInWords(apart)} apart` : '';
      return `${who} raises ${type}${often}`;
    },
    perform({ type, severity, text, channels }, device, { fleet, timeline, traffic, watcher }) {
      const { latitude, longitude } = traffic.at(device);
      const report: AlertReport & { raisedAt: number } = {
        type,
        ...(severity !== undefined && { severity }),
        ...(text !== undefined && { text }),
        ...(channels !== undefined && { channels: [...channels] }),
        raisedAt: timeline.now,
        latitude: Math.round(latitude * DEGREE) / DEGREE,
        longitude: Math.round(longitude * DEGREE) / DEGREE,
      };
      watcher?.alert(device, report);
      fleet.alerts.raise(device, report);
    },
  }),

  inject: defineDeviceAction({
    summary: 'Lets something happen to devices, as the live page does.',
    beside: { kind: oneOf(...injectionKinds) },
    read: ({ kind: injection }) => ({ injection }),
    words: ({ injection }, who) => `${injection} of ${who} is injected`,
    perform({ injection }, device, { inject }) {
      try {
        inject(device, injection);
      } catch (error) {
        throw error instanceof ControlError ? new Refusal(error.code, error.message) : error;
      }
    },
  }),

  send: defineDeviceAction({
    summary: "Sends messages from a device to the account's own user.",
    beside: { channel: ref('channel'), count: option('Default 1.', whole(1, 1_000_000)) },
    words: ({ channel, count = 1 }, who) => `${who} sends ${count} ${channelWord(channel)}`,
    perform: ({ channel, count = 1 }, device, { fleet }) => fleet.limits.send(device, channel, count),
  }),
};
