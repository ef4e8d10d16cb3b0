/**
 * The fixed moments of a timeline: at a time, again and again, by a cron expression, and the end.
 */
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Moment, Story } from '../language/story.ts';
import { nextCronTime } from './cron.ts';

const MOMENT = 'story-moment';
const END = 'story-end';

/** The first moment of an entry after `after`; `undefined` when none comes any more, or none is fixed. */
export function nextMoment(when: Moment, timeZone: string, after: number): number | undefined {
  switch (when.kind) {
    case 'at':
      return when.at > after ? when.at : undefined;
    case 'every': {
      const turns = Math.max(0, Math.floor((after - when.from) / when.every) + 1);
      const at = when.from + turns * when.every;
      return at <= when.until ? at : undefined;
    }
    case 'cron':
      return nextCronTime(when.expression, timeZone, Math.max(after, when.from - 1), when.until);
    default:
      return undefined;
  }
}

/**
 * Returns what puts the first moments on the timeline. `reached` is called for an entry whose moment has come, `ended` when
 * all else of the last moment has happened.
 */
export function momentsOf(
  { timeline: entries, clock }: Story,
  timeline: PluginWorld['timeline'],
  { reached, ended }: { reached(entry: number): void; ended(): void },
): () => void {
  function awaitNext(entry: number, after: number): void {
    const when = entries[entry]?.when;
    const at = when && nextMoment(when, clock.timeZone, after);
    if (at !== undefined) timeline.schedule(at, MOMENT, { entry });
  }
  timeline.on(MOMENT, ({ payload }) => {
    const { entry } = payload as { entry: number };
    awaitNext(entry, timeline.now);
    reached(entry);
  });
  timeline.on(END, () => {
    // Events that are due at this very moment come first, however late they were put on the timeline.
    if (timeline.nextAt() === timeline.now) timeline.schedule(timeline.now, END, {});
    else ended();
  });
  return () => {
    for (const entry of entries.keys()) awaitNext(entry, timeline.now - 1);
    if (Number.isFinite(clock.end)) timeline.schedule(clock.end, END, {});
  };
}
