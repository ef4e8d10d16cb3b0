/** The story that is played, and its chapter: a menu of all of them. */
import { shortTimeOf } from '../../look/format.ts';
import { refusalOfSeek, seek } from '../../state/actions.ts';
import { role } from '../../state/role.ts';
import { chapter, chapters, recorded, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { zone } from '../time/view.ts';
import { Checks } from './Checks.tsx';

const WITHOUT_STORY = { plain: 'A fleet without a story', recorded: 'Recorded drives' };

export function Title() {
  const played = story.value;
  return (
    <div class="title" data-world={world.value?.world}>
      <h1 class="cut untrusted">{played?.title ?? 'Roadtest'}</h1>
      {chapters.value.length > 0 ? (
        <ChapterMenu />
      ) : (
        <p class="small muted cut">
          {world.value ? (played ? '' : WITHOUT_STORY[recorded.value ? 'recorded' : 'plain']) : 'Connecting'}
        </p>
      )}
      {role.value?.name && <p class="small strong cut untrusted">{role.value.name}</p>}
      <Checks />
    </div>
  );
}

function ChapterMenu() {
  const current = chapter.value;
  return (
    <details class="chapter-menu small">
      <summary class="muted cut">
        {current
          ? `${current.index + 1} of ${chapters.value.length}: ${current.title}`
          : 'Before the first chapter'}
      </summary>
      <ol class="card" aria-label="All chapters">
        {chapters.value.map(({ at, title }, index) => (
          <li key={at}>
            <button
              type="button"
              class="button plain"
              aria-current={current?.index === index ? 'step' : undefined}
              disabled={refusalOfSeek(at) !== undefined}
              title={refusalOfSeek(at)}
              onClick={({ currentTarget }) => {
                currentTarget.closest('details')?.removeAttribute('open');
                void seek(at);
              }}
            >
              <span class="muted">{shortTimeOf(at, zone.value)}</span> {title}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
