/** The library of stories, and a story of one's own by drop, with its problems beside the lines they are about. */
import './panels.css';
import { useSignal } from '@preact/signals';
import { counted } from '../../../contracts/kit/phrases.ts';
import type { StoryProblem } from '../../control/schemas/index.ts';
import { Close, FilePicker, Source } from '../look/controls.tsx';
import { durationOf } from '../look/format.ts';
import { playStory, storyLoading } from '../state/actions.ts';
import { library } from '../state/server.ts';
import { story, storyProblems } from '../state/story.ts';

/** A story is a small text; anything longer is none. */
const MAX_BYTES = 2_000_000;

export function Stories() {
  return (
    <div class="stack">
      <OwnFile />
      <Problems />
      <Library />
    </div>
  );
}

function OwnFile() {
  const refused = useSignal('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    refused.value = file.size > MAX_BYTES ? `${file.name} is too long for a story.` : '';
    if (refused.value === '') await playStory({ file: file.name, text: await file.text() });
  };
  return (
    <section
      class="drop row wrap"
      aria-label="A story of your own"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <span class="grow muted">Drop a story file here</span>
      <FilePicker
        button="Choose a file"
        label="Story file"
        accept=".yaml,.yml,.json"
        onPick={(file) => void take(file)}
      />
      {refused.value && <p role="alert">{refused.value}</p>}
    </section>
  );
}

function Library() {
  if (library.value === undefined) return <p class="empty">This server has sent no stories.</p>;
  return (
    <ul class="stack" aria-label="Stories">
      {story.value !== null && (
        <Story title="The plain fleet" summary="No story: a fleet for you to act on." name={null} />
      )}
      {library.value.map(({ name, title, summary, devices, duration, chapters }) => (
        <Story key={name} {...{ name, title, summary }}>
          {counted(devices, 'device')}, {durationOf(duration)}
          {chapters > 0 && `, ${counted(chapters, 'chapter')}`}
        </Story>
      ))}
    </ul>
  );
}

interface StoryProps {
  name: string | null;
  title: string;
  summary: string;
  children?: preact.ComponentChildren;
}

function Story({ name, title, summary, children }: StoryProps) {
  const isPlayed = name !== null && story.value?.name === name;
  return (
    <li class={`card row story-card ${isPlayed ? 'played' : ''}`} data-story={name}>
      <div class="grow">
        <h2 class="untrusted">{title}</h2>
        <p class="untrusted">{summary}</p>
        <p class="small muted">{children}</p>
      </div>
      <button
        type="button"
        class={`button ${isPlayed ? '' : 'primary'}`}
        disabled={storyLoading.value !== null}
        aria-label={`${isPlayed ? 'Play again' : 'Play'}: ${title}`}
        onClick={() => void playStory({ name })}
      >
        {storyLoading.value === name && name !== null ? 'Loading' : isPlayed ? 'Again' : 'Play'}
      </button>
    </li>
  );
}

/** The problems of a story file. */
function Problems() {
  const wrong = storyProblems.value;
  if (!wrong) return null;
  const lines = wrong.text.split(/\r\n|\n|\r/);
  return (
    <section class="card problems" role="alert" aria-label="Problems of the story file">
      <div class="row">
        <h2 class="grow untrusted">
          {wrong.file}: {counted(wrong.problems.length, 'problem')}
        </h2>
        <Close
          label="Close"
          onClick={() => {
            storyProblems.value = null;
          }}
        />
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

/** Lines that are shown above and below. */
const AROUND = 2;

function Problem({ problem, lines }: { problem: StoryProblem; lines: readonly string[] }) {
  const { line, code, message, hint } = problem;
  const from = Math.max(1, line - AROUND);
  const shown = lines.slice(from - 1, line + AROUND);
  return (
    <li class="stack" data-line={line}>
      <p class="untrusted">
        <span class="strong">Line {line}:</span> {message}
      </p>
      {hint && <p class="small muted untrusted">{hint}</p>}
      <Source>
        {shown.map((text, index) => (
          <code key={from + index} class={from + index === line ? 'meant' : ''}>
            {String(from + index).padStart(4)} {text}
            {'\n'}
          </code>
        ))}
      </Source>
      <p class="small muted mono">{code}</p>
    </li>
  );
}
