/** The marks on the timeline: entries of the story, deadlines of the clock, and events. */
import { computed } from '@preact/signals';
import { events, type TimelineMark } from '../../../../contracts/specification/events/index.ts';
import type { StoryExpectation } from '../../../control/schemas/index.ts';
import { deadlines } from '../../state/deadlines.ts';
import { nameOf } from '../../state/devices.ts';
import { feed } from '../../state/feed.ts';
import { wordsOf } from '../../state/people.ts';
import { chapters, expectations, story } from '../../state/story.ts';

export interface TimeMark {
  at: number;
  /** Its shape: no colour is needed to tell it from others. */
  shape: TimelineMark['shape'] | 'tick' | 'open' | 'deadline';
  label: string;
  /** The heavier mark is drawn where two overlap. */
  weight: number;
  /** The id of the device that it is about. */
  of?: string;
}

/** The range of the story, and everything known on it. */
export const storyMarks = computed<readonly TimeMark[]>(() => {
  const expectedBy = (entry: number) => expectations.value.filter((each) => each.entry === entry);
  return (story.value?.entries ?? [])
    .filter(({ kind }) => kind !== 'chapter')
    .map(({ at, label, kind, entry }) => {
      const shape = kind === 'expectation' ? standingOf(expectedBy(entry)) : 'tick';
      const isCaption = kind === 'caption';
      return {
        at: Date.parse(at),
        shape: isCaption ? 'caption' : shape,
        label,
        weight: shape === 'unmet' ? 9 : shape === 'tick' ? 3 : 4,
      } satisfies TimeMark;
    });
});

function standingOf(expected: readonly StoryExpectation[]): 'open' | 'met' | 'unmet' {
  if (expected.some(({ met }) => met === false)) return 'unmet';
  return expected.every(({ met }) => met === true) ? 'met' : 'open';
}

/** The events whose kind is shown on the timeline. */
export const eventMarks = computed<readonly TimeMark[]>(() =>
  feed.value.flatMap(({ at, deviceId, event }) => {
    const row = events[event.kind];
    const mark = row.timeline(event);
    if (mark === null) return [];
    const words = wordsOf(event);
    if (deviceId === null) return [{ at, label: words, ...mark }];
    return [{ at, label: `${words}: ${nameOf(deviceId)}`, of: String(deviceId), ...mark }];
  }),
);

export const deadlineMarks = computed<readonly TimeMark[]>(() =>
  deadlines.value
    .filter(({ kind }) => kind !== 'token-expiry')
    .map(({ at, kind, deviceId }) => ({
      at: Date.parse(at),
      shape: 'deadline',
      label: kind === 'day-end' ? 'The day ends' : `${nameOf(deviceId ?? '')} expires`,
      weight: 2,
    })),
);

export interface Segment {
  title: string;
  start: number;
  end: number;
}

/** Chapters as stretches of the timeline. */
export function segments(end: number): Segment[] {
  return chapters.value.map(({ at, title }, index) => ({
    title,
    start: at,
    end: chapters.value[index + 1]?.at ?? end,
  }));
}
