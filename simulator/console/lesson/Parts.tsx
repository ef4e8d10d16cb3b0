/** The parts of a lesson: texts, objectives as they stand, questions. */
import './lesson.css';
import type { LessonScore, LessonView } from '../../control/schemas/index.ts';
import { mayCall } from '../state/role.ts';
import { answer } from './lesson.ts';

type Objective = LessonView['objectives'][number];

const states: { readonly [S in Objective['state']]: { words: string; tone: string } } = {
  open: { words: 'open', tone: 'muted' },
  met: { words: '✔ met', tone: 'good' },
  late: { words: 'late', tone: 'warn' },
  missed: { words: '✘ missed', tone: 'bad' },
};

/** `3 of 4 met, 4 of 5 points`. */
export function objectivesInWords({ met, of, points, most }: LessonScore): string {
  return `${met} of ${of} met, ${points} of ${most} points`;
}

/** A text in paragraphs: an empty line ends one, any other line break stays. */
export function Prose({ text }: { text: string }) {
  return (
    <div class="stack prose untrusted">
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Times are written by the clocks of a zone. */
export function Objectives({ of, timeOf }: { of: readonly Objective[]; timeOf: (iso: string) => string }) {
  return (
    <table class="table objectives">
      <thead>
        <tr>
          <th scope="col">Objective</th>
          <th scope="col">Time</th>
          <th scope="col">Points</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, state, from, due, at, done, times, points, earned, hint }, place) => (
          <tr key={place} data-state={state}>
            <td>
              <span class="untrusted">
                {place + 1}. {name}
              </span>
              {times > 1 && (
                <span class="muted">
                  {' '}
                  ({done} of {times})
                </span>
              )}
              {hint && state !== 'met' && <p class="small muted untrusted">Hint: {hint}</p>}
            </td>
            <td class="small">
              {timeOf(from)} – {timeOf(due)}
              {at && <p>done {timeOf(at)}</p>}
            </td>
            <td>
              {earned} of {points}
            </td>
            <td>
              <span class={`chip ${states[state].tone}`}>{states[state].words}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Questions({ of }: { of: LessonView['questions'] }) {
  const open = mayCall('POST /lesson/answers');
  return (
    <ol class="stack">
      {of.map(({ question, choices, chosen, answer: right, because }, place) => (
        <li key={question}>
          <fieldset class="stack">
            <legend class="strong untrusted">{question}</legend>
            {choices.map((choice, index) => (
              <button
                type="button"
                key={choice}
                class="button choice"
                aria-pressed={chosen === index}
                disabled={!open || right !== null}
                onClick={() => void answer(place, index)}
              >
                <span class="untrusted">{choice}</span>
                {right === index && <span class="chip good">✔ right</span>}
                {right !== null && right !== index && chosen === index && (
                  <span class="chip bad">✘ not this</span>
                )}
              </button>
            ))}
            {right === null && open && (
              <button type="button" class="button plain" onClick={() => void answer(place)}>
                Show the answer
              </button>
            )}
            {because && <p class="untrusted">{because}</p>}
          </fieldset>
        </li>
      ))}
    </ol>
  );
}
