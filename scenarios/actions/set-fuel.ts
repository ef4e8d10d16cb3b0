import { percent } from '../language/schema/builders.ts';
import { defineDeviceAction } from './define.ts';

export const setFuel = defineDeviceAction({
  kind: 'set-fuel',
  summary: 'What is in the tank.',
  beside: { percent },
  read: ({ fields: { percent } }) => ({ percent }),
  words: ({ percent }, who) => `fuel of ${who} is at ${percent} %`,
  step: ({ percent }, device) => ({ device, percent }),
  perform: ({ device, percent }, { traffic }) => traffic.setLevel(device, 'fuel', percent),
  onTarget: 'shown by reports',
});
