/** The story that is played, and its chapter. */
import { chapter, chapters, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { Checks } from './Checks.tsx';

export function Title() {
  const played = story.value;
  return (
    <div class="title" data-world={world.value?.world}>
      <h1 class="cut untrusted">{played?.title ?? 'Roadtest'}</h1>
      <p class="small muted cut">
        {chapter.value
          ? `${chapter.value.index + 1} of ${chapters.value.length}: ${chapter.value.title}`
          : played
            ? 'Before the first chapter'
            : world.value
              ? 'A fleet without a story'
              : 'Connecting'}
      </p>
      <Checks />
    </div>
  );
}
