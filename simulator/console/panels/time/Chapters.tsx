/** The chapters of the story as stretches of the timeline, with their names in as few rows as these can be read in. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shortTimeOf } from '../../look/format.ts';
import { refusalOfSeek, seek } from '../../state/actions.ts';
import { largeType } from '../../state/preferences.ts';
import { chapter } from '../../state/story.ts';
import { type Label, laidOut } from './labels.ts';
import { type Segment, segments } from './marks.ts';
import { range, scale, shareOf, zone } from './view.ts';

export function Chapters() {
  const strip = useRef<HTMLElement>(null);
  const width = useSignal(0);
  const parts = segments(range.value.end);
  const isShown = parts.length > 0;
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isShown]);
  if (!isShown) return null;
  const { placeOf } = scale.value;
  const shown = parts.filter((part) => placeOf(part.end) > 0 && placeOf(part.start) < 1);
  const labels = laidOut(
    shown.map(({ start, title }) => ({
      from: Math.max(0, placeOf(start)) * width.value,
      length: lengthOf(title, strip.current),
    })),
    width.value,
  );
  const rows = labels.reduce((most, { row }) => Math.max(most, row), 0) + 1;
  return (
    <nav ref={strip} class="timeline-chapters" style={{ '--rows': rows }} aria-label="Chapters">
      {shown.map((part, index) => (
        <Chapter
          key={part.start}
          part={part}
          label={labels[index]}
          isCurrent={chapter.value !== null && parts[chapter.value.index] === part}
        />
      ))}
    </nav>
  );
}

function Chapter({
  part,
  label,
  isCurrent,
}: {
  part: Segment;
  label: Label | undefined;
  isCurrent: boolean;
}) {
  const { left = 0, room = 0, row = 0 } = label ?? {};
  const refusal = refusalOfSeek(part.start);
  return (
    <button
      type="button"
      class="chapter"
      aria-current={isCurrent ? 'step' : undefined}
      disabled={refusal !== undefined}
      title={`${part.title}, ${shortTimeOf(part.start, zone.value)}${refusal ? `. ${refusal}` : ''}`}
      style={{ '--at': shareOf(part.start), '--end': shareOf(part.end) }}
      onClick={() => void seek(part.start)}
    >
      <span class="cut" style={{ '--left': `${left}px`, '--room': `${room}px`, '--row': row }}>
        {part.title}
      </span>
    </button>
  );
}

let ruler: CanvasRenderingContext2D | null | undefined;
/** Pixels that a title takes at the most: as bold as that of the current chapter. */
function lengthOf(title: string, element: HTMLElement | null): number {
  largeType.value;
  if (element === null) return 0;
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  const { fontFamily } = getComputedStyle(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  ruler.font = `700 ${0.857 * rem}px ${fontFamily}`;
  return Math.ceil(ruler.measureText(title).width) + 2;
}
