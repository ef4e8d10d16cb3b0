/** Random histories on a twin of this service: what was done in which state so far, and what no reading explains. */
import { useSignal } from '@preact/signals';
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { ExplorationView } from '../../../control/schemas/index.ts';
import { Icon } from '../../look/Icon.tsx';
import { exploration, loadExploration, startExploration } from '../../state/developer.ts';
import { Only } from '../page/Only.tsx';
import { useLooks } from './looks.ts';

type Running = Extract<ExplorationView, { state: 'running' }>;
type Failure = Extract<ExplorationView, { state: 'done' }>['failures'][number];

export function Exploration() {
  useLooks(exploration, loadExploration);
  const view = exploration.value;
  if (view === undefined) return null;
  return (
    <section class="stack" aria-label="Exploration">
      <div class="row wrap">
        <Only call="POST /exploration" isTight>
          <button
            type="button"
            class="button"
            disabled={view?.state === 'running'}
            onClick={() => void startExploration()}
          >
            <Icon name="shield" />
            {view?.state === 'done' ? 'Explore again' : 'Explore'}
          </button>
        </Only>
        <span class="small muted grow">
          Random histories of calls on a twin of this service, for half a minute: for faults that show only
          after certain steps.
        </span>
      </div>
      {view?.state === 'failed' && (
        <div class="refusal" role="alert">
          <Icon name="warn" />
          <span class="untrusted">The exploration itself failed: {view.error}</span>
        </div>
      )}
      {(view?.state === 'running' || view?.state === 'done') && <Counts view={view} />}
      {view?.state === 'done' && view.failures.length === 0 && (
        <p class="small">Each history is explained by some reading of the document.</p>
      )}
      {view?.state === 'done' &&
        view.failures.map((failure) => <History key={failure.rules.join()} failure={failure} />)}
      {(view?.state === 'running' || view?.state === 'done') && <Matrix coverage={view.coverage} />}
    </section>
  );
}

function Counts({
  view: { state, histories, requests },
}: {
  view: Pick<Running, 'histories' | 'requests'> & { state: string };
}) {
  return (
    <span class="small muted" role="status">
      {state === 'running' ? 'Exploring: ' : ''}
      {counted(histories, 'history', 'histories')}, {counted(requests, 'request')}
    </span>
  );
}

/** A failure, to be stepped through. */
function History({ failure: { verdict, rules, expected, steps } }: { failure: Failure }) {
  const at = useSignal(steps.length - 1);
  const go = (by: number) => {
    at.value = Math.min(steps.length - 1, Math.max(0, at.value + by));
  };
  return (
    <section class="stack explored" aria-label="Failure">
      <strong class="mono untrusted">
        {verdict === 'fail' ? '✘' : '~'} {rules.join(' and ') || 'no rule or pair of rules explains it'}
      </strong>
      <span class="small">{expected}</span>
      <div class="row wrap">
        <button type="button" class="button" disabled={at.value === 0} onClick={() => go(-1)}>
          Step back
        </button>
        <button type="button" class="button" disabled={at.value === steps.length - 1} onClick={() => go(1)}>
          Next step
        </button>
        <span class="small muted" role="status">
          Step {at.value + 1} of {steps.length}
        </span>
      </div>
      <ol class="explored-steps small">
        {steps.map(({ step, came }, index) => (
          <li
            key={`${index} ${step}`}
            class={index > at.value ? 'untrusted later' : 'untrusted'}
            aria-current={index === at.value ? 'step' : undefined}
          >
            {step}
            {index <= at.value && <span class="muted"> → {came ?? 'could not be done'}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A row is a state of a record or a device, a column what was done in it. */
function Matrix({ coverage }: Pick<Running, 'coverage'>) {
  const { rows, columns } = matrixOf(coverage);
  if (rows.length === 0) return null;
  return (
    <section class="explored-matrix" aria-label="What was done in which state">
      <table>
        <thead>
          <tr>
            <th scope="col">state</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={column} data-often={oftenOf(counts.get(column))}>
                  {counts.get(column) ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function matrixOf(coverage: Running['coverage']) {
  const columns = new Set<string>();
  const rows = new Map<string, Map<string, number>>();
  for (const [pair, count] of Object.entries(coverage)) {
    const [name = '', column = pair] = pair.split(' > ');
    columns.add(column);
    const counts = rows.get(name) ?? new Map<string, number>();
    rows.set(name, counts.set(column, (counts.get(column) ?? 0) + count));
  }
  const names = [...rows.keys()].toSorted();
  return {
    columns: [...columns].toSorted(),
    rows: names.map((name) => ({ name, counts: rows.get(name) ?? new Map<string, number>() })),
  };
}

/** Shades, beside the numbers. */
function oftenOf(count = 0): string | undefined {
  if (count === 0) return undefined;
  return count > 9 ? 'often' : count > 2 ? 'some' : 'once';
}
