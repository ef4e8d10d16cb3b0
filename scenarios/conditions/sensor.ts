import { anyNumber, optional, text } from '../language/schema/builders.ts';
import { defineCondition } from './define.ts';

export interface Threshold {
  sensor: string;
  above?: number;
  below?: number;
}

export const sensor = defineCondition({
  kind: 'sensor',
  summary: 'A fact of the locations goes above or below a value.',
  value: text,
  beside: { above: optional(anyNumber), below: optional(anyNumber) },
  read({ value: sensor, fields, path, here, names }): Threshold | undefined {
    const { diagnostics, sensors } = names;
    const { above, below } = fields;
    if (!sensors.has(sensor)) return diagnostics.unknown('sensor', sensor, sensors, here);
    if ((above === undefined) === (below === undefined)) {
      const message = 'a sensor is watched to go either "above" or "below" a value';
      return diagnostics.wrong('SENSOR_UNCLEAR', path, message);
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
});
