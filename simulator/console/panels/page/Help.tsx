/** The keys and the signs of the page. */

import { helpOpen, KEYS } from '../time/keys.ts';
import { LEGEND } from '../time/Timeline.tsx';
import { Dialog } from './Dialog.tsx';

export function Help() {
  const close = () => {
    helpOpen.value = false;
  };
  return (
    <Dialog open={helpOpen.value} onClose={close} title="Shortcuts and symbols">
      <div class="help">
        <section class="stack">
          <h3>Keys</h3>
          <dl class="help-keys">
            {KEYS.map(({ shown, does }) => (
              <div key={does} class="row">
                <dt>
                  {shown.map((key) => (
                    <kbd key={key} class="key">
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="stack">
          <h3>On the timeline</h3>
          <ul class="stack">
            {LEGEND.map(({ shape, meaning }) => (
              <li key={shape} class="row">
                <span class="legend-mark" aria-hidden="true">
                  <span class={`mark ${shape}`} />
                </span>
                {meaning}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
