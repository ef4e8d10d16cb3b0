/** The story that is played, and its chapter. */
import { chapter, chapters, expectations, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';

export function Title() {
  const played = story.value;
  const unmet = expectations.value.filter(({ met }) => met === false).length;
  const met = expectations.value.filter(({ met: is }) => is === true).length;
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
      {played && expectations.value.length > 0 && (
        <span class={`chip ${unmet > 0 ? 'bad' : met > 0 ? 'good' : ''}`} title="Expectations of the story">
          {unmet > 0 ? `✘ ${unmet} not met` : `✔ ${met} of ${expectations.value.length} met`}
        </span>
      )}
    </div>
  );
}
