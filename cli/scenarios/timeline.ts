/** The timeline of a story, entry by entry, in the order in which it is played. */

import { wrap } from '../../contracts/kit/columns.ts';
import { actionInWords } from '../../scenarios/actions/index.ts';
import { conditionInWords } from '../../scenarios/facts/conditions.ts';
import type { Moment, Story } from '../../scenarios/language/story.ts';
import { localText } from '../../scenarios/language/times.ts';
import { durationInWords, type StoryNames } from '../../scenarios/language/words.ts';
import type { Io } from '../command.ts';

type Entry = Story['timeline'][number];

const INDENT = '    ';

export function timelineOf(story: Story, io: Io): string {
  return inOrder(story)
    .map((entry) => entryInLines(entry, story, io).join('\n'))
    .join('\n')
    .concat('\n');
}

/** Sorts entries with a moment by it; an entry that waits for a condition stays behind the one before it in the file. */
function inOrder({ timeline, clock }: Story): Entry[] {
  let before = clock.start;
  const placed = timeline.map((entry, index) => {
    const { when } = entry;
    if (when.kind === 'at') before = when.at;
    const from = when.kind === 'every' || when.kind === 'cron' ? Math.max(when.from, before) : before;
    return { entry, index, at: when.kind === 'end' ? Number.POSITIVE_INFINITY : from };
  });
  return placed.toSorted((a, b) => a.at - b.at || a.index - b.index).map(({ entry }) => entry);
}

function entryInLines(entry: Entry, story: Story, io: Io): string[] {
  const { bold, cyan, dim } = io.colors;
  const { when, chapter, caption, onlyIf, actions, expectations } = entry;
  const since =
    when.kind === 'at' && when.at > story.clock.start ? durationInWords(when.at - story.clock.start) : '';
  const written = (text: string) => wrap(text, io.columns - INDENT.length).map((line) => `${INDENT}${line}`);
  return [
    ...(chapter === undefined ? [] : ['', bold(chapter)]),
    `  ${cyan(momentInWords(when, story))}${since && dim(`  +${since}`)}${when.kind === 'end' ? dim('  the end') : ''}`,
    ...(caption ? caption.split('\n').flatMap(written) : []),
    ...onlyIf.map(({ label }) => `${INDENT}${dim('if')}      ${label}`),
    ...actions.map((action) => `${INDENT}${dim('do')}      ${actionInWords(action, story)}`),
    ...expectations.map(({ label }) => `${INDENT}${dim('expect')}  ${label}`),
  ];
}

/** When: `2026-03-02 08:30`, `every 10m`, `when van enters school-zone`. */
function momentInWords(moment: Moment, names: StoryNames): string {
  const { timeZone, start, end } = names.clock;
  const time = (at: number) => localText(at, timeZone);
  switch (moment.kind) {
    case 'at':
      return time(moment.at);
    case 'end':
      return time(end);
    case 'every':
      return `every ${durationInWords(moment.every)}${window(moment, start + moment.every, end, time)}`;
    case 'cron':
      return `cron ${moment.expression}${window(moment, start, end, time)}`;
    case 'when': {
      const { limit } = moment;
      const most =
        limit === Number.MAX_SAFE_INTEGER ? '' : `, ${limit === 1 ? 'once' : `${limit} times at most`}`;
      const pause = moment.cooldown > 0 ? `, not again for ${durationInWords(moment.cooldown)}` : '';
      return `when ${conditionInWords(moment.condition, names)}${window(moment, start, end, time)}${most}${pause}`;
    }
  }
}

function window(
  { from, until }: { from: number; until: number },
  start: number,
  end: number,
  time: (at: number) => string,
): string {
  return `${from === start ? '' : ` from ${time(from)}`}${until === end ? '' : ` until ${time(until)}`}`;
}
