import { beforeEach, describe, expect, it } from 'vitest';
import { setClock } from '../../simulator/console/state/clock.ts';
import { addEvents, handOnEvents } from '../../simulator/console/state/events.ts';
import { shownCaption, story } from '../../simulator/console/state/story.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import type { ClockView, ShownEvent, StoryView } from '../../simulator/control/schemas/index.ts';

const time = (minute: number) => `2026-01-05T08:${String(minute).padStart(2, '0')}:00.000Z`;
const entry = (number: number, minute: number, caption: string) =>
  ({ entry: number, at: time(minute), label: '', kind: 'chapter', caption, line: 1 }) as const;
const played: StoryView = {
  ...{ name: 'one', title: 'One', summary: '', seed: 1, timeZone: 'UTC', devices: 2 },
  ...{ start: time(0), end: time(59), sites: [], expectations: [], shows: [], limits: [] },
  chapters: [
    { at: time(5), title: 'First' },
    { at: time(30), title: 'Second' },
  ],
  entries: [entry(0, 5, 'A lorry leaves.')],
  routes: { type: 'FeatureCollection', features: [] },
};

function show(minute: number, speed: ClockView['speed'] = 1, frozen = true): void {
  setClock({ now: time(minute), speed, frozen, until: null, advancing: false } as ClockView, 0);
}

let sequence = 0;
function tell(minute: number, text: string): void {
  addEvents([
    { kind: 'story-caption', sequence: ++sequence, at: time(minute), entry: 0, text } as ShownEvent,
  ]);
  handOnEvents();
}

describe('the caption of a story', () => {
  let worlds = 0;
  beforeEach(() => {
    setWorld({ world: `captions ${++worlds}`, story: `one ${worlds}`, seed: 1 });
    story.value = played;
    show(0);
  });

  it('is the first one before it is reached, with its moment', () => {
    const first = { at: Date.parse(time(5)), text: 'A lorry leaves.', chapter: 'First' };
    expect(shownCaption.value).toEqual({ ...first, moment: 'next' });
    show(5);
    expect(shownCaption.value).toEqual({ ...first, moment: 'now' });
  });

  it('is not shown before it is reached where it names what is known only then', () => {
    story.value = { ...played, entries: [entry(0, 5, '{it} leaves.')] };
    expect(shownCaption.value).toBeNull();
  });

  it('is marked as past once its moment is', () => {
    tell(5, 'A lorry leaves.');
    show(6);
    expect(shownCaption.value?.moment).toBe('now');
    show(8);
    expect(shownCaption.value).toMatchObject({ text: 'A lorry leaves.', chapter: 'First', moment: 'past' });
  });

  it('can be read at any speed', () => {
    tell(5, 'A lorry leaves.');
    show(15, 60, false);
    expect(shownCaption.value?.moment).toBe('now');
    show(15, 60);
    expect(shownCaption.value?.moment).toBe('past');
  });

  it('ends with its chapter', () => {
    tell(5, 'A lorry leaves.');
    show(31);
    expect(shownCaption.value).toBeNull();
    tell(32, 'It is back.');
    show(32);
    expect(shownCaption.value).toMatchObject({ text: 'It is back.', chapter: 'Second', moment: 'now' });
  });
});
