/** The objectives of a lesson in words: until when, what is to be done, and what it is worth. */
import { plural } from '../../contracts/kit/phrases.ts';
import { soughtInWords } from '../../scenarios/facts/happening.ts';
import type { Objective, Story, Task } from '../../scenarios/language/story.ts';
import { localText } from '../../scenarios/language/times.ts';
import { deviceName } from '../../scenarios/language/words.ts';
import type { Io } from '../command.ts';

/** Lists the objectives; empty for a story that is no lesson. */
export function objectivesOf(story: Story, { colors: { bold, cyan, dim } }: Io): string {
  const { objectives = [] } = story.lesson ?? {};
  if (objectives.length === 0) return '';
  const lines = objectives.flatMap((objective) => {
    const { name, points } = objective;
    return [
      `  ${cyan(timeOf(objective, story))}  ${name}${dim(`  ${plural(points, 'point')}`)}`,
      `    ${dim('do')}      ${taskInWords(objective.want, story)}`,
    ];
  });
  return ['', bold('Objectives'), ...lines, ''].join('\n');
}

function timeOf({ from, due }: Objective, { clock: { start, timeZone } }: Story): string {
  const [begin, end] = [from, due].map((at) => localText(at, timeZone));
  return from === start ? `until ${end}` : `${begin} to ${end}`;
}

function taskInWords(task: Task, story: Story): string {
  if ('entry' in task)
    return (story.timeline[task.entry]?.expectations ?? []).map(({ label }) => label).join(' and ');
  const { device, times } = task;
  const of = device === null ? '' : ` of ${deviceName(device, story)}`;
  const often = times > 1 ? `, ${times} times` : '';
  if ('sought' in task) return `${soughtInWords(task.sought, of)}${often}`;
  const { operation, fields, status } = task.called;
  const like = fields.length === 0 ? '' : ` with ${fields.join(' and ')}`;
  return `a call of ${operation}${of}${like}${status === null ? '' : ` answered ${status}`}${often}`;
}
