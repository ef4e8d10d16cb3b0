import { percent } from '../language/schema/builders.ts';
import { defineDeviceAction } from './define.ts';

export const setBattery = defineDeviceAction({
  kind: 'set-battery',
  summary: "The device's charge.",
  beside: { percent },
  read: ({ fields: { percent } }) => ({ percent }),
  words: ({ percent }, who) => `battery of ${who} is at ${percent} %`,
  step: ({ percent }, device) => ({ device, percent }),
  perform: ({ device, percent }, { traffic }) => traffic.setLevel(device, 'battery', percent),
  onTarget: 'shown by reports',
});
