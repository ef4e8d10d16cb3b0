/** The timeline: chapters, what happens when, and a hand to drag, forward and (in a story) back. */

import { computed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { DAY } from '../../../../contracts/kit/durations.ts';
import { momentOf, nearMomentOf, shortTimeOf, timeOf } from '../../look/format.ts';
import { seek } from '../../state/actions.ts';
import { clock, now, travelling } from '../../state/clock.ts';
import { mayCall } from '../../state/role.ts';
import { Chapters } from './Chapters.tsx';
import { deadlineMarks, eventMarks, storyMarks, type TimeMark } from './marks.ts';
import { Strip } from './Strip.tsx';
import { type Group, grouped } from './scale.ts';
import { hasQuiet, isEven, isWhole, range, scale, shareOf, showWhole, zone, zoomBy } from './view.ts';

/** Places for marks: more would be drawn on each other. */
const BINS = 160;

const groups = computed(() =>
  grouped(
    [...storyMarks.value, ...eventMarks.value, ...deadlineMarks.value],
    (at) => scale.value.placeOf(at),
    BINS,
  ),
);

/** Pixels of a wheel that double what is drawn. */
const WHEEL = 300;

export function Timeline() {
  const track = useRef<HTMLDivElement>(null);
  /** Moment to which the hand is dragged; `null` while it is not dragged. */
  const held = useSignal<number | null>(null);
  const hovered = useSignal<number | null>(null);

  const placeUnder = (event: MouseEvent): number | undefined => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0) return undefined;
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const momentAt = (event: PointerEvent): number => {
    const place = placeUnder(event);
    return place === undefined ? now.peek() : Math.round(scale.peek().momentAt(place));
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    zoomBy(2 ** (event.deltaY / WHEEL), placeUnder(event));
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

  const { start, end } = range.value;
  const shown = held.value ?? now.value;
  const pointed = held.value ?? hovered.value;
  return (
    <div class={`timeline ${held.value === null ? '' : 'held'} ${travelling.value ? 'travelling' : ''}`}>
      <Chapters />
      <Strip />
      <div
        ref={track}
        class="timeline-track"
        role="slider"
        tabIndex={0}
        aria-label="Simulated time"
        aria-disabled={!mayCall('POST /clock/advance')}
        aria-valuemin={0}
        aria-valuemax={Math.round((end - start) / 1000)}
        aria-valuenow={Math.round((shown - start) / 1000)}
        aria-valuetext={momentOf(shown, zone.value)}
        onWheel={onWheel}
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
        <Quiet />
        <div class="timeline-past" style={{ '--at': shareOf(shown) }} />
        <Marks />
        <div class="timeline-hand" style={{ '--at': shareOf(shown) }} />
        {pointed !== null && <Pointed at={pointed} />}
      </div>
      <Ends />
    </div>
  );
}

/** Stretches that are drawn narrower than they are. */
function Quiet() {
  return (
    <>
      {scale.value.quiet.map((each) => (
        <span
          key={each.start}
          class="timeline-quiet"
          style={{ '--at': shareOf(each.start), '--end': shareOf(each.end) }}
        />
      ))}
    </>
  );
}

/** The ends of the drawn part, and the buttons that change it. */
function Ends() {
  const { momentAt } = scale.value;
  return (
    <div class="timeline-ends small muted">
      <span aria-hidden="true">{endInWords(momentAt(0))}</span>
      <span class="row" role="toolbar" aria-label="Timeline">
        {hasQuiet.value && (
          <button
            type="button"
            class="button plain tiny"
            aria-pressed={!isEven.value}
            title="Draw stretches narrower in which nothing happens"
            onClick={() => {
              isEven.value = !isEven.value;
            }}
          >
            Shorten quiet times
          </button>
        )}
        <button type="button" class="button plain tiny" title="Or turn the wheel" onClick={() => zoomBy(0.5)}>
          Zoom in
        </button>
        {!isWhole.value && (
          <>
            <button type="button" class="button plain tiny" onClick={() => zoomBy(2)}>
              Zoom out
            </button>
            <button type="button" class="button plain tiny" onClick={showWhole}>
              Show all
            </button>
          </>
        )}
      </span>
      <span aria-hidden="true">{endInWords(momentAt(1))}</span>
    </div>
  );
}

/** A range of a day and more needs the day as well. */
function endInWords(at: number): string {
  const { start, end } = range.value;
  return end - start < DAY ? shortTimeOf(at, zone.value) : nearMomentOf(at, zone.value);
}

/** How many labels of a group are listed. */
const LISTED = 4;

/** The moment to seek to, and what is nearest. */
function Pointed({ at }: { at: number }) {
  const marks = nearest(at)?.marks ?? [];
  const labels = [...new Set(marks.map(({ label }) => label))];
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

/** How far from the pointer a mark is still pointed at, as a share of the width. */
const REACH = 1 / 80;

function nearest(at: number): Group<TimeMark> | undefined {
  const { placeOf } = scale.peek();
  const away = ({ first }: Group<TimeMark>) => Math.abs(placeOf(first.at) - placeOf(at));
  return groups
    .peek()
    .filter((group) => away(group) < REACH)
    .sort((a, b) => away(a) - away(b))[0];
}

function Marks() {
  return (
    <ul class="timeline-marks" aria-hidden="true">
      {groups.value.map(({ first: { at, shape }, marks }) => (
        <li
          key={`${at} ${shape}`}
          class={`mark ${shape} ${marks.length > 1 ? 'several' : ''}`}
          style={{ '--at': shareOf(at) }}
        />
      ))}
    </ul>
  );
}

/** The meaning of the shapes on the timeline, for the help. */
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
