/** The checks of the story that is played, behind a badge; of a lesson the objectives of the trainee. */
import { isOpen, lesson } from '../../lesson/lesson.ts';
import { expectations, story } from '../../state/story.ts';

const RESULTS = {
  met: { sign: '✔', word: 'met', chip: 'good' },
  unmet: { sign: '✘', word: 'not met', chip: 'bad' },
  open: { sign: '…', word: 'not yet judged', chip: '' },
} as const;

/** How many are met; opened, all of them, with what was expected and what came. */
export function Checks() {
  if (lesson.value) return <Objectives met={lesson.value.met} of={lesson.value.of} />;
  if (story.value === null || expectations.value.length === 0) return null;
  const unmet = expectations.value.filter(({ met }) => met === false).length;
  const met = expectations.value.filter(({ met: is }) => is === true).length;
  return (
    <details class="checks">
      <summary class={`chip ${unmet > 0 ? 'bad' : met > 0 ? 'good' : ''}`} title="Checks of the story">
        {unmet > 0 ? `✘ ${unmet} not met` : `✔ ${met} of ${expectations.value.length} met`}
      </summary>
      <ul class="stack">
        {expectations.value.map(({ entry, label, line, met, wanted, actual }) => {
          const { sign, word, chip } = RESULTS[met === null ? 'open' : met ? 'met' : 'unmet'];
          return (
            <li key={`${entry} ${label}`} class="row expectation">
              <span class={`chip ${chip}`}>
                {sign} {word}
              </span>
              <span class="grow untrusted">
                {label}
                {met === false && (
                  <span class="small muted">
                    {' '}
                    wanted {inText(wanted)}, was {inText(actual)}
                  </span>
                )}
              </span>
              <span class="small muted">line {line}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Objectives({ met, of }: { met: number; of: number }) {
  if (of === 0) return null;
  return (
    <button
      type="button"
      class={`chip ${met === of ? 'good' : ''}`}
      title="Objectives of the lesson"
      onClick={() => {
        isOpen.value = true;
      }}
    >
      {met === of ? '✔ ' : ''}
      {met} of {of} objectives met
    </button>
  );
}

const inText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '—'));
