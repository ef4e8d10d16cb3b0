import { checkRaised } from '../language/resolve/alert-types.ts';
import { text } from '../language/schema/builders.ts';
import { defineCondition } from './define.ts';

export const alertRaised = defineCondition({
  kind: 'alert-raised',
  summary: 'A device raises an alert of this type.',
  value: text,
  beside: {},
  read: ({ value: type, here, names }) => checkRaised(type, here, names) && { type },
  words: ({ type }, who) => `${who} raises ${type}`,
  cause: {
    becameTrueOf: ({ type }, event) =>
      event.kind === 'alert-raised' && event.type === type ? event.deviceId : undefined,
  },
  follows: ({ type }, effect) => effect.what === 'alert' && effect.type === type,
});
