/** Part 5: the API calls going by, with request and reply, and what each answer rests on. */
import './developers.css';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { worldPrefix } from '../../../../contracts/kit/world-address.ts';
import type { JournalEntry } from '../../../control/schemas/index.ts';
import { curlOf } from '../../api/curl.ts';
import { Empty, SearchBox, Source, Switch } from '../../look/controls.tsx';
import { numberOf, timeOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import {
  journal,
  journalLive,
  loadJournal,
  loadSpecification,
  specification,
} from '../../state/developer.ts';
import { notify } from '../../state/notices.ts';
import { copyText } from '../page/clipboard.ts';
import { zone } from '../time/view.ts';
import { type Ground, groundsOf, sectionOf } from './basis.ts';

const filter = signal('');
const refusedOnly = signal(false);
const opened = signal<number | null>(null);

const isRefused = ({ reply: { status } }: JournalEntry) => status === null || status >= 400;
const shown = computed(() => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  return journal.value.filter((entry) => {
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
  useEffect(() => {
    const look = () => void loadJournal().catch(() => undefined);
    look();
    void loadSpecification().catch(() => undefined);
    const timer = setInterval(() => {
      if (journalLive.peek() && !document.hidden) look();
    }, LOOK);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="stack">
      <div class="row wrap">
        <SearchBox
          class="grow"
          label="Filter the calls"
          placeholder="Method, path, status or operation"
          value={filter.value}
          onInput={(text) => {
            filter.value = text;
          }}
        />
        <button
          type="button"
          class="button slim"
          aria-pressed={refusedOnly.value}
          onClick={() => {
            refusedOnly.value = !refusedOnly.value;
          }}
        >
          Refused
        </button>
        <Switch
          label="Live"
          on={journalLive.value}
          onChange={(on) => {
            journalLive.value = on;
          }}
        />
      </div>
      {shown.value.length === 0 ? (
        <Empty icon="code">
          {journal.value.length === 0 ? 'No call to the API yet.' : 'No call matches the filter.'}
        </Empty>
      ) : (
        <ol class="calls" aria-label="API calls, newest first">
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
        class="call-head"
        aria-expanded={isOpen}
        onClick={() => {
          opened.value = isOpen ? null : sequence;
        }}
      >
        <span class={`method ${request.method.toLowerCase()}`}>{request.method}</span>
        <span class="grow cut mono">{request.target}</span>
        <Status status={reply.status} />
        <span class="small muted number call-took">{numberOf(milliseconds, 1)} ms</span>
        <time class="small muted" dateTime={simulatedAt}>
          {timeOf(Date.parse(simulatedAt), zone.value)}
        </time>
      </button>
      {note !== undefined && (
        <p>
          <span class="chip warn">{note}</span>
        </p>
      )}
      {isOpen && <Details entry={entry} />}
    </li>
  );
}

export function Status({ status }: { status: number | null }) {
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
  const known = specification.value?.operations.find(({ id }) => id === operation);
  const copy = async () => {
    await copyText(
      curlOf({ ...request, url: `${location.origin}${worldPrefix(location.pathname)}${request.target}` }),
    );
    notify('Copied. Set ROADTEST_TOKEN to a token of your own.');
  };
  return (
    <div class="call-details stack">
      <div class="row wrap">
        <span class="small">
          <span class="strong">{operation ?? 'No operation of the document'}</span>{' '}
          <span class="muted">
            {known ? `${known.summary} (${sectionOf(known)})` : ''} received {receivedAt.slice(11, 23)} real
            time
          </span>
        </span>
        <button type="button" class="button slim push" onClick={() => void copy()}>
          <Icon name="copy" />
          Copy as curl
        </button>
      </div>
      <div class="exchange">
        <Side title="Request" headers={request.headers} body={request.body} />
        <Side title="Reply" headers={reply.headers} body={reply.body} />
      </div>
      <Grounds entry={entry} />
    </div>
  );
}

interface SideProps {
  title: string;
  headers: { readonly [name: string]: string };
  body: string;
}

function Side({ title, headers, body }: SideProps) {
  return (
    <div class="stack">
      <h2 class="small muted">{title}</h2>
      <details class="small">
        <summary>{Object.keys(headers).length} headers</summary>
        <pre>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </details>
      {body === '' ? <p class="small muted">No body.</p> : <Source>{pretty(body)}</Source>}
    </div>
  );
}

/** JSON over several lines; what is none stays as it is. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Grounds({ entry }: { entry: JournalEntry }) {
  const known = specification.value;
  if (known === undefined)
    return <p class="small muted">This server does not publish the interface document.</p>;
  if (known === null) return null;
  const { rules, openings } = groundsOf(entry, known);
  return (
    <div class="exchange">
      <GroundList
        title="What the document says"
        grounds={rules}
        none="The document says nothing about such an answer."
      />
      <GroundList title="What it leaves open" grounds={openings} none="Nothing was left open." />
    </div>
  );
}

function GroundList({ title, grounds, none }: { title: string; grounds: readonly Ground[]; none: string }) {
  return (
    <div class="stack">
      <h2 class="small muted">{title}</h2>
      {grounds.length === 0 && <p class="small muted">{none}</p>}
      <ul class="stack small">
        {grounds.map(({ id, text, sections }) => (
          <li key={id} data-ground={id}>
            <span class="mono strong">{id}</span>{' '}
            <span class="muted">{sections.map((section) => `§${section}`).join(' ')}</span>
            <br />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
