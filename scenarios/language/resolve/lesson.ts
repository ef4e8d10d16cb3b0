/** Objectives and questions: names and times resolved. */
import { conditions } from '../../conditions/index.ts';
import { readExpectation } from '../../expectations/expectation.ts';
import type { Lesson, Objective, Question, Task } from '../lesson.ts';
import type { Path } from '../problems.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { WrittenObjective, WrittenQuestion } from '../schema/lesson.ts';
import { durationOf } from './durations.ts';
import { each } from './each.ts';
import type { Names } from './names.ts';
import { checkText } from './texts.ts';
import type { UnlabelledEntry } from './timeline.ts';
import { localText, timeIn } from './times.ts';

/**
 * The lesson of a story; `undefined` where it is none.
 *
 * @param entries of the timeline; what is judged when the time of an objective is over is added to them
 */
export function readLesson(
  written: WrittenStory,
  names: Names,
  entries: UnlabelledEntry[],
): Lesson | undefined {
  const { brief, debrief, notes, objectives, questions } = written;
  if ([brief, debrief, notes, objectives, questions].every((part) => part === undefined)) return undefined;
  for (const [field, text] of Object.entries({ brief, debrief, notes })) checkText(text, [field], names);
  return {
    brief: brief?.trim() ?? null,
    debrief: debrief?.trim() ?? null,
    notes: notes?.trim() ?? null,
    objectives: each(objectives, ['objectives']).flatMap(
      ([objective, path]) => readObjective(objective, path, names, entries) ?? [],
    ),
    questions: each(questions, ['questions']).flatMap(
      ([question, path]) => readQuestion(question, path, names) ?? [],
    ),
  };
}

function readObjective(
  written: WrittenObjective,
  path: Path,
  names: Names,
  entries: UnlabelledEntry[],
): Objective | undefined {
  const { start, end, timeZone } = names.clock;
  const { name, hint, points = 1 } = written;
  checkText(name, [...path, 'name'], names);
  checkText(hint, [...path, 'hint'], names);
  const from = written.from === undefined ? start : timeIn(written.from, [...path, 'from'], names);
  if (from === undefined) return undefined;
  const due = written.within === undefined ? end : from + (durationOf(written.within) ?? 0);
  if (due > end) {
    const [late, ends] = [localText(due, timeZone), localText(end, timeZone)];
    const message = `there is time until ${late}, after the story ends at ${ends}`;
    return names.wrong('TIME_AFTER_END', [...path, 'within'], message);
  }
  const want = taskIn(written, path, { names, name, due, entries });
  const hintAt = from + (durationOf(written.hintAfter ?? '0s') ?? 0);
  return want && { name, from, due, hint: hint ?? null, hintAt, points, want };
}

interface Beside {
  names: Names;
  /** The name of the objective, and until when it is in time. */
  name: string;
  due: number;
  entries: UnlabelledEntry[];
}

function taskIn(
  written: WrittenObjective,
  path: Path,
  { names, name, due, entries }: Beside,
): Task | undefined {
  if ('expect' in written) {
    const expectations = each(written.expect, [...path, 'expect']).flatMap(([expectation, here]) =>
      readExpectation(expectation, here, names, false),
    );
    const [place, when] = [names.place(path), { kind: 'at', at: due } as const];
    const entry = { place, when, actions: [], expectations, onlyIf: [], values: {}, name };
    return { kind: 'expect', entry: entries.push(entry) - 1 };
  }
  const { times = 1 } = written;
  const device = written.device === undefined ? null : names.one(written.device, [...path, 'device']);
  if (device === undefined) return undefined;
  if ('call' in written || 'event' in written) {
    const sought = { device, fields: each(written.field, []).map(([field]) => field), times };
    return 'call' in written
      ? { kind: 'call', operation: written.call, status: written.status ?? null, ...sought }
      : { kind: 'event', event: written.event, ...sought };
  }
  const outcome = 'sent' in written ? 'sent' : 'withheld';
  const value = 'sent' in written ? written.sent : written.withheld;
  const here = [...path, outcome];
  const facts = conditions[outcome].read({ value, fields: written, path, here, names, mayBeIt: false });
  return facts && { kind: 'messages', outcome, ...facts, device, times };
}

function readQuestion(written: WrittenQuestion, path: Path, names: Names): Question | undefined {
  const { question, choices, answer, because = null } = written;
  if (answer <= choices.length) return { question, choices, answer: answer - 1, because };
  const message = `the answer is choice ${answer}, and there are ${choices.length} choices`;
  return names.wrong('ANSWER_INVALID', [...path, 'answer'], message, 'choices are counted from 1');
}
