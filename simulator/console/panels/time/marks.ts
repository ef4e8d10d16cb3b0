/** What stands on the timeline: what the story will do, what the clock will bring, what happened. */
import { computed } from '@preact/signals';
import type { StoryExpectation } from '../../api/types.ts';
import { wordsOf } from '../../look/format.ts';
import { deadlines } from '../../state/deadlines.ts';
import { nameOf } from '../../state/devices.ts';
import { feed } from '../../state/feed.ts';
import { chapters, expectations, story } from '../../state/story.ts';

export interface TimeMark {
  at: number;
  /** The form it has: no colour is needed to tell it from others. */
  shape:
    | 'tick'
    | 'caption'
    | 'met'
    | 'unmet'
    | 'open'
    | 'alert'
    | 'critical'
    | 'limit'
    | 'licence'
    | 'deadline';
  label: string;
  /** Which one is kept where they lie on each other. */
  weight: number;
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

const HAPPENED: { readonly [kind: string]: Pick<TimeMark, 'shape' | 'weight'> } = {
  'alert-raised': { shape: 'alert', weight: 5 },
  'limit-reached': { shape: 'limit', weight: 6 },
  'device-expired': { shape: 'licence', weight: 5 },
  'device-activated': { shape: 'licence', weight: 4 },
  'story-caption': { shape: 'caption', weight: 3 },
};

export const happenedMarks = computed<readonly TimeMark[]>(() =>
  feed.value.flatMap(({ at, tone, deviceId, event }) => {
    if (event.kind === 'story-expectation') {
      const isMet = event.met === true;
      const label = String(event.label);
      return [{ at, label, shape: isMet ? 'met' : 'unmet', weight: isMet ? 4 : 9 } as const];
    }
    const kind = HAPPENED[event.kind];
    if (!kind) return [];
    const what = String(event.type ?? event.text ?? event.kind);
    const label = `${wordsOf(what)}${deviceId === null ? '' : `: ${nameOf(deviceId)}`}`;
    const isCritical = kind.shape === 'alert' && tone === 'critical';
    return [{ at, label, ...(isCritical ? { shape: 'critical' as const, weight: 8 } : kind) }];
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
