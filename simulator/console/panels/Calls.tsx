/** The API calls going by, with request and reply. */
import { computed, signal } from '@preact/signals';
import { worldPrefix } from '../../../contracts/kit/world-address.ts';
import type { JournalEntry } from '../../control/schemas/index.ts';
import { curlOf } from '../api/curl.ts';
import { SearchBox, Source, Toggle } from '../look/controls.tsx';
import { numberOf, timeOf } from '../look/format.ts';
import { copyText } from '../look/saving.ts';
import { notify } from '../state/notices.ts';
import { usePolled } from '../state/resource.ts';
import { journal } from '../state/server.ts';
import { zone } from '../state/story.ts';

const filter = signal('');
const refusedOnly = signal(false);
const isLive = signal(true);
const opened = signal<number | null>(null);

const isRefused = ({ reply: { status } }: JournalEntry) => status === null || status >= 400;
const shown = computed(() => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  return (journal.value ?? []).filter((entry) => {
    if (refusedOnly.value && !isRefused(entry)) return false;
    const { request, reply, operation } = entry;
    const text =
      `${request.method} ${request.target} ${reply.status ?? 'cut'} ${operation ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
});

/** Real milliseconds between two looks at the journal. */
const LOOK = 1_000;

export function Calls() {
  usePolled(() => {
    if (isLive.peek()) journal.ask();
  }, LOOK);
  return (
    <div class="stack">
      <div class="row wrap">
        <SearchBox label="Filter the calls" placeholder="Method, path, status or operation" value={filter} />
        <Toggle label="Refused" on={refusedOnly} />
        <Toggle label="Live" on={isLive} />
      </div>
      {shown.value.length === 0 ? (
        <p class="empty">
          {journal.value?.length ? 'No call matches the filter.' : 'No call to the API yet.'}
        </p>
      ) : (
        <ol class="lines" aria-label="API calls, newest first">
          {shown.value.map((entry) => (
            <Call key={entry.sequence} entry={entry} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Call({ entry }: { entry: JournalEntry }) {
  const { sequence, request, reply, operation, milliseconds, simulatedAt, note } = entry;
  const isOpen = opened.value === sequence;
  return (
    <li class="call" data-operation={operation ?? ''}>
      <button
        type="button"
        class="call-head row"
        aria-expanded={isOpen}
        onClick={() => {
          opened.value = isOpen ? null : sequence;
        }}
      >
        <span class="mono strong">{request.method}</span>
        <span class="grow cut mono">{request.target}</span>
        <Status status={reply.status} />
        <span class="small muted number">{numberOf(milliseconds, 1)} ms</span>
        <time class="small muted" dateTime={simulatedAt}>
          {timeOf(Date.parse(simulatedAt), zone.value)}
        </time>
      </button>
      {note !== undefined && <span class="chip warn untrusted">{note}</span>}
      {isOpen && <Details entry={entry} />}
    </li>
  );
}

function Status({ status }: { status: number | null }) {
  if (status === null) return <span class="chip bad">✘ cut</span>;
  const tone = status < 300 ? 'good' : status < 400 ? 'accent' : status < 500 ? 'warn' : 'bad';
  return (
    <span class={`chip ${tone}`} data-status={status}>
      {status < 400 ? '✔' : '✘'} {status}
    </span>
  );
}

function Details({ entry }: { entry: JournalEntry }) {
  const { request, reply, operation, receivedAt } = entry;
  const copy = async () => {
    const url = `${location.origin}${worldPrefix(location.pathname)}${request.target}`;
    await copyText(curlOf({ ...request, url }));
    notify('Copied. Set ROADTEST_TOKEN to a token of your own.');
  };
  return (
    <div class="stack">
      <div class="row wrap">
        <span class="small">
          <span class="strong">{operation ?? 'No operation of the document'}</span>{' '}
          <span class="muted">received {receivedAt.slice(11, 23)} real time</span>
        </span>
        <button type="button" class="button slim push" onClick={() => void copy()}>
          Copy as curl
        </button>
      </div>
      <div class="pair">
        <Side title="Request" {...request} />
        <Side title="Reply" {...reply} />
      </div>
    </div>
  );
}

interface SideProps {
  title: string;
  headers: { readonly [name: string]: string };
  body: string;
}

function Side({ title, headers, body }: SideProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="stack">
      <h2 class="small muted">{title}</h2>
      <details class="small">
        <summary>{lines.length} headers</summary>
        <pre>{lines.join('\n')}</pre>
      </details>
      {body === '' ? <p class="small muted">No body.</p> : <Source>{pretty(body)}</Source>}
    </div>
  );
}

/** JSON over several lines; what is none stays as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
