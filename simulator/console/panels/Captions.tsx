/** Over the map: the caption of the story, as long as its chapter goes on, and its outcome once it has ended. */
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import { lesson } from '../lesson/lesson.ts';
import { objectivesInWords } from '../lesson/Parts.tsx';
import { Close, Facts } from '../look/controls.tsx';
import { shortTimeOf } from '../look/format.ts';
import { play, playOn } from '../state/actions.ts';
import { resource } from '../state/resource.ts';
import { mayCall } from '../state/role.ts';
import { account } from '../state/server.ts';
import { checks, ending, type ShownCaption, shownCaption, story, zone } from '../state/story.ts';
import { world } from '../state/world.ts';

/** The moment of the caption that was put away, and the world whose end was. */
const putAway = signal<number | null>(null);
const endPutAway = signal<string | null>(null);

export function Captions() {
  const shown = shownCaption.value;
  const hasEnded = ending.value === 'ended' && endPutAway.value !== world.value?.world;
  return (
    <div class="shell-captions" aria-live="polite">
      {hasEnded && <EndCard />}
      {shown !== null && shown.at !== putAway.value && (
        <figure class={`story-caption ${shown.moment}`} key={shown.at}>
          <figcaption class="small strong">{headOf(shown)}</figcaption>
          <p class="untrusted">{shown.text}</p>
          <Close
            label="Dismiss the caption"
            onClick={() => {
              putAway.value = shown.at;
            }}
          />
        </figure>
      )}
    </div>
  );
}

const WORDS = { next: 'At', now: '', past: 'Earlier, at' } as const;

/** `The cooling fails`; `Earlier, at 06:00: The cooling fails` once the moment is past. */
function headOf({ at, chapter, moment }: ShownCaption): string {
  const when = moment === 'now' ? '' : `${WORDS[moment]} ${shortTimeOf(at, zone.value)}`;
  return [when, chapter].filter(Boolean).join(': ');
}

/** Alerts and messages in all, as the service counts them once the story has ended. */
const totals = resource(
  async () => {
    const [{ sent, withheld }, { count }] = await Promise.all([
      control.outbox.list({ limit: 0 }),
      control.alerts.list({ limit: 0 }),
    ]);
    return { sent, withheld, alerts: count };
  },
  { isLazy: true },
);
ending.subscribe((is) => {
  if (is === 'ended') totals.reset();
});

function EndCard() {
  const { sent = '…', withheld = '…', alerts = '…' } = totals.value ?? {};
  const { used = '…', available = '…' } = account.value?.licences ?? {};
  const facts = [
    lesson.value
      ? (['Objectives', objectivesInWords(lesson.value)] as const)
      : (['Checks', checks.value.words] as const),
    ['Alerts', alerts],
    ['Messages', `${sent} sent, ${withheld} withheld`],
    ['Licences', `${used} used, ${available} available`],
  ] as const;
  return (
    <section class="card end-card" aria-label="The end of the story">
      <header class="row">
        <h2 class="grow untrusted">The end: {story.value?.title}</h2>
        <Close
          label="Close"
          onClick={() => {
            endPutAway.value = world.value?.world ?? null;
          }}
        />
      </header>
      <Facts of={facts} />
      <div class="row wrap">
        {mayCall('POST /story/seek') && (
          <button type="button" class="button primary" onClick={() => void play()}>
            Play again from the start
          </button>
        )}
        {mayCall('PUT /clock') && (
          <button type="button" class="button" onClick={() => void playOn()}>
            Keep driving without the story
          </button>
        )}
        {lesson.value && (
          <a class="button" href="debrief.html" target="_blank" rel="noopener opener">
            Debrief
          </a>
        )}
      </div>
    </section>
  );
}
