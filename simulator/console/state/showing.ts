/**
 * The view that the story asks for: that of the last entry with a `show` whose chapter or caption was reached. It is
 * brought up once; a person who looks elsewhere afterwards stays there until the next.
 */
import { computed, effect, signal } from '@preact/signals';
import type { Id, ShownEvent, StoryShow } from '../../control/schemas/index.ts';
import { openPanel } from './address.ts';
import { choices, choose, chosen, following } from './chosen.ts';
import { clockIsKnown, now } from './clock.ts';
import { devicesVersion, idOfNumber } from './devices.ts';
import { onEvents } from './events.ts';
import { story } from './story.ts';
import { onNewWorld } from './world.ts';

/** True if the story may open panels, choose a device and move the map. */
export const guided = signal(true);
/** True if it would. */
export const canGuide = computed(() => (story.value?.shows.length ?? 0) > 0);

interface Reached {
  entry: number;
  at: number;
  deviceId?: Id | undefined;
}
/** Chapters and captions that were reached, the newest last: the story itself may be heard after them. */
const reached = signal<readonly Reached[]>([]);
const KEPT = 200;

export interface Showing extends StoryShow {
  /** The same for the same moment of the same story. */
  key: string;
  at: number;
  /** The id of the device that is shown; `null` for none, or one that is not known yet. */
  id: Id | null;
}

/** A story at its start shows what its first entry with a `show` is going to. */
const opening = computed<Reached | undefined>(() => {
  if (story.value === null || !clockIsKnown.value || reached.value.length > 0) return undefined;
  const { shows, entries, start } = story.value;
  const first = entries.find(({ entry }) =>
    shows.some((show) => show.entry === entry && show.device !== 'it'),
  );
  if (first === undefined || Date.parse(first.at) < now.value) return undefined;
  return { entry: first.entry, at: Date.parse(start) };
});

const latest = computed<Showing | null>(() => {
  const shows = new Map(story.value?.shows.map((show) => [show.entry, show]));
  const last = reached.value.findLast(({ entry }) => shows.has(entry)) ?? opening.value;
  const show = last && shows.get(last.entry);
  if (!show) return null;
  devicesVersion.value;
  const id = show.device === 'it' ? last.deviceId : idOfNumber(show.device ?? 0);
  return { ...show, key: `${last.entry} ${last.at} ${last.deviceId}`, at: last.at, id: id ?? null };
});

/** The wanted view, for the map: another object means that it is to be brought up. */
export const showing = signal<Showing | null>(null);

/** Moment up to which nothing is shown: a link said what is in view. Simulated, ms since 1970. */
const keptUntil = signal(Number.NEGATIVE_INFINITY);

/** Keeps what is in view up to a moment of the story. */
export function keepView(until: number): void {
  keptUntil.value = until;
}

let shown = '';
onNewWorld((isSameStory) => {
  reached.value = [];
  if (!isSameStory) shown = '';
});

onEvents((events) => {
  const added = events.flatMap(reachedBy);
  if (added.length > 0) reached.value = [...reached.value, ...added].slice(-KEPT);
});

function reachedBy(event: ShownEvent): Reached[] {
  if (event.kind !== 'story-chapter' && event.kind !== 'story-caption') return [];
  const deviceId = event.kind === 'story-caption' ? event.deviceId : undefined;
  return [{ entry: event.entry, at: Date.parse(event.at), deviceId }];
}

/** Brings into view what the story says, and the card of a device that is chosen; returns a function that ends this. */
export function keepShowing(): () => void {
  const stops = [
    effect(() => {
      choices.value;
      if (chosen.peek() !== null) openPanel('vehicle');
    }),
    effect(() => {
      const next = latest.value;
      if (next === null || next.key === shown) return;
      const isKept = !guided.value || next.at <= keptUntil.value;
      // A device that is not known yet will be.
      if (!isKept && next.device !== null && next.id === null) return;
      shown = next.key;
      if (!isKept) queueMicrotask(() => bringIntoView(next));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function bringIntoView(next: Showing): void {
  if (next.id !== null) {
    // A vehicle that is chosen already leaves the panels as they are.
    if (chosen.peek() !== String(next.id)) choose(next.id);
    following.value = next.area === null;
  } else if (next.area === 'fleet') choose(null);
  if (next.panel !== null) openPanel(next.panel);
  showing.value = next;
}
