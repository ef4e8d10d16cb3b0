/** What the story tells, over the map, until it tells something else or somebody has read it. */
import { signal } from '@preact/signals';
import { Icon } from '../../look/Icon.tsx';
import { caption, chapter } from '../../state/story.ts';

/** The moment of the caption that was put away. */
const putAway = signal<number | null>(null);

export function Captions() {
  const told = caption.value;
  const isShown = told !== null && putAway.value !== told.at;
  return (
    <div class="captions" aria-live="polite">
      {isShown && (
        <figure class="story-caption" key={told.at}>
          {chapter.value && <figcaption class="small strong">{chapter.value.title}</figcaption>}
          <p class="untrusted">{told.text}</p>
          <button
            type="button"
            class="button plain square slim"
            onClick={() => {
              putAway.value = told.at;
            }}
          >
            <Icon name="close" />
            <span class="heard-only">Put the caption away</span>
          </button>
        </figure>
      )}
    </div>
  );
}
