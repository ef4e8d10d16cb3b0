/**
 * The facts whose becoming true sets an entry off, one row for each, by the field that asks for it: what a story may say, how
 * it is put into words, and how it is noticed.
 */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import {
  always,
  anyNumber,
  choice,
  type Facts,
  number,
  oneOf,
  option,
  optional,
  type Row,
  readBy,
  readChoice,
  reads,
  whole,
  within,
} from '../language/builders.ts';
import { alertType, area, recipient, ref, sensor } from '../language/forms.ts';
import type { Devices } from '../language/terms.ts';
import {
  channelWord,
  devicesInWords,
  durationInWords,
  type StoryNames,
  siteName,
} from '../language/words.ts';
import { type Happening, soughtBy, soughtInWords, soughtMessages } from './happening.ts';

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

/** How it is noticed that a condition becomes true of a device. */
export type Cause<Made> =
  /** By something that happens to it. */
  | { hears(condition: Made, fleet: PluginWorld['fleet']): (happening: Happening) => boolean }
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

function row<Value extends TSchema, Beside extends TProperties, Made extends object = Facts<Value, Beside>>(
  row: ConditionRow<Value, Beside, Made>,
): ConditionRow<Value, Beside, Made> {
  return row;
}

/** In the order in which an editor offers them. */
export const conditions = {
  enters: ofArea('enters', 'A device comes into an area.', { crosses: 'in' }),

  leaves: ofArea('leaves', 'A device goes out of an area.', { crosses: 'out' }),

  speedAbove: row({
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

  standsStill: row({
    summary: 'A device has not moved for so long.',
    value: ref('duration'),
    beside: {},
    read: ({ main }) => ({ for: main }),
    words: (condition, who) => `${who} is stationary for ${durationInWords(condition.for)}`,
    cause: { holds: (condition, { stillFor }) => stillFor >= condition.for },
  }),

  sensor: row({
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

  arrives: row({
    summary: 'A route driven once has come to its end.',
    value: always,
    beside: {},
    words: (_, who) => `${who} arrives`,
    cause: { holds: (_, { hasArrived }) => hasArrived },
  }),

  counterReaches: row({
    summary: "A device's counter of the day has come to so many.",
    value: whole(1, 1_000_000),
    beside: { channel: ref('channel') },
    words: ({ channel, main }, who) => `${who} has sent ${main} ${channelWord(channel)} today`,
    cause: {
      hears:
        ({ channel, main }, fleet) =>
        (event) => {
          if (event.kind !== 'message-sent' || event.channel !== channel) return false;
          const after = fleet.limits.get(event.deviceId).usage[channel];
          return after >= main && after - event.count < main;
        },
    },
  }),

  expires: row({
    summary: 'A device expires.',
    value: always,
    beside: {},
    words: (_, who) => `${who} expires`,
    cause: { hears: () => soughtBy({ kind: 'device-expired' }) },
  }),

  sent: messages('sent', 'A message of a device is sent.'),

  withheld: messages('withheld', 'A message of a device is not sent.'),

  raises: row({
    summary: 'A device raises an alert of this type.',
    value: alertType,
    beside: {},
    words: ({ main }, who) => `${who} raises ${main}`,
    cause: { hears: ({ main }) => soughtBy({ kind: 'alert-raised', type: main }) },
  }),
};

function ofArea(verb: string, summary: string, cause: Cause<{ site: number }>) {
  return row({
    summary,
    value: area,
    beside: {},
    read: ({ main }) => ({ site: main }),
    words: ({ site }, who, names) => `${who} ${verb} ${siteName(site, names)}`,
    cause,
  });
}

function messages(kind: 'sent' | 'withheld', summary: string) {
  return row({
    summary,
    value: oneOf('email', 'sms', 'any'),
    beside: { to: option('To this user, or this address; default anyone.', recipient) },
    read: ({ main, to }) => ({ sought: soughtMessages(kind, main, to) }),
    words: ({ sought }, who) => soughtInWords(sought, ` of ${who}`),
    cause: { hears: ({ sought }) => soughtBy(sought) },
  });
}

/** A condition sets an entry off each time that it becomes true of a device, not while it stays true. */
export type Condition = {
  [Kind in keyof typeof conditions]: { kind: Kind; devices: Devices } & Parameters<
    (typeof conditions)[Kind]['words']
  >[0];
}[keyof typeof conditions];

const device = ref('devices');
export const conditionSchema = reads(
  choice('a condition', conditions, { device: option('Of which devices; default all.', device) }),
  (written, at): Condition => {
    // `it` means nothing: no device has set it off yet.
    const here = { ...at, mayBeIt: false };
    const { kind, made } = readChoice(conditions, written, here);
    const devices = readBy(device, written.device ?? 'all', within(here, 'device'));
    return { kind, devices, ...Object(made) };
  },
);

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Condition['kind']]: ConditionRow } = conditions;

export function conditionInWords(condition: Condition, names: StoryNames): string {
  return rows[condition.kind].words(condition, devicesInWords(condition.devices, names), names);
}

/** How it is noticed that a condition becomes true. */
export function causeOf({ kind }: Condition): Cause<object> {
  return rows[kind].cause;
}

/** The place whose area a condition asks about, by its order in the story. */
export function siteOf(condition: Condition): number | undefined {
  return 'site' in condition ? (condition.site ?? undefined) : undefined;
}
