/** Conditions that become true by what a vehicle does, as its reports are looked at. */
import { durationOf } from '../language/resolve/durations.ts';
import { always, anyNumber, number, option, optional, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { durationInWords, siteName } from '../language/words.ts';
import { type Cause, defineCondition } from './define.ts';

export interface Threshold {
  sensor: string;
  above?: number;
  below?: number;
}

export const vehicleConditions = {
  enters: area('enters', 'A device comes into an area.', { crosses: 'in' }),

  leaves: area('leaves', 'A device goes out of an area.', { crosses: 'out' }),

  speedAbove: defineCondition({
    summary: 'A device is faster than so many km/h.',
    value: number(0, 500),
    beside: { in: option('Only within this area.', text) },
    read({ value: speed, fields, path, names }) {
      const site = fields.in === undefined ? null : names.area(fields.in, [...path, 'in']);
      return site === undefined ? undefined : { speed, site };
    },
    words({ speed, site }, who, names) {
      const within = site === null ? '' : ` in ${siteName(site, names)}`;
      return `${who} is faster than ${speed} km/h${within}`;
    },
    cause: {
      holds: ({ speed, site }, report) => report.speed > speed && (site === null || report.isWithin(site)),
    },
  }),

  within: area('is within', 'A device is within an area.', {
    holds: ({ site }, report) => report.isWithin(site),
  }),

  standsStill: defineCondition({
    summary: 'A device has not moved for so long.',
    value: ref('duration'),
    beside: {},
    read: ({ value }) => ({ for: durationOf(value) ?? 0 }),
    words: (condition, who) => `${who} is stationary for ${durationInWords(condition.for)}`,
    cause: { holds: (condition, { stillFor }) => stillFor >= condition.for },
  }),

  sensor: defineCondition({
    summary: 'A fact of the locations goes above or below a value.',
    value: text,
    beside: { above: optional(anyNumber), below: optional(anyNumber) },
    read({ value: sensor, fields, path, here, names }): Threshold | undefined {
      const { above, below } = fields;
      if (!names.sensors.has(sensor)) return names.unknown('sensor', sensor, names.sensors, here);
      if ((above === undefined) === (below === undefined)) {
        const message = 'a sensor is watched to go either "above" or "below" a value';
        return names.wrong('SENSOR_UNCLEAR', path, message);
      }
      return { sensor, ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
    },
    words({ sensor, above, below }, who) {
      return `${sensor} of ${who} goes ${above === undefined ? `below ${below}` : `above ${above}`}`;
    },
    cause: {
      holds({ sensor, above, below }, report) {
        const value = report.sensor(sensor);
        if (value === undefined) return false;
        return (above !== undefined && value > above) || (below !== undefined && value < below);
      },
    },
  }),

  arrives: defineCondition({
    summary: 'A route driven once has come to its end.',
    value: always,
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} arrives`,
    cause: { holds: (_, { hasArrived }) => hasArrived },
  }),
};

function area(verb: string, summary: string, cause: Cause<{ site: number }>) {
  return defineCondition({
    summary,
    value: text,
    beside: {},
    read({ value, here, names }) {
      const site = names.area(value, here);
      return site === undefined ? undefined : { site };
    },
    words: ({ site }, who, names) => `${who} ${verb} ${siteName(site, names)}`,
    cause,
  });
}
