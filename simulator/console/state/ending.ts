/** Tells whether the story has ended, and what of it counts then. */
import { computed, effect, signal } from '@preact/signals';
import type { EventKind } from '../../../contracts/specification/events/index.ts';
import { now, running } from './clock.ts';
import { onEvents } from './events.ts';
import { story, storyRenewal } from './story.ts';
import { onNewWorld } from './world.ts';

/**
 * `none` without a story, `playing` before its last moment, `ended` at that, `over` once the clock went on without it.
 */
export const ending = computed<'none' | 'playing' | 'ended' | 'over'>(() => {
  if (story.value === null) return 'none';
  const end = Date.parse(story.value.end);
  // The clock of the page is milliseconds, and stops at the moment itself.
  return now.value < end ? 'playing' : now.value <= end + 1 ? 'ended' : 'over';
});

effect(() => {
  // An action that was done though it should have been refused has no event: at the end its check is judged.
  if (ending.value === 'ended' && !running.value) storyRenewal.ask();
});

const WORDS = {
  none: 'Play',
  playing: 'Play',
  ended: 'Play again from the start',
  over: 'Play on, without the story',
} as const;

/** The text of the play button. */
export const playWords = computed(() => WORDS[ending.value]);

/** How many events of each kind there were in this world, those of the story's player too. */
export const eventCounts = signal<ReadonlyMap<EventKind, number>>(new Map());

onNewWorld(() => {
  eventCounts.value = new Map();
});

onEvents((added) => {
  const counts = new Map(eventCounts.peek());
  for (const { kind } of added) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  eventCounts.value = counts;
});
