/** The caption of the story, over the map, until the next one or until it is closed. */
import { signal } from '@preact/signals';
import { Icon } from '../../look/Icon.tsx';
import { caption, chapter } from '../../state/story.ts';

/** The moment of the caption that was put away. */
const putAway = signal<number | null>(null);

export function Captions() {
  const shown = caption.value;
  const isShown = shown !== null && putAway.value !== shown.at;
  return (
    <div class="captions" aria-live="polite">
      {isShown && (
        <figure class="story-caption" key={shown.at}>
          {chapter.value && <figcaption class="small strong">{chapter.value.title}</figcaption>}
          <p class="untrusted">{shown.text}</p>
          <button
            type="button"
            class="button plain square slim"
            onClick={() => {
              putAway.value = shown.at;
            }}
          >
            <Icon name="close" />
            <span class="visually-hidden">Dismiss the caption</span>
          </button>
        </figure>
      )}
    </div>
  );
}
