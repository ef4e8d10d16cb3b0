/** The objectives of a lesson in words: until when, what is to be done, and what it is worth. */
import { plural } from '../../contracts/kit/phrases.ts';
import { conditionInWords } from '../../scenarios/conditions/condition.ts';
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
  if (task.kind === 'expect')
    return (story.timeline[task.entry]?.expectations ?? []).map(({ label }) => label).join(' and ');
  const { device, times } = task;
  const often = times > 1 ? `, ${times} times` : '';
  if (task.kind === 'messages') {
    const { outcome, channel, to } = task;
    const devices = device === null ? { first: 1, count: story.devices } : { first: device, count: 1 };
    return `${conditionInWords({ kind: outcome, devices, channel, to }, story)}${often}`;
  }
  const whose = device === null ? '' : ` of ${deviceName(device, story)}`;
  const fields = task.fields.length === 0 ? '' : ` with ${task.fields.join(' and ')}`;
  if (task.kind === 'event') return `${task.event}${whose}${fields}${often}`;
  const answered = task.status === null ? '' : ` answered ${task.status}`;
  return `a call of ${task.operation}${whose}${fields}${answered}${often}`;
}
