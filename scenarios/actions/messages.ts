/** Alerts that devices raise, and messages that they send. */
import { ControlError } from '../../simulator/control/errors.ts';
import { injectionKinds } from '../../simulator/control/schemas/stories.ts';
import type { AlertReport } from '../../simulator/fleet/types.ts';
import { checkRaising } from '../language/resolve/alert-types.ts';
import { durationOf } from '../language/resolve/durations.ts';
import { anyText, describe, oneOf, option, text, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channels } from '../language/schema/setting.ts';
import type { Channel, Severity } from '../language/terms.ts';
import { channelWord, durationInWords } from '../language/words.ts';
import { Refusal } from '../player/refusal.ts';
import { defineDeviceAction } from './define.ts';

export interface Alert {
  type: string;
  severity?: Severity;
  text?: string;
  channels?: readonly Channel[];
  /** How many, and how far apart. */
  times: number;
  apart: number;
}

/** Position at which an alert was raised, as far as a device knows: about 10 cm. */
const DEGREE = 1e6;

export const messageActions = {
  alert: defineDeviceAction({
    summary: 'A device raises an alert.',
    beside: {
      type: describe('Such as sos or speeding.', text),
      severity: option('Default by type.', oneOf('info', 'warning', 'critical')),
      text: option('What it says; default made from the type.', anyText),
      channels: option('Default by severity.', channels),
      times: option('How many; default 1.', whole(1, 100_000)),
      apart: option('How far apart; default 1s.', ref('duration')),
    },
    introduces: ['alertTypes', 'type'],
    read({ fields, path, names }): Alert {
      const { times = 1, apart = '1s', ...given } = fields;
      checkRaising(given.type, [...path, 'type'], names);
      return { ...given, times, apart: durationOf(apart) ?? 0 };
    },
    repeats: ({ times, apart }) => ({ times, apart }),
    words({ type, times, apart }, who) {
      const often = times > 1 ? `, ${times} times, ${durationInWords(apart)} apart` : '';
      return `${who} raises ${type}${often}`;
    },
    perform({ type, severity, text, channels }, device, { fleet, timeline, traffic, noted }) {
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
      noted?.({ kind: 'alert', device, report });
      fleet.alerts.raise(device, report);
    },
  }),

  inject: defineDeviceAction({
    summary: 'Lets something happen to devices, as the live page does.',
    beside: { kind: oneOf(...injectionKinds) },
    read: ({ fields: { kind } }) => ({ injection: kind }),
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
    read: ({ fields: { channel, count = 1 } }) => ({ channel, count }),
    words: ({ channel, count }, who) => `${who} sends ${count} ${channelWord(channel)}`,
    perform({ channel, count }, device, { fleet }) {
      fleet.limits.send(device, channel, count);
    },
  }),
};
