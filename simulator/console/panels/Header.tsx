/** The head of the page: which story and chapter, whether its checks are met, the connection, and one menu. */

import { isOpen, lesson } from '../lesson/lesson.ts';
import { Menu } from '../look/controls.tsx';
import { copyText } from '../look/saving.ts';
import { CHOICES } from '../look/units.ts';
import { currentLink, panel, writeLink } from '../state/address.ts';
import { notify } from '../state/notices.ts';
import { isDark, largeType, panelsHidden, theme, units } from '../state/preferences.ts';
import { mayCall, role } from '../state/role.ts';
import { connection, reconnect, wasLive } from '../state/start.ts';
import { chapter, checks, expectations, recorded, story } from '../state/story.ts';
import { world } from '../state/world.ts';
import { helpOpen, toggleFullScreen } from './keys.ts';

export function Header() {
  return (
    <header class="shell-top">
      <div class="title" data-world={world.value?.world}>
        <h1 class="cut untrusted">{story.value?.title ?? 'Roadtest'}</h1>
        <p class="small muted cut">{subtitle()}</p>
      </div>
      {lesson.value ? <Objectives /> : <Checks />}
      <div class="row push">
        <Connection />
        <PageMenu />
      </div>
    </header>
  );
}

function subtitle(): string {
  if (world.value === null) return 'Connecting';
  const playing = recorded.value ? 'Recorded drives' : 'A fleet without a story';
  const title = story.value ? chapter.value?.title : playing;
  return [role.value?.name, title].filter(Boolean).join(' · ');
}

const RESULTS = {
  met: ['✔ met', 'good'],
  unmet: ['✘ not met', 'bad'],
  open: ['… not yet judged', ''],
} as const;

/** How many checks of the story are met; opened, all of them, with what was expected and what came. */
function Checks() {
  const all = expectations.value;
  if (story.value === null || all.length === 0) return null;
  return (
    <details class="menu">
      <summary class={`chip ${checks.value.tone}`}>Checks: {checks.value.words}</summary>
      <ul class="card checks">
        {all.map(({ entry, label, line, met, wanted, actual }) => {
          const [words, tone] = RESULTS[met === null ? 'open' : met ? 'met' : 'unmet'];
          return (
            <li key={`${entry} ${label}`} class="row">
              <span class={`chip ${tone}`}>{words}</span>
              <span class="grow untrusted">
                {label}
                {met === false && (
                  <span class="small muted">
                    {' '}
                    wanted {wanted ?? '—'}, was {actual ?? '—'}
                  </span>
                )}
              </span>
              <span class="small muted">line {line}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The objectives of the trainee, which open the lesson. */
function Objectives() {
  const { met = 0, of = 0 } = lesson.value ?? {};
  return (
    <button
      type="button"
      class={`chip ${met === of && of > 0 ? 'good' : 'accent'}`}
      title="Lesson"
      onClick={() => {
        isOpen.value = true;
      }}
    >
      {of === 0 ? 'Lesson' : `${met} of ${of} objectives met`}
    </button>
  );
}

/** Tells whether the page is connected to the server. */
function Connection() {
  const state = connection.value;
  const words = state.kind === 'live' ? '● live' : wasLive.value ? 'reconnecting' : 'connecting';
  return (
    <span class={`chip ${state.kind === 'live' ? 'live' : 'warn lost'}`} role="status">
      {words}
      {state.kind === 'waiting' && (
        <button type="button" class="button slim" onClick={reconnect} title={state.why}>
          Now
        </button>
      )}
    </span>
  );
}

function PageMenu() {
  const open = (name: 'stories' | 'developers') => () => {
    panel.value = name;
  };
  return (
    <Menu
      label="Menu"
      entries={[
        ...(mayCall('PUT /story') ? [{ label: 'Stories', act: open('stories') }] : []),
        { label: 'Developers', act: open('developers') },
        { label: 'Copy a link to this moment', act: () => void copyLink() },
        {
          label: 'Shortcuts',
          shortcut: '?',
          act() {
            helpOpen.value = true;
          },
        },
        { label: 'Hide the panels', head: 'Display', on: panelsHidden },
        {
          label: isDark.value ? 'Light colours' : 'Dark colours',
          act() {
            theme.value = isDark.value ? 'light' : 'dark';
          },
        },
        { label: 'Large type', shortcut: 'T', on: largeType },
        { label: 'Full screen', shortcut: 'F', act: () => void toggleFullScreen() },
      ]}
    >
      <Units of="speed" label="Speed in" />
      <Units of="temperature" label="Temperature in" />
    </Menu>
  );
}

/** The units in which speeds and distances, or temperatures, are shown; the browser keeps them. */
function Units({ of, label }: { of: keyof typeof CHOICES; label: string }) {
  return (
    <label class="row">
      <span class="grow">{label}</span>
      <select
        class="input"
        value={units.value[of]}
        onChange={({ currentTarget: { value } }) => {
          units.value = { ...units.value, [of]: value };
        }}
      >
        {Object.keys(CHOICES[of]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

async function copyLink(): Promise<void> {
  await copyText(`${location.origin}${location.pathname}${writeLink(currentLink(true))}`);
  notify('The link holds story, moment, vehicle and panel.');
}
