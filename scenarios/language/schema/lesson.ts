/** A story as a lesson: what the trainee is told and is to do, what the presenter knows, and questions. */
import { refer, type Static } from '../../../contracts/kit/schema.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import { conditions } from '../../conditions/index.ts';
import { expectationSchema } from '../../expectations/expectation.ts';
import { choice, describe, listOf, object, oneOf, oneOrMore, option, text, whole } from './builders.ts';
import { ref } from './forms.ts';

/** The kinds of events that an objective can wait for: all that are numbered. */
const kinds = eventKinds.filter((kind) => kind !== 'location-recorded');

const device = option('Of this device alone.', ref('devices'));
const field = option(
  'With this field, `name` or `name:value`, in which * stands for any characters; or several.',
  oneOrMore(text),
);
const times = option('How often; default once.', whole(1, 1_000));

const tasks = {
  call: {
    summary: 'A call of the public API, by its operation.',
    value: oneOf(...operations.map(({ id }) => id)),
    beside: {
      status: option('Its answer; default any status below 400.', whole(100, 599)),
      device,
      field,
      times,
    },
  },
  event: {
    summary: 'Something that happens, such as a setting: by the kind of the event.',
    value: oneOf(...kinds),
    beside: { device, field, times },
  },
  sent: messages('sent'),
  withheld: messages('withheld'),
  expect: {
    summary: 'What must hold when the time is over: one expectation or a list.',
    value: oneOrMore(refer('expectation', expectationSchema)),
    beside: {},
  },
};

const objective = choice('an objective', tasks, {
  name: describe('What the trainee is to do.', text),
  from: option('From when on it counts; default the start.', ref('time')),
  within: option('How long there is time from then on; default to the end.', ref('duration')),
  hint: option('What helps.', text),
  hintAfter: option('How long after `from` the hint is shown; default at once.', ref('duration')),
  points: option('What it is worth; half of that when late; default 1.', whole(0, 1_000)),
});

const question = object({
  question: describe('What is asked.', text),
  choices: describe('What can be answered, in order.', listOf(text, 2, { maxItems: 20 })),
  answer: describe('The number of the choice that is right, from 1.', whole(1, 20)),
  because: option('Why; shown with the answer.', text),
});

export const lessonFields = {
  brief: option('What the trainee is told at the beginning.', text),
  debrief: option('What is said at the end.', text),
  notes: option('For the presenter alone.', text),
  objectives: option('What the trainee is to do.', listOf(objective, 0, { maxItems: 100 })),
  questions: option(
    'Questions; the answer is hidden until it is asked for.',
    listOf(question, 0, { maxItems: 100 }),
  ),
};

function messages(kind: 'sent' | 'withheld') {
  const { summary, value, beside } = conditions[kind];
  return { summary, value, beside: { ...beside, device, times } };
}

export type WrittenObjective = Static<typeof objective>;
export type WrittenQuestion = Static<typeof question>;
