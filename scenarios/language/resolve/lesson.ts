/** Objectives and questions: names and times resolved. */

import { conditions } from '../../conditions/index.ts';
import { readExpectation, type Unlabelled } from '../../expectations/expectation.ts';
import type { Lesson, Objective, Question, Task, Wanted } from '../lesson.ts';
import type { Path } from '../problems.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { WrittenObjective, WrittenQuestion, WrittenTask } from '../schema/lesson.ts';
import { each } from './diagnostics.ts';
import { durationOf } from './durations.ts';
import type { Names } from './names.ts';
import { checkText } from './texts.ts';
import type { UnlabelledEntry } from './timeline.ts';
import { localText, timeIn } from './times.ts';

const TEXTS = ['brief', 'debrief', 'notes'] as const;

/**
 * The lesson of a story; `undefined` where it is none.
 *
 * @param entries of the timeline; what is judged when the time of an objective is over is added to them
 */
export function readLesson(
  written: Partial<WrittenStory>,
  names: Names,
  entries: UnlabelledEntry[],
): Lesson | undefined {
  const { brief, debrief, notes, objectives, questions } = written;
  if ([brief, debrief, notes, objectives, questions].every((part) => part === undefined)) return undefined;
  for (const field of TEXTS) checkText(written[field], [field], names.diagnostics);
  const sound = <T>(all: readonly T[] | undefined, field: string) =>
    each(Array.isArray(all) ? all : undefined, [field]).filter(([, path]) => names.diagnostics.sound(path));
  return {
    brief: brief?.trim() ?? null,
    debrief: debrief?.trim() ?? null,
    notes: notes?.trim() ?? null,
    objectives: sound(objectives, 'objectives').flatMap(
      ([objective, path]) => readObjective(objective, path, names, entries) ?? [],
    ),
    questions: sound(questions, 'questions').flatMap(
      ([question, path]) => readQuestion(question, path, names) ?? [],
    ),
  };
}

/** Beside what is to be done. */
interface Beside {
  names: Names;
  /** The objective, and until when it is in time. */
  name: string;
  due: number;
  entries: UnlabelledEntry[];
}

function readObjective(
  written: WrittenObjective,
  path: Path,
  names: Names,
  entries: UnlabelledEntry[],
): Objective | undefined {
  const { clock, diagnostics } = names;
  const { name, hint, points = 1 } = written;
  checkText(name, [...path, 'name'], diagnostics);
  checkText(hint, [...path, 'hint'], diagnostics);
  const from =
    written.from === undefined ? clock.start : timeIn(clock, written.from, [...path, 'from'], diagnostics);
  if (from === undefined) return undefined;
  const due = written.within === undefined ? clock.end : from + (durationOf(written.within) ?? 0);
  if (due > clock.end) {
    const end = localText(clock.end, clock.timeZone);
    const message = `there is time until ${localText(due, clock.timeZone)}, after the story ends at ${end}`;
    return diagnostics.wrong('TIME_AFTER_END', [...path, 'within'], message);
  }
  const want = wantedIn(written, path, { names, name, due, entries });
  return (
    want && {
      name,
      from,
      due,
      hint: hint ?? null,
      hintAt: from + (durationOf(written.hintAfter ?? '0s') ?? 0),
      points,
      want,
    }
  );
}

interface Beside {
  names: Names;
  /** The name of the objective. */
  name: string;
  due: number;
  entries: UnlabelledEntry[];
}

function wantedIn(written: WrittenObjective, path: Path, beside: Beside): Wanted | undefined {
  if ('allOf' in written) return joined('allOf', written.allOf, [...path, 'allOf'], beside);
  if ('anyOf' in written) return joined('anyOf', written.anyOf, [...path, 'anyOf'], beside);
  return taskIn(written, path, beside);
}

function joined(
  kind: 'allOf' | 'anyOf',
  written: readonly WrittenTask[],
  path: Path,
  beside: Beside,
): Wanted | undefined {
  const tasks = each(written, path).flatMap(([part, here]) => taskIn(part, here, beside) ?? []);
  return tasks.length === written.length ? { kind, tasks } : undefined;
}

function taskIn(written: WrittenTask, path: Path, { names, name, due, entries }: Beside): Task | undefined {
  if ('expect' in written) {
    const expectations: Unlabelled[] = each(written.expect, [...path, 'expect']).flatMap(
      ([expectation, here]) => readExpectation(expectation, here, names, false),
    );
    const place = names.diagnostics.place(path);
    const entry = {
      place,
      when: { kind: 'at', at: due },
      actions: [],
      expectations,
      onlyIf: [],
      values: {},
      name,
    } as const;
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
  const [outcome, value] =
    'sent' in written ? (['sent', written.sent] as const) : (['withheld', written.withheld] as const);
  const here = [...path, outcome];
  const { read } = conditions[`message-${outcome}`];
  const facts = read({ value, fields: written, path, here, names, mayBeIt: false });
  return facts && { kind: 'messages', outcome, ...facts, device, times };
}

function readQuestion(written: WrittenQuestion, path: Path, { diagnostics }: Names): Question | undefined {
  const { question, choices, answer, because } = written;
  if (answer > choices.length) {
    const message = `the answer is choice ${answer}, and there are ${choices.length} choices`;
    return diagnostics.wrong('ANSWER_INVALID', [...path, 'answer'], message, 'choices are counted from 1');
  }
  return { question, choices, answer: answer - 1, because: because ?? null };
}
