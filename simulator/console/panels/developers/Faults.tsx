/** Part 5: faults that calls meet, by ordered rules. */
import './developers.css';
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CountedRule, FaultRule } from '../../../control/schemas/index.ts';
import { effectOf, metBy } from '../../../faults/words.ts';
import { Empty, Switch } from '../../look/controls.tsx';
import { Icon } from '../../look/Icon.tsx';
import { setFaults } from '../../state/actions.ts';
import { faults, loadFaults, loadSpecification, specification } from '../../state/developer.ts';
import { Only } from '../page/Only.tsx';

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
const START: FaultRule = { latency: 800 };
/** The rules that were on before they were switched off. */
const putAside = signal<readonly FaultRule[]>([]);

/** A rule without how often it was used: as it can be set. */
const uncounted = ({ hits: _, ...rule }: CountedRule): FaultRule => rule;

export function Faults() {
  useEffect(() => {
    void loadFaults().catch(() => undefined);
    void loadSpecification().catch(() => undefined);
    // How often rules were used changes with the calls.
    const timer = setInterval(() => void loadFaults().catch(() => undefined), 2_000);
    return () => clearInterval(timer);
  }, []);
  const rules = faults.value;
  const toggle = async (on: boolean) => {
    if (on) {
      await setFaults(putAside.value.length > 0 ? putAside.value : [START]);
      return;
    }
    const before = rules.map(uncounted);
    if (await setFaults([])) putAside.value = before;
  };
  return (
    <div class="stack">
      <div class="row wrap">
        <Only call="PUT /faults" isTight>
          <Switch label="Faults" on={rules.length > 0} onChange={(on) => void toggle(on)} />
        </Only>
        <span class="small muted grow">The first rule that meets a call applies.</span>
      </div>
      {rules.length === 0 && <Empty icon="fault">No faults are injected.</Empty>}
      <ol class="stack">
        {rules.map((rule, index) => (
          <Rule
            key={index}
            rule={rule}
            onRemove={() => void setFaults(rules.filter((_, other) => other !== index).map(uncounted))}
          />
        ))}
      </ol>
      <Only call="PUT /faults">
        <Add />
      </Only>
    </div>
  );
}

function Rule({ rule, onRemove }: { rule: CountedRule; onRemove: () => void }) {
  const { hits, times, name } = rule;
  const isOver = times !== undefined && hits >= times;
  return (
    <li class="row fault" data-operation={[rule.operation ?? '*'].flat().join(' ')}>
      <Icon name="fault" />
      <span class="grow">
        <span class="strong mono">{name ?? metBy(rule)}</span>
        <br />
        <span class="small muted">
          {effectOf(rule)} · {hits} {hits === 1 ? 'hit' : 'hits'}
          {isOver && ', over'}
        </span>
      </span>
      <Only call="PUT /faults" isTight>
        <button type="button" class="button slim" onClick={onRemove}>
          Remove
        </button>
      </Only>
    </li>
  );
}

function Add() {
  const operation = useSignal('*');
  const effect = useSignal(labels[0] ?? '');
  const share = useSignal(100);
  const times = useSignal<number | undefined>(undefined);
  const drafted = (): FaultRule => {
    const named = specification.value?.operations.find(({ id }) => id === operation.value);
    return {
      operation: named?.id ?? '*',
      ...offered[effect.value],
      ...(share.value < 100 && { probability: share.value / 100 }),
      ...(times.value !== undefined && { times: times.value }),
    };
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void setFaults([drafted(), ...faults.value.map(uncounted)]);
      }}
    >
      <div class="field">
        <label for="fault-operation">For</label>
        <select
          id="fault-operation"
          class="input"
          value={operation.value}
          onChange={({ currentTarget }) => {
            operation.value = currentTarget.value;
          }}
        >
          <option value="*">every operation</option>
          {specification.value?.operations.map(({ id, method, path }) => (
            <option key={id} value={id}>
              {id} ({method} {path})
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="fault-effect">What happens</label>
        <select
          id="fault-effect"
          class="input"
          value={effect.value}
          onChange={({ currentTarget }) => {
            effect.value = currentTarget.value;
          }}
        >
          {labels.map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="duo">
        <Field
          id="share"
          label="Share of calls (%)"
          value={share.value}
          most={100}
          onInput={(value) => {
            share.value = value ?? 100;
          }}
        />
        <Field
          id="times"
          label="Times (empty: always)"
          value={times.value}
          onInput={(value) => {
            times.value = value;
          }}
        />
      </div>
      <div class="row">
        <button type="submit" class="button">
          Add the rule
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  id: string;
  label: string;
  value: number | undefined;
  most?: number;
  /** `undefined` for an empty field. */
  onInput: (value: number | undefined) => void;
}

function Field({ id, label, value, most, onInput }: FieldProps) {
  return (
    <div class="field">
      <label for={`fault-${id}`}>{label}</label>
      <input
        id={`fault-${id}`}
        class="input"
        type="number"
        min={1}
        max={most}
        value={value}
        onInput={({ currentTarget }) =>
          onInput(currentTarget.value === '' ? undefined : Number(currentTarget.value))
        }
      />
    </div>
  );
}
