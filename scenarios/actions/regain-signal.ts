import { defineDeviceAction } from './define.ts';

export const regainSignal = defineDeviceAction({
  kind: 'regain-signal',
  summary: 'What was lost gets through again.',
  beside: {},
  read: () => ({}),
  words: (_, who) => `${who} has signal again`,
  step: (_, device) => ({ device }),
  perform: ({ device }, { traffic }) => traffic.regainSignal(device),
  onTarget: 'shown by reports',
});
