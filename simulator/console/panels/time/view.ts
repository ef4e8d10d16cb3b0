/** The moments that the timeline shows, and their places: the whole or a part of it, quiet stretches narrower or not. */
import { computed, effect, signal } from '@preact/signals';
import { account } from '../../state/account.ts';
import { now, running } from '../../state/clock.ts';
import { chapters, moments, span, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { openRange } from './scale.ts';
import { following, type Part, timeScale, WHOLE, zoomed } from './timeScale.ts';

export const zone = computed(() => story.value?.timeZone ?? account.value?.timeZone ?? 'UTC');

/** The first moment that the page saw of this world. */
let first = { world: '', at: 0 };
const whole = computed(() => {
  const played = span.value;
  // The clock goes on after a recorded drive, and the timeline with it.
  if (played !== null) return story.value ? played : { ...played, end: Math.max(played.end, now.value) };
  const id = world.value?.world ?? '';
  if (now.value > 0 && (first.world !== id || now.value < first.at)) first = { world: id, at: now.value };
  return openRange(first.at, now.value);
});
/** The same as long as its ends are: what hangs on it is not made anew with each tick of the clock. */
const start = computed(() => whole.value.start);
const end = computed(() => whole.value.end);
/** The ends of all that can be gone to. */
export const range = computed(() => ({ start: start.value, end: end.value }));

/** True if quiet stretches are drawn as long as they are. */
export const isEven = signal(false);
/** The part of the range that is drawn. */
export const part = signal<Part>(WHOLE);
export const isWhole = computed(() => part.value.to - part.value.from >= 1);

/** Moments that the story announces, and chapters that began: not each event, or the scale would not rest. */
const known = computed(() => [...moments.value, ...chapters.value.map(({ at }) => at)]);
const uneven = computed(() => timeScale(range.value, known.value));
/** True if there is a quiet stretch at all. */
export const hasQuiet = computed(() => uneven.value.quiet.length > 0);
export const scale = computed(() => timeScale(range.value, isEven.value ? [] : known.value, part.value));

/** Place of a moment, for the style sheet; what is outside of the drawn part is at its edge. */
export function shareOf(at: number): string {
  return `${Math.min(1, Math.max(0, scale.value.placeOf(at))) * 100}%`;
}

/** @param place under the pointer, from 0 to 1 of what is drawn */
export function zoomBy(
  factor: number,
  place = Math.min(1, Math.max(0, scale.peek().placeOf(now.peek()))),
): void {
  part.value = zoomed(part.peek(), place, factor);
}

export function showWhole(): void {
  part.value = WHOLE;
}

// Another range is another timeline.
effect(() => {
  range.value;
  part.value = WHOLE;
});
// A clock that runs out of the drawn part takes it along.
effect(() => {
  if (!running.value || isWhole.value) return;
  const { from, to } = part.peek();
  part.value = following(part.peek(), from + scale.peek().placeOf(now.value) * (to - from));
});
