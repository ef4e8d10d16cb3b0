import { durationOf } from '../language/resolve/durations.ts';
import { ref } from '../language/schema/forms.ts';
import { durationInWords } from '../language/words.ts';
import { defineCondition } from './define.ts';

export const standsStill = defineCondition({
  kind: 'stands-still',
  summary: 'A device has not moved for so long.',
  value: ref('duration'),
  beside: {},
  read: ({ value }) => ({ for: durationOf(value) ?? 0 }),
  words: (condition, who) => `${who} is stationary for ${durationInWords(condition.for)}`,
  cause: { holds: (condition, { stillFor }) => stillFor >= condition.for },
});
