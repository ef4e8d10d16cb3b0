/** The timeline of a lesson: the story above, the trainee's calls below, the objectives between. */
import type { JournalEntry, LessonView, StoryView } from '../../control/schemas/index.ts';
import { shortTimeOf } from '../look/format.ts';

export interface Looked {
  story: StoryView;
  calls: readonly JournalEntry[];
}

const WIDTH = 1_000;
const EDGE = 10;
const ROW = 18;
/** Place of the story, and beginning of the objectives. */
const STORY = 34;
const AXIS = 60;

export function Timeline({ story, calls, objectives }: Looked & { objectives: LessonView['objectives'] }) {
  const start = Date.parse(story.start);
  const end = Date.parse(story.end);
  const xOf = (iso: string) => {
    const share = (Date.parse(iso) - start) / Math.max(1, end - start);
    return EDGE + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * EDGE);
  };
  const base = AXIS + 12 + objectives.length * ROW;
  const height = base + 52;
  const hours = [0, 0.25, 0.5, 0.75, 1].map((share) => start + share * (end - start));
  return (
    <svg
      class="lesson-timeline"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label="Timeline of the lesson"
    >
      <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1={AXIS} y2={AXIS} />
      {story.chapters.map(({ at, title }, place) => (
        <text key={at} class="untrusted" x={xOf(at)} y={place % 2 === 0 ? 12 : 26}>
          {title}
        </text>
      ))}
      {story.entries.map(({ entry, at, label, kind }) => (
        <line
          key={`${entry} ${at}`}
          class={kind === 'chapter' ? 'chapter' : 'entry'}
          x1={xOf(at)}
          x2={xOf(at)}
          y1={kind === 'chapter' ? STORY - 4 : STORY + 10}
          y2={AXIS}
        >
          <title>{label}</title>
        </line>
      ))}
      {objectives.map(({ name, from, due, at, state }, place) => {
        const y = AXIS + 8 + place * ROW;
        return (
          <g key={place} class={`objective ${state}`}>
            <rect x={xOf(from)} y={y} width={Math.max(2, xOf(due) - xOf(from))} height={ROW - 4} rx={3}>
              <title>{name}</title>
            </rect>
            <text x={xOf(from) + 4} y={y + 11}>
              {place + 1}
            </text>
            {at && <circle cx={xOf(at)} cy={y + 7} r={5} />}
          </g>
        );
      })}
      {calls.map(({ sequence, simulatedAt, request, reply }) => {
        const good = reply.status !== null && reply.status < 400;
        return (
          <line
            key={sequence}
            class={good ? 'call' : 'call refused'}
            x1={xOf(simulatedAt)}
            x2={xOf(simulatedAt)}
            y1={base + 4}
            y2={base + (good ? 18 : 26)}
          >
            <title>{`${request.method} ${request.target}: ${reply.status ?? 'cut'}`}</title>
          </line>
        );
      })}
      {hours.map((at, place) => (
        <text
          key={at}
          class="time"
          x={xOf(new Date(at).toISOString())}
          y={height - 6}
          text-anchor={place === 0 ? 'start' : place === hours.length - 1 ? 'end' : 'middle'}
        >
          {shortTimeOf(at, story.timeZone)}
        </text>
      ))}
    </svg>
  );
}
