/** The world as a file, its reset, and which world this is. */
import { worldPrefix } from '../../../contracts/kit/world-address.ts';
import { controlToken } from '../api/http.ts';
import { Facts, FilePicker } from '../look/controls.tsx';
import { momentOf } from '../look/format.ts';
import { saveFile } from '../look/saving.ts';
import { restoreSnapshot, takeSnapshot } from '../state/actions.ts';
import { clock, now } from '../state/clock.ts';
import { mayCall, role } from '../state/role.ts';
import { story } from '../state/story.ts';
import { world } from '../state/world.ts';

export function World() {
  const until = clock.value?.until;
  return (
    <div class="stack">
      <Facts
        of={[
          ['Story', story.value?.title ?? 'none'],
          ['Seed', world.value?.seed],
          ['Simulated time', `${momentOf(now.value, 'UTC')} UTC`],
          ['Stops at', until ? `${momentOf(Date.parse(until), 'UTC')} UTC` : 'no'],
        ]}
      />
      <div class="filters">
        {mayCall('GET /snapshot') && (
          <button type="button" class="button" onClick={() => void download()}>
            Download a snapshot
          </button>
        )}
        {mayCall('PUT /snapshot') && (
          <FilePicker
            button="Load a snapshot"
            label="Snapshot file"
            accept=".json"
            onPick={(file) => void restoreSnapshot(file)}
          />
        )}
        {mayLead() && (
          <a class="button" href={classAddress()} target="_blank" rel="noopener">
            Lead a class
          </a>
        )}
      </div>
      <p class="small muted">
        A snapshot holds the whole world as JSON: devices, counters, tokens, what is due, the story.
      </p>
    </div>
  );
}

/** A class is led from the plain address alone. */
function mayLead(): boolean {
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
