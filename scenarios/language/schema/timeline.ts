/** When something happens, and what then. */

import { refer, type Static } from '../../../contracts/kit/schema.ts';
import { actionSchema } from '../../actions/action.ts';
import { conditionSchema } from '../../conditions/condition.ts';
import { expectationSchema } from '../../expectations/expectation.ts';
import {
  type AnyOf,
  anyText,
  choice,
  describe,
  listOf,
  MANY,
  oneOrMore,
  option,
  text,
  whole,
} from './builders.ts';
import { ref } from './forms.ts';

/** What the parts of a timeline are called among the definitions of the schema. */
export const timelineDefinitions = {
  action: actionSchema,
  condition: conditionSchema,
  expectation: expectationSchema,
};

const expectations = oneOrMore(refer('expectation', expectationSchema));

const common = {
  name: option('For people; default what it does.', text),
  chapter: option('Begins a chapter of this name.', text),
  caption: option('What is shown to those who watch.', anyText),
  do: option('What is done, in order: one action or a list.', oneOrMore(refer('action', actionSchema))),
  expect: option('What must hold: one expectation or a list.', expectations),
};
const from = option('Default: the start.', ref('time'));
const until = option('Default: the end.', ref('time'));

const entry = choice(
  'an entry',
  {
    at: { summary: 'Once, at a time.', value: ref('time'), beside: {} },
    every: {
      summary: 'Again and again, so far apart.',
      value: ref('duration'),
      beside: {
        from: option('The first time; default once it has passed since the start.', ref('time')),
        until,
      },
    },
    cron: {
      summary: "At the times of a cron expression, by the story's clocks.",
      value: text,
      beside: { from, until },
    },
    when: {
      summary: 'Each time that something becomes true of a device.',
      value: refer('condition', conditionSchema),
      beside: {
        from,
        until,
        most: option('At most so often; default no bound.', whole(1, 1_000_000)),
        notAgainFor: option('For the same device not again so soon; default 0s.', ref('duration')),
      },
    },
  },
  common,
);

export const timeline = describe('What happens, and when.', listOf(entry, 0, { maxItems: MANY }));
export const expectAtEnd = describe('What must hold at the end.', expectations);

/** An entry of a file, whose fields may be missing where they have not the form of the schema. */
export type WrittenEntry = AnyOf<Static<typeof entry>>;
export type WrittenExpectations = Static<typeof expectations>;
