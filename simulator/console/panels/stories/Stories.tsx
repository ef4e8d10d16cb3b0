/** Part 7: the library of stories, a story of one's own by drop, its errors at their line. */
import './stories.css';
import { signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { StorySummary } from '../../../control/schemas/index.ts';
import { Empty } from '../../look/controls.tsx';
import { durationOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { playStory, storyLoading } from '../../state/actions.ts';
import { library, loadLibrary, story } from '../../state/story.ts';
import { Only } from '../page/Only.tsx';
import { Problems } from './Problems.tsx';

/** A story is a small text; anything longer is none. */
const LONGEST = 2_000_000;
/** Kept between two visits of the panel. Empty: the story's own. */
const seed = signal('');
const seedOf = () => (/^\d+$/.test(seed.value) ? { seed: Number(seed.value) } : {});

export function Stories() {
  return (
    <div class="stories">
      <Only call="PUT /story">
        <OwnFile />
        <Problems />
        <Seed />
        <Library />
      </Only>
    </div>
  );
}

function OwnFile() {
  const isOver = useSignal(false);
  const refused = useSignal('');
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    refused.value = '';
    if (!file) return;
    if (file.size > LONGEST) {
      refused.value = `${file.name} is too long for a story.`;
      return;
    }
    await playStory({ file: file.name, text: await file.text(), ...seedOf() });
  };
  return (
    <section
      class={`drop ${isOver.value ? 'over' : ''}`}
      aria-label="A story of your own"
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <Icon name="file" />
      <span class="grow">Drop a story file here</span>
      <button type="button" class="button slim" onClick={() => picker.current?.click()}>
        Choose a file
      </button>
      <input
        ref={picker}
        class="visually-hidden"
        type="file"
        accept=".yaml,.yml,.json"
        aria-label="Story file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          void take(file);
          currentTarget.value = '';
        }}
      />
      {refused.value && <p role="alert">{refused.value}</p>}
    </section>
  );
}

function Seed() {
  return (
    <div class="row small">
      <label for="seed" class="muted">
        Seed
      </label>
      <input
        id="seed"
        class="input seed"
        inputMode="numeric"
        placeholder="the story's own"
        value={seed.value}
        onInput={({ currentTarget }) => {
          seed.value = currentTarget.value;
        }}
      />
    </div>
  );
}

function Library() {
  const stories = library.value;
  if (stories === undefined) return <Empty icon="book">Stories are not available on this server.</Empty>;
  if (stories === null) {
    return (
      <Empty icon="book">
        The list of stories is being loaded.{' '}
        <button type="button" class="button slim" onClick={() => void loadLibrary()}>
          Reload the list
        </button>
      </Empty>
    );
  }
  return (
    <ul class="story-list" aria-label="Stories">
      {story.value !== null && (
        <li class="story-card">
          <div class="grow">
            <h2>The plain fleet</h2>
            <p class="small muted">No story: vehicles drive around, for you to act on.</p>
          </div>
          <button
            type="button"
            class="button"
            disabled={storyLoading.value !== null}
            onClick={() => void playStory({ name: null })}
          >
            Play
          </button>
        </li>
      )}
      {stories.map((each) => (
        <StoryCard key={each.name} summary={each} />
      ))}
    </ul>
  );
}

function StoryCard({
  summary: { name, title, summary, devices, duration, chapters },
}: {
  summary: StorySummary;
}) {
  const isPlayed = story.value?.name === name;
  return (
    <li class={`story-card ${isPlayed ? 'played' : ''}`} data-story={name}>
      <div class="grow stack">
        <h2 class="untrusted">{title}</h2>
        <p class="untrusted">{summary}</p>
        <p class="small muted">
          {counted(devices, 'device')}, {durationOf(duration)}
          {chapters > 0 && `, ${counted(chapters, 'chapter')}`}
        </p>
      </div>
      <button
        type="button"
        class={`button ${isPlayed ? '' : 'primary'}`}
        disabled={storyLoading.value !== null}
        aria-label={`${isPlayed ? 'Play again' : 'Play'}: ${title}`}
        onClick={() => void playStory({ name, ...seedOf() })}
      >
        {storyLoading.value === name ? 'Loading' : isPlayed ? 'Again' : 'Play'}
      </button>
    </li>
  );
}
