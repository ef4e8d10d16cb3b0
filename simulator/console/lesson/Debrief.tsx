/** The outcome of a lesson: the timeline, each objective, the questions; to print, and as a table. */
import './debrief.css';
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { shortTimeOf } from '../look/format.ts';
import { role } from '../state/role.ts';
import { saveCsv } from './csv.ts';
import { lesson } from './lesson.ts';
import { Objectives, Prose, Questions } from './Parts.tsx';
import { type Looked, Timeline } from './Timeline.tsx';

const looked = signal<Looked | null | 'unreached'>(null);

/** Calls that are drawn. */
const MAX_CALLS = 2_000;

export async function loadDebrief(): Promise<void> {
  try {
    const [played, { story }, { requests }] = await Promise.all([
      control.lesson.read(),
      control.story.read(),
      control.requests.list({ by: 'client', limit: MAX_CALLS }),
    ]);
    lesson.value = played.lesson;
    looked.value = story && { story, calls: requests };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    looked.value = 'unreached';
  }
}

export function Debrief() {
  const known = lesson.value;
  const found = looked.value;
  if (found === 'unreached') return <p class="empty">The server does not answer.</p>;
  if (!known || !found) return <p class="empty">No lesson is played here.</p>;
  const { story, calls } = found;
  const timeOf = (iso: string) => shortTimeOf(Date.parse(iso), story.timeZone);
  const trainee = role.value?.name ?? '';
  const answered = known.questions.filter(({ chosen }) => chosen !== null);
  const right = answered.filter(({ chosen, answer }) => chosen === answer).length;
  return (
    <main class="debrief">
      <header class="row wrap">
        <h1 class="untrusted">
          {known.title}
          {trainee && <span class="muted"> – {trainee}</span>}
        </h1>
        <div class="row push no-print">
          <button type="button" class="button" onClick={() => void loadDebrief()}>
            Refresh
          </button>
          <button type="button" class="button" onClick={() => print()}>
            Print
          </button>
          <button type="button" class="button" onClick={() => saveTable(trainee, found)}>
            CSV
          </button>
        </div>
      </header>
      <p class="facts-line">
        <strong>
          {known.met} of {known.of} objectives met, {known.points} of {known.most} points
        </strong>
        {answered.length > 0 && `, ${right} of ${answered.length} answers right`}, {calls.length} calls
        {known.over ? '' : '. The lesson is not over yet.'}
      </p>
      <Timeline story={story} calls={calls} objectives={known.objectives} />
      <Objectives of={known.objectives} timeOf={timeOf} />
      {known.debrief && (
        <section class="stack">
          <h2>What it was about</h2>
          <Prose text={known.debrief} />
        </section>
      )}
      {known.questions.length > 0 && (
        <section class="stack">
          <h2>Questions</h2>
          <Questions of={known.questions} />
        </section>
      )}
    </main>
  );
}

function saveTable(trainee: string, { calls }: Looked): void {
  const known = lesson.peek();
  if (!known) return;
  saveCsv(`debrief-${trainee || 'lesson'}.csv`, [
    ['trainee', 'kind', 'what', 'state', 'at', 'due', 'earned', 'points'],
    ...known.objectives.map(({ name, state, at, due, earned, points }) => [
      ...[trainee, 'objective', name, state, at, due, earned, points],
    ]),
    ...known.questions.map(({ question, chosen, answer }) => [
      ...[trainee, 'question', question],
      ...[chosen === null ? 'not answered' : chosen === answer ? 'right' : 'wrong'],
      ...[null, null, null, null],
    ]),
    ...calls.map(({ simulatedAt, request, reply }) => [
      ...[trainee, 'call', `${request.method} ${request.target}`, reply.status ?? 'cut', simulatedAt],
      ...[null, null, null],
    ]),
  ]);
}
