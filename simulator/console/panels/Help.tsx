/** The keys of the page. */
import { Fragment } from 'preact';
import { Dialog } from '../look/controls.tsx';
import { helpOpen, KEYS } from './keys.ts';

export function Help() {
  return (
    <Dialog
      open={helpOpen.value}
      title="Shortcuts"
      onClose={() => {
        helpOpen.value = false;
      }}
    >
      <dl class="facts">
        {KEYS.map(({ shown, does }) => (
          <Fragment key={does}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} class="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
