/** How the page looks: dark or light, large type, full screen; and the link to this moment. */
import { Icon } from '../../look/Icon.tsx';
import { writeLink } from '../../state/link.ts';
import { notify } from '../../state/notices.ts';
import { isDark, largeType, theme } from '../../state/preferences.ts';
import { currentLink } from '../../state/start.ts';
import { helpOpen, toggleFullScreen } from '../time/keys.ts';
import { copyText } from './clipboard.ts';

export function Display() {
  return (
    <div class="row display" role="toolbar" aria-label="Page">
      <button
        type="button"
        class="button plain square"
        title="Copy a link to this moment"
        onClick={() => void copyLink()}
      >
        <Icon name="link" />
        <span class="heard-only">Copy a link to this moment</span>
      </button>
      <button
        type="button"
        class="button plain square"
        title={isDark.value ? 'Light' : 'Dark'}
        onClick={() => {
          theme.value = isDark.value ? 'light' : 'dark';
        }}
      >
        <Icon name={isDark.value ? 'sun' : 'moon'} />
        <span class="heard-only">{isDark.value ? 'Light colours' : 'Dark colours'}</span>
      </button>
      <button
        type="button"
        class="button plain square"
        title="Large type (T)"
        aria-pressed={largeType.value}
        onClick={() => {
          largeType.value = !largeType.value;
        }}
      >
        <Icon name="type" />
        <span class="heard-only">Large type</span>
      </button>
      <button
        type="button"
        class="button plain square"
        title="Full screen (F)"
        onClick={() => void toggleFullScreen()}
      >
        <Icon name="screen" />
        <span class="heard-only">Full screen</span>
      </button>
      <button
        type="button"
        class="button plain square"
        title="Shortcuts and symbols (?)"
        onClick={() => {
          helpOpen.value = true;
        }}
      >
        <Icon name="help" />
        <span class="heard-only">Shortcuts and symbols</span>
      </button>
    </div>
  );
}

async function copyLink(): Promise<void> {
  const address = `${location.origin}${location.pathname}${writeLink(currentLink(true))}`;
  await copyText(address);
  notify('The link holds story, seed, moment and vehicle.');
}
