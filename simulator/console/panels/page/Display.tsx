/** How the page looks: dark or light, large type, full screen; and the link to this moment. */
import { Icon, type IconName } from '../../look/Icon.tsx';
import { isNarrow } from '../../look/width.ts';
import { currentLink } from '../../state/address.ts';
import { writeLink } from '../../state/link.ts';
import { notify } from '../../state/notices.ts';
import { isDark, largeType, theme } from '../../state/preferences.ts';
import { helpOpen, toggleFullScreen } from '../time/keys.ts';
import { copyText } from './clipboard.ts';
import { unitsOpen } from './Units.tsx';

interface Choice {
  icon: IconName;
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  /** True if it is on; left out for what is not switched. */
  isOn?: boolean;
  act(): void;
}

function choices(): readonly Choice[] {
  return [
    { icon: 'link', label: 'Copy a link to this moment', act: () => void copyLink() },
    {
      icon: isDark.value ? 'sun' : 'moon',
      label: isDark.value ? 'Light colours' : 'Dark colours',
      act() {
        theme.value = isDark.value ? 'light' : 'dark';
      },
    },
    {
      icon: 'type',
      label: 'Large type',
      shortcut: 'T',
      isOn: largeType.value,
      act() {
        largeType.value = !largeType.value;
      },
    },
    {
      icon: 'settings',
      label: 'Units',
      act() {
        unitsOpen.value = true;
      },
    },
    { icon: 'screen', label: 'Full screen', shortcut: 'F', act: () => void toggleFullScreen() },
    {
      icon: 'help',
      label: 'Shortcuts and symbols',
      shortcut: '?',
      act() {
        helpOpen.value = true;
      },
    },
  ];
}

/** Signs in a row where there is room for them; else a menu with their words. */
export function Display() {
  if (!isNarrow.value) {
    return (
      <div class="row display" role="toolbar" aria-label="Page">
        {choices().map((choice) => (
          <ChoiceButton key={choice.icon} choice={choice} />
        ))}
      </div>
    );
  }
  return (
    <details class="display-menu">
      <summary class="button plain">More</summary>
      <div class="card stack" role="toolbar" aria-label="Page">
        {choices().map((choice) => (
          <ChoiceButton key={choice.icon} choice={choice} hasWords />
        ))}
      </div>
    </details>
  );
}

function ChoiceButton({ choice, hasWords = false }: { choice: Choice; hasWords?: boolean }) {
  const { icon, label, shortcut, isOn, act } = choice;
  return (
    <button
      type="button"
      class={`button plain ${hasWords ? '' : 'square'}`}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      aria-pressed={isOn}
      onClick={({ currentTarget }) => {
        currentTarget.closest('details')?.removeAttribute('open');
        act();
      }}
    >
      <Icon name={icon} />
      <span class={hasWords ? '' : 'visually-hidden'}>{label}</span>
    </button>
  );
}

async function copyLink(): Promise<void> {
  const address = `${location.origin}${location.pathname}${writeLink(currentLink(true))}`;
  await copyText(address);
  notify('The link holds story, moment, vehicle, panels and map.');
}
