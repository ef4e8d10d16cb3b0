/** Part 5: snapshot, reset, export, and which world this is. */
import './developers.css';
import { useRef } from 'preact/hooks';
import { worldPrefix } from '../../../../contracts/kit/world-address.ts';
import { controlToken } from '../../api/http.ts';
import { momentOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { saveFile } from '../../look/saving.ts';
import { reset, restoreSnapshot, takeSnapshot } from '../../state/actions.ts';
import { clock, now } from '../../state/clock.ts';
import { mayCall, role } from '../../state/role.ts';
import { story } from '../../state/story.ts';
import { world } from '../../state/world.ts';
import { Only } from '../page/Only.tsx';

export function World() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div class="stack">
      <dl class="facts">
        <div class="fact">
          <dt>Story</dt>
          <dd>{story.value?.title ?? 'none'}</dd>
        </div>
        <div class="fact">
          <dt>Seed</dt>
          <dd data-seed={world.value?.seed}>{world.value?.seed ?? '—'}</dd>
        </div>
        <div class="fact">
          <dt>Simulated time</dt>
          <dd>{momentOf(now.value, 'UTC')} UTC</dd>
        </div>
        <div class="fact">
          <dt>Stops at</dt>
          <dd>{clock.value?.until ? `${momentOf(Date.parse(clock.value.until), 'UTC')} UTC` : 'no'}</dd>
        </div>
      </dl>
      <div class="filters">
        <Only call="GET /snapshot" isTight>
          <button type="button" class="button" onClick={() => void download()}>
            <Icon name="download" />
            Download a snapshot
          </button>
        </Only>
        <Only call="PUT /snapshot" isTight>
          <button type="button" class="button" onClick={() => picker.current?.click()}>
            <Icon name="upload" />
            Load a snapshot
          </button>
        </Only>
        {isTrainer() && (
          <a class="button" href={classAddress()} target="_blank" rel="noopener">
            <Icon name="people" />
            Lead a class
          </a>
        )}
        <Only call="POST /reset" isTight>
          <button type="button" class="button" onClick={() => void reset()}>
            <Icon name="reset" />
            Reset
          </button>
        </Only>
        <input
          ref={picker}
          class="visually-hidden"
          type="file"
          accept=".json"
          aria-label="Snapshot file"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void restoreSnapshot(file);
            currentTarget.value = '';
          }}
        />
      </div>
      <p class="small muted">
        A snapshot holds the whole world as JSON: devices, counters, tokens, what is due, the story. A reset
        goes back to the start, which is the same from the same seed each time.
      </p>
    </div>
  );
}

/** A class is led from the plain address alone. */
function isTrainer(): boolean {
  return role.value !== null && mayCall('POST /class') && worldPrefix(location.pathname) === '';
}

function classAddress(): string {
  const token = controlToken();
  return `./class.html${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`;
}

async function download(): Promise<void> {
  const snapshot = await takeSnapshot();
  if (snapshot) saveFile(snapshot, { name: 'world', at: now.peek() });
}
