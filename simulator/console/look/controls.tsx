/** Controls that more than one panel uses. */

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Problem } from '../../control/schemas/index.ts';
import { cameByPointer } from './focus.ts';
import { countOf } from './format.ts';
import { Icon, type IconName } from './Icon.tsx';

export interface SearchBoxProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onInput: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  class?: string;
}

/** A field to look for something in what is listed below it. */
export function SearchBox({
  label,
  placeholder,
  value,
  onInput,
  onKeyDown,
  class: name = '',
}: SearchBoxProps) {
  return (
    <div class={`search ${name}`}>
      <Icon name="search" />
      <input
        type="search"
        class="input"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        {...(onKeyDown && { onKeyDown })}
      />
    </div>
  );
}

export interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
}

/** On or off, said in words too. */
export function Switch({ label, on, onChange, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span class="track" aria-hidden="true" />
      <span>{label}</span>
      <span class="state" aria-hidden="true">
        {on ? 'on' : 'off'}
      </span>
    </button>
  );
}

export interface MeterProps {
  label: string;
  icon?: IconName;
  used: number;
  /** `null`: there is no limit. */
  limit: number | null;
  /** The unit that is used up: `sent today`. */
  what: string;
}

/** How much of a limit is used up: a bar, the numbers, and a word once it is full. */
export function Meter({ label, icon, used, limit, what }: MeterProps) {
  const id = useId();
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  const state = limit === null ? 'unlimited' : share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'free';
  const numbers = limit === null ? countOf(used) : `${countOf(used)} of ${countOf(limit)}`;
  return (
    <div class={`meter ${state}`}>
      <div class="head">
        <span class="row" id={id}>
          {icon && <Icon name={icon} />}
          <span class="strong">{label}</span>
        </span>
        <span class="push">
          {numbers} <span class="muted">{what}</span>
        </span>
        {state === 'full' && (
          <span class="chip bad">
            <Icon name="warn" />
            limit reached
          </span>
        )}
        {state === 'unlimited' && <span class="chip muted">no limit</span>}
      </div>
      <meter
        class="visually-hidden"
        aria-labelledby={id}
        min={0}
        max={limit === null ? Math.max(1, used) : Math.max(1, limit)}
        value={limit === null ? used : Math.min(used, limit)}
        aria-valuetext={limit === null ? `${numbers} ${what}, no limit` : `${numbers} ${what}`}
      />
      <div class="bar" aria-hidden="true">
        <div class="fill" style={{ '--share': `${share * 100}%` }} />
      </div>
    </div>
  );
}

export interface TabEntry<Name extends string> {
  name: Name;
  label: string;
  icon?: IconName;
}

export interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly TabEntry<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** Begins the ids of the tabs and of the panel that is theirs: `{id}-{name}`, `{id}-panel`. */
  id: string;
}

/** Tabs, by arrow keys too. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, id }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || cameByPointer()) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#${id}-${next.name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: text, icon }) => (
        <button
          type="button"
          key={name}
          class="tab"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {icon && <Icon name={icon} />}
          {text}
        </button>
      ))}
    </div>
  );
}

/** A refusal, in the words of the service. */
export function Refusal({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <div class="refusal" role="alert" data-code={problem.code}>
      <Icon name="warn" />
      <span class="untrusted">{problem.detail}</span>
      {problem.hint && <span class="hint untrusted">{problem.hint}</span>}
    </div>
  );
}

/** Text as it is, that scrolls by itself: so the keyboard has to reach it. */
export function Source({ class: name = '', children }: { class?: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre class={`source ${name}`} tabIndex={0}>
      {children}
    </pre>
  );
}

/** There is nothing here, and why. */
export function Empty({ icon, children }: { icon: IconName; children: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  );
}
