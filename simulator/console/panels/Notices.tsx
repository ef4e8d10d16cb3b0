/** The notices of actions that were done or refused just now. */
import { Close } from '../look/controls.tsx';
import { Icon } from '../look/Icon.tsx';
import { dismiss, notices } from '../state/notices.ts';

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, tone, text, hint, code }) => (
        <div key={id} class={`notice ${tone}`} data-code={code}>
          <Icon name={tone === 'done' ? 'check' : 'warn'} />
          <div class="grow">
            <p class="untrusted">{text}</p>
            {hint && <p class="small muted untrusted">{hint}</p>}
          </div>
          <Close label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
