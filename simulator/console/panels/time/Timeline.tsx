/** The timeline: chapters, what happens when, and a hand to drag, forward and (in a story) back. */

import { computed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { DAY } from '../../../../contracts/kit/durations.ts';
import { momentOf, nearMomentOf, shortTimeOf, timeOf } from '../../look/format.ts';
import { account } from '../../state/account.ts';
import { seek } from '../../state/actions.ts';
import { clock, now, travelling } from '../../state/clock.ts';
import { chapter, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { deadlineMarks, eventMarks, type Segment, segments, storyMarks, type TimeMark } from './marks.ts';
import { openRange, thinned } from './scale.ts';

/** Places for marks: more would be drawn on each other. */
const BINS = 240;

/** The first moment that the page saw of this world. */
let first = { world: '', at: 0 };
const range = computed(() => {
  if (story.value) return { start: Date.parse(story.value.start), end: Date.parse(story.value.end) };
  const id = world.value?.world ?? '';
  if (now.value > 0 && (first.world !== id || now.value < first.at)) first = { world: id, at: now.value };
  return openRange(first.at, now.value);
});
/** The same as long as its ends are: what hangs on it is not made anew with each tick of the clock. */
const start = computed(() => range.value.start);
const end = computed(() => range.value.end);

export const zone = computed(() => story.value?.timeZone ?? account.value?.timeZone ?? 'UTC');
const allMarks = computed(() =>
  thinned(
    [...storyMarks.value, ...eventMarks.value, ...deadlineMarks.value],
    { start: start.value, end: end.value },
    BINS,
  ),
);

const shareOf = (at: number) =>
  `${Math.min(100, Math.max(0, ((at - start.value) / (end.value - start.value || 1)) * 100))}%`;

export function Timeline() {
  const track = useRef<HTMLDivElement>(null);
  /** Where the hand is dragged to; `null` while it is not dragged. */
  const held = useSignal<number | null>(null);
  const hovered = useSignal<number | null>(null);

  const momentAt = (event: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return now.peek();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return Math.round(start.peek() + share * (end.peek() - start.peek()));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    track.current?.setPointerCapture(event.pointerId);
    held.value = momentAt(event);
  };
  const onPointerMove = (event: PointerEvent) => {
    const at = momentAt(event);
    if (held.value !== null) held.value = at;
    hovered.value = at;
  };
  const onPointerUp = () => {
    const to = held.value;
    held.value = null;
    if (to !== null) void seek(to);
  };

  const shown = held.value ?? now.value;
  const pointed = held.value ?? hovered.value;
  return (
    <div class={`timeline ${held.value === null ? '' : 'held'} ${travelling.value ? 'travelling' : ''}`}>
      <Chapters />
      <div
        ref={track}
        class="timeline-track"
        role="slider"
        tabIndex={0}
        aria-label="Simulated time"
        aria-valuemin={0}
        aria-valuemax={Math.round((end.value - start.value) / 1000)}
        aria-valuenow={Math.round((shown - start.value) / 1000)}
        aria-valuetext={momentOf(shown, zone.value)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          held.value = null;
        }}
        onPointerLeave={() => {
          hovered.value = null;
        }}
      >
        <div class="timeline-rail" />
        <div class="timeline-past" style={{ '--at': shareOf(shown) }} />
        <Marks />
        <div class="timeline-hand" style={{ '--at': shareOf(shown) }} />
        {pointed !== null && <Pointed at={pointed} />}
      </div>
      <div class="timeline-ends small muted" aria-hidden="true">
        <span>{endInWords(start.value)}</span>
        <span>{endInWords(end.value)}</span>
      </div>
    </div>
  );
}

/** A range of a day and more needs the day as well. */
function endInWords(at: number): string {
  return end.value - start.value < DAY ? shortTimeOf(at, zone.value) : nearMomentOf(at, zone.value);
}

/** The moment to seek to, and what is nearest. */
function Pointed({ at }: { at: number }) {
  const near = nearest(at);
  return (
    <div class="timeline-pointed" style={{ '--at': shareOf(at) }}>
      <span class="strong">{timeOf(at, zone.value)}</span>
      {near && <span class="cut">{near.label}</span>}
    </div>
  );
}

function nearest(at: number): TimeMark | undefined {
  const reach = (end.peek() - start.peek()) / 80;
  const within = allMarks.peek().filter((mark) => Math.abs(mark.at - at) < reach);
  return within.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}

function Marks() {
  return (
    <ul class="timeline-marks" aria-hidden="true">
      {allMarks.value.map(({ at, shape }) => (
        <li key={`${at} ${shape}`} class={`mark ${shape}`} style={{ '--at': shareOf(at) }} />
      ))}
    </ul>
  );
}

function Chapters() {
  const parts = segments(end.value);
  if (parts.length === 0) return null;
  return (
    <nav class="timeline-chapters" aria-label="Chapters">
      {parts.map((part, index) => (
        <Chapter key={part.start} part={part} isCurrent={chapter.value?.index === index} />
      ))}
    </nav>
  );
}

function Chapter({ part, isCurrent }: { part: Segment; isCurrent: boolean }) {
  return (
    <button
      type="button"
      class="chapter"
      aria-current={isCurrent ? 'step' : undefined}
      title={`${part.title}, ${shortTimeOf(part.start, zone.value)}`}
      style={{ '--at': shareOf(part.start), '--end': shareOf(part.end) }}
      onClick={() => void seek(part.start)}
    >
      <span class="cut">{part.title}</span>
    </button>
  );
}

/** What the forms on the timeline mean, for the help. */
export const LEGEND: readonly { shape: TimeMark['shape']; meaning: string }[] = [
  { shape: 'caption', meaning: 'a caption of the story' },
  { shape: 'tick', meaning: 'an action of the story' },
  { shape: 'open', meaning: 'an expectation, not yet judged' },
  { shape: 'met', meaning: 'an expectation that is met' },
  { shape: 'unmet', meaning: 'an expectation that is not met' },
  { shape: 'alert', meaning: 'an alert' },
  { shape: 'critical', meaning: 'a critical alert' },
  { shape: 'limit', meaning: 'a daily limit is reached' },
  { shape: 'licence', meaning: 'a licence is released or taken' },
  { shape: 'deadline', meaning: 'the day ends, or a device expires' },
];

/** `Stopped`, `Running, 60 times real time`: for screen readers. */
export function clockInWords(): string {
  const view = clock.value;
  if (!view) return 'Not yet known';
  if (view.advancing || travelling.value) return 'Advancing';
  const speed = view.speed === 'max' ? 'as fast as possible' : `${view.speed} times real time`;
  return view.frozen ? 'Paused' : `Running, ${speed}`;
}
