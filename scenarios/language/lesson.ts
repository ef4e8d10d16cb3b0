/** A story as a lesson: what the trainee is told and is to do, what the presenter knows, and questions. */
import type { Static } from '../../contracts/kit/schema.ts';
import { eventKinds } from '../../contracts/specification/events/index.ts';
import { operations } from '../../contracts/specification/operations.ts';
import { conditions } from '../facts/conditions.ts';
import { expectationList } from '../facts/expectations.ts';
import { soughtMessages } from '../facts/happening.ts';
import {
  type At,
  choice,
  describe,
  listOf,
  object,
  oneOf,
  oneOrMore,
  option,
  plainText,
  readChoice,
  readFields,
  reads,
  text,
  whole,
} from './builders.ts';
import { oneDevice, ref } from './forms.ts';
import type { Names } from './names.ts';
import type { Lesson, Objective, Question, Task } from './story.ts';
import { entryOf, type UnlabelledEntry } from './timeline.ts';
import { localText } from './times.ts';

/** The kinds of events that an objective can wait for: all that are numbered. */
const kinds = eventKinds.filter((kind) => kind !== 'location-recorded');

const often = {
  device: option('Of this device alone.', oneDevice),
  times: option('How often; default once.', whole(1, 1_000)),
};
const field = option(
  'With this field, `name` or `name:value`, in which * stands for any characters; or several.',
  oneOrMore(plainText),
);

/** The facts that a trainee is to bring about, by the field that asks for each. */
const tasks = {
  call: {
    summary: 'A call of the public API, by its operation.',
    value: oneOf(...operations.map(({ id }) => id)),
    beside: { status: option('Its answer; default any status below 400.', whole(100, 599)), field, ...often },
  },
  event: {
    summary: 'Something that happens, such as a setting: by the kind of the event.',
    value: oneOf(...kinds),
    beside: { field, ...often },
  },
  sent: messages('sent'),
  withheld: messages('withheld'),
  expect: {
    summary: 'What must hold when the time is over: one expectation or a list.',
    value: expectationList,
    beside: {},
  },
};

function messages(kind: 'sent' | 'withheld') {
  const { summary, value, beside } = conditions[kind];
  return { summary, value, beside: { ...beside, ...often } };
}

const about = {
  name: describe('What the trainee is to do.', text),
  from: option('From when on it counts; default the start.', ref('time')),
  within: option('How long there is time from then on; default to the end.', ref('duration')),
  hint: option('What helps.', text),
  hintAfter: option('How long after `from` the hint is shown; default at once.', ref('duration')),
  points: option('What it is worth; half of that when late; default 1.', whole(0, 1_000)),
};
const objective = choice('an objective', tasks, about);

const question = object({
  question: describe('What is asked.', plainText),
  choices: describe('What can be answered, in order.', listOf(plainText, 2, { maxItems: 20 })),
  answer: describe('The number of the choice that is right, from 1.', whole(1, 20)),
  because: option('Why; shown with the answer.', plainText),
});

const checkedQuestion = reads(question, (written, { names, path }): Question => {
  const { question, choices, answer, because = null } = written;
  const message = `the answer is choice ${answer}, and there are ${choices.length} choices`;
  if (answer > choices.length)
    names.wrong('ANSWER_INVALID', [...path, 'answer'], message, 'choices are counted from 1');
  return { question, choices, answer: answer - 1, because };
});

export const lessonFields = {
  brief: option('What the trainee is told at the beginning.', text),
  debrief: option('What is said at the end.', text),
  notes: option('For the presenter alone.', text),
  objectives: option('What the trainee is to do.', listOf(objective, 0, { maxItems: 100 })),
  questions: option(
    'Questions; the answer is hidden until it is asked for.',
    listOf(checkedQuestion, 0, { maxItems: 100 }),
  ),
};

/**
 * The lesson of a story; `undefined` where it is none.
 *
 * @param entries of the timeline; what is judged when the time of an objective is over is added to them
 */
export function readLesson(
  written: Static<ReturnType<typeof object<typeof lessonFields>>>,
  names: Names,
  entries: UnlabelledEntry[],
): Lesson | undefined {
  if (Object.keys(lessonFields).every((field) => !Object.hasOwn(written, field))) return undefined;
  const at = { path: [], names, mayBeIt: false };
  const { brief, debrief, notes, objectives = [], questions = [] } = readFields(lessonFields, written, at);
  return {
    brief: brief?.trim() ?? null,
    debrief: debrief?.trim() ?? null,
    notes: notes?.trim() ?? null,
    objectives: objectives.map((objective, index) =>
      readObjective(objective, { ...at, path: ['objectives', index] }, entries),
    ),
    questions,
  };
}

function readObjective(written: Static<typeof objective>, at: At, entries: UnlabelledEntry[]): Objective {
  const { names, path } = at;
  const { start, end, timeZone } = names.clock;
  const said = readFields(about, written, at);
  const { name, from = start, within = end - from, hint = null, hintAfter = 0, points = 1 } = said;
  const due = from + within;
  const [late, ends] = [due, end].map((moment) => localText(moment, timeZone));
  const message = `there is time until ${late}, after the story ends at ${ends}`;
  if (due > end) names.wrong('TIME_AFTER_END', [...path, 'within'], message);
  const { kind, made } = readChoice(tasks, written, at);
  const { main, to, field: fields = [], status = null, device = null, times = 1 } = Object(made);
  const wants = (): Task => {
    if (kind === 'call') return { called: { operation: main, status, fields }, device, times };
    if (kind === 'event') return { sought: { kind: main, fields }, device, times };
    if (kind === 'sent' || kind === 'withheld')
      return { sought: soughtMessages(kind, main, to), device, times };
    const judged: UnlabelledEntry = { ...entryOf({ kind: 'at', at: due }, at), expectations: main, name };
    return { entry: entries.push(judged) - 1 };
  };
  return { name, from, due, hint, hintAt: from + hintAfter, points, want: wants() };
}
