import { anyNumber, text } from '../language/schema/builders.ts';
import { defineDeviceAction } from './define.ts';

export const setSensor = defineDeviceAction({
  kind: 'set-sensor',
  summary: 'A fact that locations carry changes.',
  beside: { sensor: text, value: anyNumber },
  introduces: { sensors: 'sensor' },
  read: ({ fields: { sensor, value } }) => ({ sensor, value }),
  words: ({ sensor, value }, who) => `${sensor} of ${who} is ${value}`,
  step: ({ sensor, value }, device) => ({ device, sensor, value }),
  perform: ({ device, sensor, value }, { traffic }) => traffic.setSensor(device, sensor, value),
  onTarget: 'shown by reports',
});
