import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { number } from './finding.ts';
import { wantedOf } from './wanted.ts';

export const users = defineExpectation({
  kind: 'users',
  summary: "How many users there are, the account's own included.",
  value: ref('wanted'),
  beside: {},
  read: ({ value, here, names }) => [{ wanted: wantedOf(value, here, names) }],
  words: ({ wanted }) => `users: ${numberInWords(wanted)}`,
  check: ({ wanted }, { fleet }) => number(fleet.users.list().length, wanted),
  onTarget: { notJudged: 'the deployment has users that are not of the story' },
});
