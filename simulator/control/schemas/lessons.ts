/** The story as a lesson: objectives as they stand, and questions whose answer is hidden until it is asked for. */
import {
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  string,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { time, timeOrNull, wholeNumber } from './shared.ts';

export const objectiveView = object({
  name: string(),
  /** `late`: done after its time; `missed`: its time is over, and it is not done. */
  state: oneOf('open', 'met', 'late', 'missed'),
  from: time,
  due: time,
  /** When it was done; `null` until then. */
  at: timeOrNull,
  /** How often it was done, of how often it is to be done. */
  done: integer(),
  times: integer(),
  points: integer(),
  /** Points that it has brought. */
  earned: integer(),
  /** `null` until its time has come, or where there is none. */
  hint: orNull(string()),
});
const question = object({
  question: string(),
  choices: list(string()),
  /** The place of the choice, from 0; `null` while nothing was chosen. */
  chosen: orNull(integer()),
  /** The place of the right one, and why; `null` until it is asked for. */
  answer: orNull(integer()),
  because: orNull(string()),
});
const score = {
  met: integer(),
  of: integer(),
  points: integer(),
  most: integer(),
};
export const lessonScore = object(score);
export const lesson = object({
  title: string(),
  brief: orNull(string()),
  /** For the trainer, and for all once the story is over. */
  debrief: orNull(string()),
  /** For the trainer alone. */
  notes: optional(string()),
  over: yesNo,
  ...score,
  objectives: list(objectiveView),
  questions: list(question),
});
export const currentLesson = object({ lesson: optional(lesson) });
/** Without a choice, the answer is shown. */
export const lessonAnswer = {
  ...object({ question: wholeNumber(0, 99), choice: optional(wholeNumber(0, 19)) }),
  examples: [{ question: 0, choice: 1 }],
};
