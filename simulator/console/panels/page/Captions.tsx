/** The caption of the story, over the map, as long as its chapter goes on or until it is closed. */
import { computed, signal } from '@preact/signals';
import { shortTimeOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { type ShownCaption, shownCaption } from '../../state/story.ts';
import { zone } from '../time/view.ts';

/** The moment of the caption that was put away. */
const putAway = signal<number | null>(null);

const isPutAway = computed(() => shownCaption.value?.at === putAway.value);

export function Captions() {
  const shown = shownCaption.value;
  return (
    <div class="captions" aria-live="polite">
      {shown !== null && !isPutAway.value && (
        <figure class={`story-caption ${shown.moment}`} key={shown.at}>
          <Head {...shown} />
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

const WORDS = { next: 'At', now: '', past: 'Earlier, at' } as const;

/** `The cooling fails`; `Earlier, at 06:00: The cooling fails` once the moment is past. */
function Head({ at, chapter, moment }: ShownCaption) {
  const when = moment === 'now' ? '' : `${WORDS[moment]} ${shortTimeOf(at, zone.value)}`;
  return (
    <figcaption class="small strong">
      {when}
      {chapter !== null && (
        <span>
          {when && ': '}
          {chapter}
        </span>
      )}
    </figcaption>
  );
}
