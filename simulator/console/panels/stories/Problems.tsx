/** The problems of a story file, each beside the line it is about. */
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { StoryProblem } from '../../../control/schemas/index.ts';
import { Source } from '../../look/controls.tsx';
import { Icon } from '../../look/Icon.tsx';
import { storyProblems } from '../../state/story.ts';

/** Lines that are shown above and below. */
const AROUND = 2;

export function Problems() {
  const wrong = storyProblems.value;
  if (!wrong) return null;
  const lines = wrong.text.split(/\r\n|\n|\r/);
  return (
    <section class="card problems" role="alert" aria-label="Problems of the story file">
      <div class="row">
        <h2 class="grow untrusted">
          <Icon name="warn" /> {wrong.file}: {counted(wrong.problems.length, 'problem')}
        </h2>
        <button
          type="button"
          class="button plain square"
          onClick={() => {
            storyProblems.value = null;
          }}
        >
          <Icon name="close" />
          <span class="visually-hidden">Close</span>
        </button>
      </div>
      <p class="small muted">Nothing was changed.</p>
      <ol class="stack">
        {wrong.problems.map((problem) => (
          <Problem
            key={`${problem.line} ${problem.column} ${problem.code} ${problem.message}`}
            problem={problem}
            lines={lines}
          />
        ))}
      </ol>
    </section>
  );
}

function Problem({ problem, lines }: { problem: StoryProblem; lines: readonly string[] }) {
  const { line, column, code, message, hint } = problem;
  const from = Math.max(1, line - AROUND);
  const to = Math.min(lines.length, line + AROUND);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return (
    <li class="stack" data-line={line}>
      <p class="untrusted">
        <span class="strong">Line {line}:</span> {message}
      </p>
      {hint && <p class="small muted untrusted">{hint}</p>}
      <Source class="lines">
        {numbers.map((number) => (
          <code key={number} class={number === line ? 'meant' : ''}>
            <span class="source-number">{number}</span>
            {number === line ? (
              <MarkedLine text={lines[number - 1] ?? ''} column={column} />
            ) : (
              lines[number - 1]
            )}
          </code>
        ))}
      </Source>
      <p class="small muted mono">{code}</p>
    </li>
  );
}

/** A line with the word that a problem is about; wrapped, so that it is there to be read on a phone too. */
function MarkedLine({ text, column }: { text: string; column: number }) {
  const before = text.slice(0, Math.max(0, column - 1));
  const [word = ''] = /^[^\s,:[\]{}]+|^./u.exec(text.slice(before.length)) ?? [];
  return (
    <>
      {before}
      {column > 0 && word !== '' && <mark>{word}</mark>}
      {text.slice(before.length + (column > 0 ? word.length : 0))}
    </>
  );
}
