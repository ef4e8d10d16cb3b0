/** The timeline: chapters, alerts, and a hand to drag, forward and (in a story) back. */
import { computed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { DAY } from '../../../contracts/kit/durations.ts';
import { events } from '../../../contracts/specification/events/index.ts';
import { momentOf, nearMomentOf, shortTimeOf, timeOf } from '../look/format.ts';
import { maySeek, seek } from '../state/actions.ts';
import { now, travelling } from '../state/clock.ts';
import { nameOf } from '../state/devices.ts';
import { feed } from '../state/feed.ts';
import { wordsOf } from '../state/server.ts';
import { chapter, chapters, span, story, zone } from '../state/story.ts';
import { world } from '../state/world.ts';

/** The first moment that the page saw of this world. */
let first = { world: '', at: 0 };
const start = computed(() => {
  const id = world.value?.world ?? '';
  if (now.value > 0 && (first.world !== id || now.value < first.at)) first = { world: id, at: now.value };
  return span.value?.start ?? first.at;
});
/** The end of the story; the clock goes on after a recorded drive, and without a story by whole days. */
const end = computed(() => {
  if (story.value && span.value) return span.value.end;
  if (span.value) return Math.max(span.value.end, now.value);
  return start.value + (Math.floor((now.value - start.value) / DAY + 0.1) + 1) * DAY;
});

/** Place of a moment on the timeline, for the style sheet. */
function shareOf(at: number): string {
  const share = (at - start.value) / (end.value - start.value || 1);
  return `${Math.min(1, Math.max(0, share)) * 100}%`;
}

interface Alert {
  at: number;
  isCritical: boolean;
  label: string;
}

const alerts = computed<readonly Alert[]>(() =>
  feed.value.flatMap(({ at, deviceId, event }) => {
    if (event.kind !== 'alert-raised') return [];
    const isCritical = events[event.kind].timeline(event)?.shape === 'critical';
    return [{ at, isCritical, label: `${wordsOf(event)}: ${nameOf(deviceId ?? '')}` }];
  }),
);

/** Places for marks: more would be drawn on each other. Of several a critical one is drawn. */
const PLACES = 160;
const drawn = computed(() => {
  const places = new Map<string, Alert>();
  for (const alert of alerts.value) {
    const place = Math.floor(((alert.at - start.value) / (end.value - start.value || 1)) * PLACES);
    if (alert.isCritical || !places.has(String(place))) places.set(String(place), alert);
  }
  return [...places.values()];
});

export function Timeline() {
  const track = useRef<HTMLDivElement>(null);
  /** Moment to which the hand is dragged; `null` while it is not dragged. */
  const held = useSignal<number | null>(null);
  const hovered = useSignal<number | null>(null);
  const length = end.value - start.value;

  const momentAt = ({ clientX }: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return now.peek();
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    return Math.round(start.peek() + share * length);
  };
  const shown = held.value ?? now.value;
  const pointed = held.value ?? hovered.value;
  return (
    <div class={`timeline ${travelling.value ? 'travelling' : ''}`}>
      <Chapters />
      <div
        ref={track}
        class="timeline-track"
        role="slider"
        tabIndex={0}
        aria-label="Simulated time"
        aria-disabled={!maySeek(end.value)}
        aria-valuemin={0}
        aria-valuemax={Math.round(length / 1000)}
        aria-valuenow={Math.round((shown - start.value) / 1000)}
        aria-valuetext={momentOf(shown, zone.value)}
        onPointerDown={(event) => {
          if (event.button !== 0 || !maySeek(end.peek())) return;
          track.current?.setPointerCapture(event.pointerId);
          held.value = momentAt(event);
        }}
        onPointerMove={(event) => {
          hovered.value = momentAt(event);
          if (held.value !== null) held.value = hovered.value;
        }}
        onPointerUp={() => {
          const to = held.value;
          held.value = null;
          if (to !== null) void seek(to);
        }}
        onPointerCancel={() => {
          held.value = null;
        }}
        onPointerLeave={() => {
          hovered.value = null;
        }}
      >
        <div class="timeline-rail" />
        <div class="timeline-past" style={{ '--at': shareOf(shown) }} />
        {chapters.value.map(({ at }) => (
          <span key={at} class="timeline-chapter" style={{ '--at': shareOf(at) }} />
        ))}
        {drawn.value.map(({ at, isCritical }) => (
          <span
            key={at}
            class={`mark ${isCritical ? 'critical' : 'alert'}`}
            style={{ '--at': shareOf(at) }}
          />
        ))}
        <div class="timeline-hand" style={{ '--at': shareOf(shown) }} />
        {pointed !== null && <Pointed at={pointed} />}
      </div>
      <div class="row small muted">
        <span class="grow">{endInWords(start.value)}</span>
        {drawn.value.length > 0 && <Legend />}
        <span class="grow number">{endInWords(end.value)}</span>
      </div>
    </div>
  );
}

/** The chapters by their names; a bar on the timeline is where each begins. */
function Chapters() {
  if (chapters.value.length === 0) return null;
  return (
    <nav class="chapters" aria-label="Chapters">
      {chapters.value.map(({ at, title }) => (
        <button
          type="button"
          key={at}
          class="chapter"
          aria-current={chapter.value?.at === at ? 'step' : undefined}
          disabled={!maySeek(at)}
          title={shortTimeOf(at, zone.value)}
          onClick={() => void seek(at)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

/** The meaning of the marks. */
function Legend() {
  return (
    <span class="row" aria-hidden="true">
      <span class="legend-mark">
        <span class="mark alert" />
      </span>
      alert
      <span class="legend-mark">
        <span class="mark critical" />
      </span>
      critical alert
    </span>
  );
}

/** A range of a day and more needs the day as well. */
function endInWords(at: number): string {
  return end.value - start.value < DAY ? shortTimeOf(at, zone.value) : nearMomentOf(at, zone.value);
}

/** How far from the pointer an alert is still pointed at, as a share of the width; how many are listed. */
const REACH = 1 / 80;
const LISTED = 4;

/** The moment to seek to, its chapter, and the alerts near it. */
function Pointed({ at }: { at: number }) {
  const reach = (end.value - start.value) * REACH;
  const near = alerts.value.filter((alert) => Math.abs(alert.at - at) < reach).map(({ label }) => label);
  const labels = [chapters.value.findLast((mark) => mark.at <= at)?.title ?? '', ...new Set(near)];
  return (
    <div class="timeline-pointed" style={{ '--at': shareOf(at) }}>
      <span class="strong">{timeOf(at, zone.value)}</span>
      {labels.slice(0, LISTED).map((label) => (
        <span key={label} class="cut">
          {label}
        </span>
      ))}
      {labels.length > LISTED && <span>and {labels.length - LISTED} more</span>}
    </div>
  );
}
