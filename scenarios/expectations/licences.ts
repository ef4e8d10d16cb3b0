import { type Static, typed } from '../../contracts/kit/schema.ts';
import { object, optional } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { number } from './finding.ts';
import { wantedOf } from './wanted.ts';

const counts = object({
  used: optional(ref('wanted')),
  available: optional(ref('wanted')),
  total: optional(ref('wanted')),
});

export const licences = defineExpectation({
  kind: 'licences',
  summary: "The account's licences.",
  value: typed<Static<typeof counts>>({ ...counts, minProperties: 1 }),
  beside: {},
  read: ({ value, here, names }) =>
    (['used', 'available', 'total'] as const).flatMap((of) => {
      const written = value[of];
      return written === undefined ? [] : [{ of, wanted: wantedOf(written, [...here, of], names) }];
    }),
  words: ({ of, wanted }) => `licences ${of}: ${numberInWords(wanted)}`,
  check: ({ of, wanted }, { fleet }) => number(fleet.account.view().licences[of], wanted),
  onTarget: { notJudged: 'no operation reads the licences of the account' },
});
