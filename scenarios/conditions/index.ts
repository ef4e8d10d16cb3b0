/**
 * The conditions on which entries of a story happen, one row for each, by the field that asks for it: what a story may say,
 * how it is put into words, and how it is noticed that one becomes true. `condition.ts` has what is derived from all of
 * them: type, schema, and what is done by kind.
 */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { FleetEvent, Message } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import {
  always,
  anyNumber,
  type Facts,
  number,
  oneOf,
  option,
  optional,
  type Row,
  whole,
} from '../language/builders.ts';
import { alertType, area, recipient, ref, sensor } from '../language/forms.ts';
import type { Channel } from '../language/terms.ts';
import { channelWord, durationInWords, type StoryNames, siteName, toInWords } from '../language/words.ts';
import type { Recipients } from '../player/recipients.ts';

/** A vehicle at a report that is looked at. */
export interface VehicleReport {
  /** km/h. */
  readonly speed: number;
  /** How long it has not moved, in ms. */
  readonly stillFor: number;
  /** True if a route driven once has come to its end since the last report. */
  readonly hasArrived: boolean;
  sensor(name: string): number | undefined;
  /** Returns whether it is within the area of a site. */
  isWithin(site: number): boolean;
}

/** Something that happens at a moment: an event of the service, or messages alike, which events do not show whole. */
export type Happening = FleetEvent | { kind: 'messages'; message: Message; recipients: Recipients };

type Fleet = PluginWorld['fleet'];

/** How it is noticed that a condition becomes true of a device. */
export type Cause<Made> =
  /**
   * By something that happens: the device of which it became true, if it did. `holdsOf`: whether it holds of a device
   * without one, where it is a state and not something that happens.
   */
  | {
      becameTrueOf(condition: Made, happening: Happening, fleet: Fleet): number | undefined;
      holdsOf?(condition: Made, device: number, fleet: Fleet): boolean;
    }
  /** By a report within the area of its site after one outside, or the other way round. */
  | { crosses: 'in' | 'out' }
  /** By a report of which it holds after one of which it does not. */
  | { holds(condition: Made, report: VehicleReport): boolean };

export interface ConditionRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Made extends object = object,
> extends Row<Value, Beside, Made> {
  /** `who` is the devices in words. */
  words(condition: Made, who: string, names: StoryNames): string;
  readonly cause: Cause<Made>;
}

function defineCondition<
  Value extends TSchema,
  Beside extends TProperties,
  Made extends object = Facts<Value, Beside>,
>(row: ConditionRow<Value, Beside, Made>): ConditionRow<Value, Beside, Made> {
  return row;
}

/** Messages that are waited for. */
export interface MessageFacts {
  /** `null` for both channels. */
  channel: Channel | null;
  /** The name of a user, or an address; `null` for anyone. */
  to: string | null;
}
const articles = { email: 'an e-mail', sms: 'an SMS', any: 'a message' };

/** In the order in which an editor offers them. */
export const conditions = {
  enters: ofArea('enters', 'A device comes into an area.', { crosses: 'in' }),

  leaves: ofArea('leaves', 'A device goes out of an area.', { crosses: 'out' }),

  speedAbove: defineCondition({
    summary: 'A device is faster than so many km/h.',
    value: number(0, 500),
    beside: { in: option('Only within this area.', area) },
    read: ({ main: speed, in: site = null }) => ({ speed, site }),
    words({ speed, site }, who, names) {
      const within = site === null ? '' : ` in ${siteName(site, names)}`;
      return `${who} is faster than ${speed} km/h${within}`;
    },
    cause: {
      holds: ({ speed, site }, report) => report.speed > speed && (site === null || report.isWithin(site)),
    },
  }),

  within: ofArea('is within', 'A device is within an area.', {
    holds: ({ site }, report) => report.isWithin(site),
  }),

  standsStill: defineCondition({
    summary: 'A device has not moved for so long.',
    value: ref('duration'),
    beside: {},
    read: ({ main }) => ({ for: main }),
    words: (condition, who) => `${who} is stationary for ${durationInWords(condition.for)}`,
    cause: { holds: (condition, { stillFor }) => stillFor >= condition.for },
  }),

  sensor: defineCondition({
    summary: 'A fact of the locations goes above or below a value.',
    value: sensor,
    beside: { above: optional(anyNumber), below: optional(anyNumber) },
    read({ main, ...bounds }, { path, names }) {
      const message = 'a sensor is watched to go either "above" or "below" a value';
      if (Object.keys(bounds).length !== 1) names.wrong('SENSOR_UNCLEAR', path, message);
      return { sensor: main, ...bounds };
    },
    words({ sensor, above, below }, who) {
      return `${sensor} of ${who} goes ${above === undefined ? `below ${below}` : `above ${above}`}`;
    },
    cause: {
      holds({ sensor, above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY }, report) {
        const value = report.sensor(sensor);
        return value !== undefined && (value > above || value < below);
      },
    },
  }),

  arrives: defineCondition({
    summary: 'A route driven once has come to its end.',
    value: always,
    beside: {},
    words: (_, who) => `${who} arrives`,
    cause: { holds: (_, { hasArrived }) => hasArrived },
  }),

  counterReaches: defineCondition({
    summary: "A device's counter of the day has come to so many.",
    value: whole(1, 1_000_000),
    beside: { channel: ref('channel') },
    words: ({ channel, main }, who) => `${who} has sent ${main} ${channelWord(channel)} today`,
    cause: {
      becameTrueOf({ channel, main }, event, fleet) {
        if (event.kind !== 'message-sent' || event.channel !== channel) return undefined;
        const after = fleet.limits.get(event.deviceId).usage[channel];
        return after >= main && after - event.count < main ? event.deviceId : undefined;
      },
      holdsOf: ({ channel, main }, device, fleet) => fleet.limits.get(device).usage[channel] >= main,
    },
  }),

  expires: defineCondition({
    summary: 'A device expires.',
    value: always,
    beside: {},
    words: (_, who) => `${who} expires`,
    cause: { becameTrueOf: (_, event) => (event.kind === 'device-expired' ? event.deviceId : undefined) },
  }),

  sent: messages('sent', 'A message of a device is sent.'),

  withheld: messages('withheld', 'A message of a device is not sent.'),

  raises: defineCondition({
    summary: 'A device raises an alert of this type.',
    value: alertType,
    beside: {},
    words: ({ main }, who) => `${who} raises ${main}`,
    cause: {
      becameTrueOf: ({ main }, event) =>
        event.kind === 'alert-raised' && event.type === main ? event.deviceId : undefined,
    },
  }),
};

function ofArea(verb: string, summary: string, cause: Cause<{ site: number }>) {
  return defineCondition({
    summary,
    value: area,
    beside: {},
    read: ({ main }) => ({ site: main }),
    words: ({ site }, who, names) => `${who} ${verb} ${siteName(site, names)}`,
    cause,
  });
}

function messages(outcome: 'sent' | 'withheld', summary: string) {
  return defineCondition({
    summary,
    value: oneOf('email', 'sms', 'any'),
    beside: { to: option('To this user, or this address; default anyone.', recipient) },
    read: ({ main, to = null }): MessageFacts => ({ channel: main === 'any' ? null : main, to }),
    words: ({ channel, to }, who) => `${articles[channel ?? 'any']} of ${who}${toInWords(to)} is ${outcome}`,
    cause: {
      becameTrueOf(facts, happening) {
        if (happening.kind !== 'messages') return undefined;
        const { message, recipients } = happening;
        return isWantedMessage({ outcome, ...facts }, message, recipients) ? message.deviceId : undefined;
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
