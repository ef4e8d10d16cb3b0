/** The outcome of a story, once it has ended: over the map, until it is put away or the clock moves. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import { control } from '../../api/control.ts';
import { lesson } from '../../lesson/lesson.ts';
import { objectivesInWords } from '../../lesson/Parts.tsx';
import { Icon } from '../../look/Icon.tsx';
import { account } from '../../state/account.ts';
import { play, playOn } from '../../state/actions.ts';
import { alertCount } from '../../state/alerts.ts';
import { ending, eventCounts } from '../../state/ending.ts';
import { expectations, story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { Only } from './Only.tsx';

/** The world whose card was put away. */
const putAway = signal<string | null>(null);
/** Messages in all, as the service counts them. */
const messages = signal<{ sent: number; withheld: number } | null>(null);

export function EndCard() {
  const isEnded = ending.value === 'ended';
  useEffect(() => {
    messages.value = null;
    if (!isEnded) return;
    control.outbox.list({ limit: 0 }).then(
      ({ sent, withheld }) => {
        messages.value = { sent, withheld };
      },
      () => undefined,
    );
  }, [isEnded]);
  if (!isEnded || putAway.value === world.value?.world) return null;
  return (
    <section class="end-card" aria-label="The end of the story">
      <header class="row">
        <h2 class="grow untrusted">The end: {story.value?.title}</h2>
        <button
          type="button"
          class="button plain square slim"
          onClick={() => {
            putAway.value = world.value?.world ?? null;
          }}
        >
          <Icon name="close" />
          <span class="visually-hidden">Close</span>
        </button>
      </header>
      <dl class="facts">
        {summary().map(([label, value]) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="row wrap">
        <Only call="POST /story/seek" isTight>
          <button type="button" class="button primary" onClick={() => void play()}>
            Play again from the start
          </button>
        </Only>
        <Only call="PUT /clock" isTight>
          <button type="button" class="button" onClick={() => void playOn()}>
            Play on, without the story
          </button>
        </Only>
      </div>
    </section>
  );
}

function summary(): readonly (readonly [label: string, value: string])[] {
  const counts = eventCounts.value;
  const { licences } = account.value ?? {};
  const of = (kind: Parameters<typeof counts.get>[0]) => counts.get(kind) ?? 0;
  const sent = messages.value && `${messages.value.sent} sent, ${messages.value.withheld} withheld`;
  return [
    lesson.value ? ['Objectives', objectivesInWords(lesson.value)] : ['Checks', checksInWords()],
    ['Alerts', alertCount.value === null ? '…' : String(alertCount.value)],
    ['Messages', sent ?? '…'],
    [
      'Licences',
      licences
        ? `${licences.used} used, ${licences.available} available; ${counted(of('device-expired'), 'device')} expired, ${of('device-activated')} activated`
        : '…',
    ],
  ];
}

function checksInWords(): string {
  const all = expectations.value;
  const met = all.filter(({ met: is }) => is === true).length;
  const unmet = all.filter(({ met: is }) => is === false).length;
  const open = all.length - met - unmet;
  if (all.length === 0) return 'none';
  if (met === all.length) return `✔ all ${met} met`;
  const parts = [`${met} met`, unmet > 0 && `${unmet} not met`, open > 0 && `${open} not judged`];
  return `${unmet > 0 ? '✘ ' : ''}${parts.filter(Boolean).join(', ')}`;
}
