/** The chapters of the story as stretches of the timeline; the current one is named in full. */
import { shortTimeOf } from '../../look/format.ts';
import { seek } from '../../state/actions.ts';
import { chapter } from '../../state/story.ts';
import { type Segment, segments } from './marks.ts';
import { range, scale, shareOf, zone } from './view.ts';

export function Chapters() {
  const parts = segments(range.value.end);
  if (parts.length === 0) return null;
  const { placeOf } = scale.value;
  return (
    <nav class="timeline-chapters" aria-label="Chapters">
      {parts.map((part, index) =>
        placeOf(part.end) <= 0 || placeOf(part.start) >= 1 ? null : (
          <Chapter key={part.start} part={part} isCurrent={chapter.value?.index === index} />
        ),
      )}
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
