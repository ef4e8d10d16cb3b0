import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { number } from './finding.ts';
import { wantedOf } from './wanted.ts';

export const groups = defineExpectation({
  kind: 'groups',
  summary: 'How many groups there are.',
  value: ref('wanted'),
  beside: {},
  read: ({ value, here, names }) => [{ wanted: wantedOf(value, here, names) }],
  words: ({ wanted }) => `groups: ${numberInWords(wanted)}`,
  check: ({ wanted }, { fleet }) => number(fleet.groups.list().length, wanted),
  onTarget: { notJudged: 'the deployment has groups that are not of the story' },
});
