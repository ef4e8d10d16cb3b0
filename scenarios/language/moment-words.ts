/** When something happens, in words. */

import { conditionInWords } from '../conditions/condition.ts';
import { localText } from './resolve/times.ts';
import type { Moment } from './story.ts';
import { durationInWords, type StoryNames } from './words.ts';

/** When: `2026-03-02 08:30`, `every 10m`, `when van enters school-zone`. */
export function momentInWords(moment: Moment, names: StoryNames): string {
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
      const most =
        moment.most === Number.MAX_SAFE_INTEGER
          ? ''
          : `, ${moment.most === 1 ? 'once' : `${moment.most} times at most`}`;
      const pause = moment.notAgainFor > 0 ? `, not again for ${durationInWords(moment.notAgainFor)}` : '';
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
