import { always } from '../language/schema/builders.ts';
import { defineCondition } from './define.ts';

export const arrives = defineCondition({
  kind: 'arrives',
  summary: 'A route driven once has come to its end.',
  value: always,
  beside: {},
  read: () => ({}),
  words: (_, who) => `${who} arrives`,
  cause: { holds: (_, { hasArrived }) => hasArrived },
});
