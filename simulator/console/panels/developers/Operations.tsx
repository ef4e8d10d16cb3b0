/** Part 5: every operation with its payload, an example and what can come of it, in the profile that the world speaks. */
import './developers.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Empty, SearchBox, Source } from '../../look/controls.tsx';
import { description, loadDescription } from '../../state/developer.ts';
import { Status } from './Calls.tsx';
import { type Answer, type Described, operationsIn, type Part, type Payload } from './description.ts';

const filter = signal('');

export function Operations() {
  useEffect(() => void loadDescription().catch(() => undefined), []);
  const known = description.value;
  if (known === undefined) return <Empty icon="code">This server does not describe its operations.</Empty>;
  if (!known) return <p class="muted">Not yet known.</p>;
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = operationsIn(known).filter(({ id, method, path, says }) => {
    const text = `${id} ${method} ${path} ${says}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div class="stack">
      <SearchBox
        label="Filter the operations"
        placeholder="Method, path or what it does"
        value={filter.value}
        onInput={(text) => {
          filter.value = text;
        }}
      />
      <p class="small muted">
        As this world answers, by its profile. For programs: <code>GET /_control/openapi.json</code>.
      </p>
      {shown.length === 0 && <Empty icon="code">No operation matches the filter.</Empty>}
      <div class="calls">
        {shown.map((operation) => (
          <Operation key={operation.id} operation={operation} />
        ))}
      </div>
    </div>
  );
}

function Operation({ operation }: { operation: Described }) {
  const { id, method, path, says, parameters, bodies, answers } = operation;
  const isGood = ({ status }: Answer) => Number(status) < 300;
  return (
    <details class="call operation" data-operation={id}>
      <summary class="call-head">
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <span class="grow mono path">{path}</span>
      </summary>
      <div class="stack call-details">
        <p>{says}</p>
        <Parts parts={parameters} caption="Parameters" />
        {bodies.map((body) => (
          <PayloadOf key={body.contentType} payload={body} title="Body" />
        ))}
        {answers.filter(isGood).map((answer) => (
          <AnswerOf key={answer.status} answer={answer} />
        ))}
        <details class="small">
          <summary>Errors</summary>
          <div class="stack">
            {answers
              .filter((answer) => !isGood(answer))
              .map((answer) => (
                <AnswerOf key={answer.status} answer={answer} />
              ))}
          </div>
        </details>
      </div>
    </details>
  );
}

function AnswerOf({ answer: { status, says, payloads } }: { answer: Answer }) {
  return (
    <section class="stack" aria-label={`Answer ${status}`}>
      <p class="row wrap">
        <Status status={Number(status)} /> <span class="grow">{says}</span>
      </p>
      {payloads.length === 0 && <p class="small muted">No body.</p>}
      {payloads.map((payload) => (
        <PayloadOf
          key={payload.contentType}
          payload={payload}
          title="Answer"
          isFolded={Number(status) >= 300}
        />
      ))}
    </section>
  );
}

interface PayloadProps {
  payload: Payload;
  title: string;
  /** Whether its parts are left to the example. */
  isFolded?: boolean;
}

function PayloadOf({ payload: { contentType, parts, example }, title, isFolded = false }: PayloadProps) {
  return (
    <>
      {!isFolded && <Parts parts={parts} caption={`${title}, ${contentType}`} />}
      {example !== '' && <Source class="small">{example}</Source>}
    </>
  );
}

function Parts({ parts, caption }: { parts: readonly Part[]; caption: string }) {
  if (parts.length === 0) return null;
  return (
    <table class="parts small">
      <caption class="muted">{caption}</caption>
      <tbody>
        {parts.map(({ name, may, says, isRequired }) => (
          <tr key={name}>
            <th scope="row" class="part">
              <code>{name}</code>
              {!isRequired && <span class="muted"> optional</span>}
            </th>
            <td>
              <span class="mono may">{may}</span> {says}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
