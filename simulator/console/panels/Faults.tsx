/** Faults that calls meet, by ordered rules. */
import { useSignal } from '@preact/signals';
import type { CountedRule, FaultRule } from '../../control/schemas/index.ts';
import { effectOf, metBy } from '../../faults/words.ts';
import { Choice, Field } from '../look/controls.tsx';
import { setFaults } from '../state/actions.ts';
import { usePolled } from '../state/resource.ts';
import { mayCall } from '../state/role.ts';
import { faults, operations } from '../state/server.ts';

/** The effects that are offered; the control API takes further ones. */
const offered: { readonly [label: string]: FaultRule } = {
  'answers late': { latency: 800 },
  'service failed': { refusal: 'failed' },
  'too many requests': { refusal: 'rate-limited' },
  'token no longer counts': { revoke: true },
  'connection cut, not carried out': { cut: 'before' },
  'carried out, answer lost': { cut: 'after' },
  'cut in the middle of the answer': { cut: 'middle' },
  'slow body': { slow: 200 },
  'stale for ten minutes': { stale: '10m' },
  'six calls in ten seconds': { limit: { requests: 6, per: '10s' } },
};
const labels = Object.keys(offered);

/** A rule without how often it was used: as it can be set. */
const uncounted = ({ hits: _, ...rule }: CountedRule): FaultRule => rule;

export function Faults() {
  // How often rules were used changes with the calls.
  usePolled(() => {
    faults.ask();
    if (operations.peek() === undefined) operations.ask();
  }, 2_000);
  const rules = faults.value ?? [];
  const mayChange = mayCall('PUT /faults');
  return (
    <div class="stack">
      {rules.length === 0 && <p class="empty">No faults are injected.</p>}
      <ol class="lines">
        {rules.map((rule, index) => (
          <li key={index} class="row" data-operation={[rule.operation ?? '*'].flat().join(' ')}>
            <span class="grow">
              <span class="strong mono">{rule.name ?? metBy(rule)}</span>
              <br />
              <span class="small muted">
                {effectOf(rule)} · {rule.hits} {rule.hits === 1 ? 'hit' : 'hits'}
                {rule.times !== undefined && rule.hits >= rule.times && ', over'}
              </span>
            </span>
            {mayChange && (
              <button
                type="button"
                class="button slim"
                onClick={() => void setFaults(rules.filter((_, other) => other !== index).map(uncounted))}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ol>
      <p class="small muted">The first matching rule is used.</p>
      {mayChange && <Add rules={rules} />}
    </div>
  );
}

function Add({ rules }: { rules: readonly CountedRule[] }) {
  const operation = useSignal('*');
  const effect = useSignal(labels[0] ?? '');
  const share = useSignal('100');
  const times = useSignal('');
  const all = operations.value ?? [];
  const drafted = (): FaultRule => ({
    operation: all.find(({ id }) => id === operation.value)?.id ?? '*',
    ...offered[effect.value],
    ...(Number(share.value) < 100 && { probability: Number(share.value) / 100 }),
    ...(times.value !== '' && { times: Number(times.value) }),
  });
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void setFaults([drafted(), ...rules.map(uncounted)]);
      }}
    >
      <Choice
        id="fault-operation"
        label="For"
        value={operation}
        of={[
          ['*', 'every operation'],
          ...all.map(({ id, method, path }) => [id, `${id} (${method} ${path})`] as const),
        ]}
      />
      <Choice
        id="fault-effect"
        label="What happens"
        value={effect}
        of={labels.map((label) => [label, label])}
      />
      <div class="pair">
        <Field id="fault-share" label="Share of calls (%)" type="number" value={share} />
        <Field id="fault-times" label="Times (empty: always)" type="number" value={times} />
      </div>
      <div class="row">
        <button type="submit" class="button">
          Add the rule
        </button>
      </div>
    </form>
  );
}
