/** Part 5: slow answers, errors and cut connections, switched on and off by operation. */
import './developers.css';
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FaultRule } from '../../../control/schemas/index.ts';
import { Empty, Switch } from '../../look/controls.tsx';
import { Icon } from '../../look/Icon.tsx';
import { setFaults } from '../../state/actions.ts';
import { faults, loadFaults, loadSpecification, specification } from '../../state/developer.ts';

const START: FaultRule = { operation: '*', latency: 800, errors: 0, drops: 0 };
/** The rules that were on before they were switched off. */
const putAside = signal<readonly FaultRule[]>([]);

export function Faults() {
  useEffect(() => {
    void loadFaults().catch(() => undefined);
    void loadSpecification().catch(() => undefined);
  }, []);
  const rules = faults.value;
  const toggle = async (on: boolean) => {
    if (on) {
      await setFaults(putAside.value.length > 0 ? putAside.value : [START]);
      return;
    }
    const before = rules;
    if (await setFaults([])) putAside.value = before;
  };
  return (
    <div class="stack">
      <div class="row wrap">
        <Switch label="Faults" on={rules.length > 0} onChange={(on) => void toggle(on)} />
        <span class="small muted grow">The first rule that matches the operation of a call applies.</span>
      </div>
      {rules.length === 0 && <Empty icon="fault">No faults are injected.</Empty>}
      <ol class="stack">
        {rules.map((rule, index) => (
          <Rule
            key={index}
            rule={rule}
            onRemove={() => void setFaults(rules.filter((_, other) => other !== index))}
          />
        ))}
      </ol>
      <Add />
    </div>
  );
}

function Rule({ rule, onRemove }: { rule: FaultRule; onRemove: () => void }) {
  const { operation, latency, errors, drops } = rule;
  const parts = [
    latency > 0 && `delayed by ${latency} ms`,
    errors > 0 && `${Math.round(errors * 100)} % fail`,
    drops > 0 && `${Math.round(drops * 100)} % of connections cut`,
  ].filter(Boolean);
  return (
    <li class="row fault" data-operation={operation}>
      <Icon name="fault" />
      <span class="grow">
        <span class="strong mono">{operation === '*' ? 'every operation' : operation}</span>
        <br />
        <span class="small muted">{parts.join(', ') || 'as it is'}</span>
      </span>
      <button type="button" class="button slim" onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}

function Add() {
  const draft = useSignal<FaultRule>(START);
  const set = (part: Partial<FaultRule>) => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void setFaults([draft.value, ...faults.value]);
      }}
    >
      <div class="field">
        <label for="fault-operation">For</label>
        <select
          id="fault-operation"
          class="input"
          value={draft.value.operation}
          onChange={({ currentTarget: { value } }) => {
            const named = specification.value?.operations.find(({ id }) => id === value);
            set({ operation: named?.id ?? '*' });
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
      <div class="trio">
        <Field
          id="latency"
          label="Delay (ms)"
          value={draft.value.latency}
          onInput={(latency) => set({ latency })}
        />
        <Field
          id="errors"
          label="Fail (%)"
          value={draft.value.errors * 100}
          onInput={(share) => set({ errors: share / 100 })}
        />
        <Field
          id="drops"
          label="Drop (%)"
          value={draft.value.drops * 100}
          onInput={(share) => set({ drops: share / 100 })}
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
  value: number;
  onInput: (value: number) => void;
}

function Field({ id, label, value, onInput }: FieldProps) {
  return (
    <div class="field">
      <label for={`fault-${id}`}>{label}</label>
      <input
        id={`fault-${id}`}
        class="input"
        type="number"
        value={value}
        onInput={({ currentTarget }) => onInput(Number(currentTarget.value))}
      />
    </div>
  );
}
