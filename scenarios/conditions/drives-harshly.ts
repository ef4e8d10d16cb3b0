import { oneOf } from '../language/schema/builders.ts';
import { manoeuvres } from '../motion/vehicles.ts';
import { defineCondition } from './define.ts';

const inWords = {
  braking: 'brakes harshly',
  acceleration: 'accelerates harshly',
  cornering: 'takes a bend harshly',
};

export const drivesHarshly = defineCondition({
  kind: 'drives-harshly',
  summary: 'A device brakes, accelerates or takes a bend harder than is usual for its vehicle.',
  value: oneOf(...manoeuvres),
  beside: {},
  read: ({ value: manoeuvre }) => ({ manoeuvre }),
  words: ({ manoeuvre }, who) => `${who} ${inWords[manoeuvre]}`,
  cause: { holds: ({ manoeuvre }, report) => report.isHarsh(manoeuvre) },
});
