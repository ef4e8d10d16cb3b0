import { always } from '../language/schema/builders.ts';
import { defineCondition } from './define.ts';

export const deviceExpires = defineCondition({
  kind: 'device-expires',
  summary: 'A device expires.',
  value: always,
  beside: {},
  read: () => ({}),
  words: (_, who) => `${who} expires`,
  cause: { becameTrueOf: (_, event) => (event.kind === 'device-expired' ? event.deviceId : undefined) },
});
