/** Part 5: a form that tries any of the 20 operations, as a client would. */
import './developers.css';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Operation, Problem } from '../../../control/schemas/index.ts';
import { type PublicReply, publicCall } from '../../api/http.ts';
import { Empty, Refusal, Source } from '../../look/controls.tsx';
import { numberOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { account } from '../../state/account.ts';
import { chosen } from '../../state/choice.ts';
import { description, loadDescription, loadSpecification, specification } from '../../state/developer.ts';
import { problemOf } from '../../state/notices.ts';
import { pretty, Status } from './Calls.tsx';
import { operationsIn } from './description.ts';

const operationId = signal('listDevices');
const pathId = signal('');
const query = signal('');
/** The bodies that were typed, by operation; examples fill the others. */
const bodies = signal<{ readonly [operation: string]: string }>({});
/** Kept in memory alone: a reload asks again. */
const apiKey = signal('');
const token = signal('');
const reply = signal<PublicReply | null>(null);
const problem = signal<Problem | undefined>(undefined);
const isSending = signal(false);

const chosenOperation = computed(() =>
  specification.value?.operations.find(({ id }) => id === operationId.value),
);

const examples = computed(() => operationsIn(description.value ?? {}));

export function TryIt() {
  useEffect(() => {
    void loadSpecification().catch(() => undefined);
    void loadDescription().catch(() => undefined);
  }, []);
  const known = specification.value;
  if (known === undefined) return <Empty icon="send">This server does not publish its operations.</Empty>;
  const operation = chosenOperation.value;
  if (!known || !operation) return <p class="muted">Not yet known.</p>;
  return (
    <div class="stack">
      <Token />
      <form class="stack" onSubmit={(event) => void send(event, operation)}>
        <div class="field">
          <label for="operation">Operation</label>
          <select
            id="operation"
            class="input"
            value={operation.id}
            onChange={({ currentTarget }) => {
              operationId.value = currentTarget.value;
              reply.value = null;
              problem.value = undefined;
            }}
          >
            {[...new Set(known.operations.map(({ family }) => family))].map((family) => (
              <optgroup key={family} label={family}>
                {known.operations
                  .filter((each) => each.family === family)
                  .map(({ id, method, path }) => (
                    <option key={id} value={id}>
                      {method} {path}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <p class="small muted">
          {operation.summary} Section {operation.section}.
        </p>
        <div class="pair">
          {operation.pathId && (
            <div class="field">
              <label for="path-id">{operation.pathId} id</label>
              <input
                id="path-id"
                class="input mono"
                value={pathId.value}
                placeholder={operation.pathId === 'device' ? (chosen.value ?? '') : ''}
                onInput={({ currentTarget }) => {
                  pathId.value = currentTarget.value;
                }}
              />
            </div>
          )}
          {operation.method === 'GET' && (
            <div class="field">
              <label for="query">Query</label>
              <input
                id="query"
                class="input mono"
                placeholder="limit=10"
                value={query.value}
                onInput={({ currentTarget }) => {
                  query.value = currentTarget.value;
                }}
              />
            </div>
          )}
        </div>
        {takesBody(operation) && (
          <div class="field">
            <label for="body">Body (JSON)</label>
            <textarea
              id="body"
              class="input"
              rows={7}
              spellcheck={false}
              value={bodyOf(operation)}
              onInput={({ currentTarget }) => {
                bodies.value = { ...bodies.value, [operation.id]: currentTarget.value };
              }}
            />
          </div>
        )}
        <div class="row">
          <button type="submit" class="button primary" disabled={isSending.value}>
            <Icon name="send" />
            Send
          </button>
          <span class="small mono muted cut">
            {operation.method} {targetOf(operation)}
          </span>
        </div>
      </form>
      <Refusal problem={problem.value} />
      {reply.value && <Reply reply={reply.value} />}
    </div>
  );
}

function Token() {
  return (
    <details class="card" open={token.value === ''}>
      <summary>
        <Icon name={token.value === '' ? 'warn' : 'check'} />{' '}
        {token.value === '' ? 'No token yet' : 'A token is sent with each call'}
      </summary>
      <div class="stack token">
        <form class="row wrap" onSubmit={(event) => void getToken(event)}>
          <div class="field grow">
            <label for="try-key">API key of {account.value?.userName ?? '…'}</label>
            <input
              id="try-key"
              class="input mono"
              type="password"
              autocomplete="off"
              placeholder="printed when the server started"
              value={apiKey.value}
              onInput={({ currentTarget }) => {
                apiKey.value = currentTarget.value;
              }}
            />
          </div>
          <button type="submit" class="button at-end">
            Get a token
          </button>
        </form>
        <div class="field">
          <label for="try-token">Token</label>
          <input
            id="try-token"
            class="input mono"
            autocomplete="off"
            value={token.value}
            onInput={({ currentTarget }) => {
              token.value = currentTarget.value;
            }}
          />
        </div>
      </div>
    </details>
  );
}

function Reply({ reply: { status, statusText, headers, body, milliseconds } }: { reply: PublicReply }) {
  return (
    <section class="card" aria-label="Reply">
      <div class="row">
        <Status status={status} />
        <span>{statusText}</span>
        <span class="small muted push">{numberOf(milliseconds, 1)} ms</span>
      </div>
      <details class="small">
        <summary>{headers.length} headers</summary>
        <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {body === '' ? <p class="small muted">No body.</p> : <Source>{pretty(body)}</Source>}
    </section>
  );
}

const takesBody = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE';

function bodyOf(operation: Operation): string {
  return bodies.value[operation.id] ?? exampleBody(operation.id, account.value?.userName ?? '');
}

function targetOf({ path, method, pathId: named }: Operation): string {
  const id = pathId.value || (named === 'device' ? (chosen.value ?? '') : '');
  const filled = path.replace(/\{\w+\}/, encodeURIComponent(id));
  const asked = method === 'GET' && query.value !== '' ? `?${query.value.replace(/^\?/, '')}` : '';
  return filled + asked;
}

async function send(event: Event, operation: Operation): Promise<void> {
  event.preventDefault();
  await call({
    method: operation.method,
    target: targetOf(operation),
    ...(operation.guarded && token.value !== '' && { token: token.value }),
    ...(takesBody(operation) && { body: bodyOf(operation) }),
  });
  if (operation.id === 'issueToken') takeToken();
}

async function getToken(event: Event): Promise<void> {
  event.preventDefault();
  const path =
    specification.value?.operations.find(({ id }) => id === 'issueToken')?.path ?? '/api/Auth/Token';
  const body = JSON.stringify({ userName: account.value?.userName ?? '', apiKey: apiKey.value });
  await call({ method: 'POST', target: path, body });
  takeToken();
}

/** The document names the field (section 2), whatever the deployment is. */
function takeToken(): void {
  try {
    const issued = JSON.parse(reply.value?.body ?? '') as { token?: unknown };
    if (typeof issued.token === 'string') token.value = issued.token;
  } catch {
    // It is shown as it came.
  }
}

async function call(what: Parameters<typeof publicCall>[0]): Promise<void> {
  isSending.value = true;
  reply.value = null;
  problem.value = undefined;
  try {
    reply.value = await publicCall(what);
  } catch (error) {
    problem.value = problemOf(error);
  } finally {
    isSending.value = false;
  }
}

/** The body as it would be typed: an example in the names of the world's profile. */
function exampleBody(operation: string, userName: string): string {
  if (operation === 'issueToken') return JSON.stringify({ userName, apiKey: '' }, null, 2);
  const described = examples.value.find(({ id }) => id === operation);
  return described?.bodies[0]?.example ?? '{}';
}
