/** Controls that more than one panel uses. */

import { Signal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Problem } from '../../control/schemas/index.ts';
import { cameByPointer } from './focus.ts';
import { countOf } from './format.ts';
import { Icon, type IconName } from './Icon.tsx';

export interface SearchBoxProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  value: Signal<string>;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A field to look for something in what is listed below it. */
export function SearchBox({ label, placeholder, value, onKeyDown }: SearchBoxProps) {
  return (
    <input
      type="search"
      class="input grow"
      placeholder={placeholder}
      aria-label={label}
      value={value.value}
      onInput={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
      {...(onKeyDown && { onKeyDown })}
    />
  );
}

export interface FieldProps {
  id: string;
  label: string;
  value: Signal<string> | string | number;
  /** Takes in what is typed, where the value is no signal. */
  onInput?: (value: string) => void;
  type?: 'text' | 'number' | 'date';
  placeholder?: string;
  /** True if a refusal is about it. */
  isBlamed?: boolean;
}

/** A field with its label above it. */
export function Field({ id, label, value, onInput, type = 'text', placeholder, isBlamed }: FieldProps) {
  return (
    <div class="field grow">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type={type as 'text'}
        value={value instanceof Signal ? value.value : value}
        placeholder={placeholder}
        autocomplete="off"
        step={type === 'number' ? 'any' : undefined}
        aria-invalid={isBlamed}
        onInput={({ currentTarget }) => {
          if (value instanceof Signal) value.value = currentTarget.value;
          onInput?.(currentTarget.value);
        }}
      />
    </div>
  );
}

export interface ChoiceProps {
  id: string;
  label: string;
  value: Signal<string>;
  of: readonly (readonly [value: string, label: string])[];
}

/** One of several, with its label above it. */
export function Choice({ id, label, value, of }: ChoiceProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      >
        {of.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export interface FilePickerProps {
  button: string;
  /** For screen readers. */
  label: string;
  accept: string;
  onPick: (file: File) => void;
}

/** A button that asks for a file. */
export function FilePicker({ button, label, accept, onPick }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => picker.current?.click()}>
        {button}
      </button>
      <input
        ref={picker}
        class="visually-hidden"
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onPick(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

export interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** On or off. */
export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <label class="row">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** A button that is pressed or not. */
export function Toggle({ label, on }: { label: string; on: Signal<boolean> }) {
  return (
    <button
      type="button"
      class="button slim"
      aria-pressed={on.value}
      onClick={() => {
        on.value = !on.peek();
      }}
    >
      {label}
    </button>
  );
}

export interface MeterProps {
  label: string;
  icon?: IconName;
  used: number;
  limit: number;
  /** The unit that is used up: `sent today`. */
  what: string;
}

/** How much of a limit is used up: a bar, the numbers, and a word once it is full. */
export function Meter({ label, icon, used, limit, what }: MeterProps) {
  const id = useId();
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const state = share >= 1 ? 'full' : share >= 0.8 ? 'near' : '';
  const words = `${countOf(used)} of ${countOf(limit)} ${what}`;
  return (
    <div class={`meter ${state}`}>
      <div class="row wrap">
        {icon && <Icon name={icon} />}
        <span class="strong" id={id}>
          {label}
        </span>
        <span class="push">{words}</span>
      </div>
      <meter
        class="visually-hidden"
        aria-labelledby={id}
        max={Math.max(1, limit)}
        value={Math.min(used, limit)}
        aria-valuetext={words}
      />
      <div class="bar" aria-hidden="true">
        <div class="fill" style={{ '--share': `${share * 100}%` }} />
      </div>
    </div>
  );
}

export interface MenuEntry {
  label: string;
  /** Stands above it and those after it. */
  head?: string;
  /** The key that does the same. */
  shortcut?: string;
  icon?: IconName;
  /** Switched by it. */
  on?: Signal<boolean>;
  act?: () => void;
  /** The name of what it injects. */
  inject?: string;
}

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
  children?: ComponentChildren;
}

/** Things to do and to switch, in words, behind a button. */
export function Menu({ label, entries, children }: MenuProps) {
  return (
    <details
      class="menu"
      name="menu"
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
      }
    >
      <summary class="button">{label}</summary>
      <div class="card" role="toolbar" aria-label={label}>
        {entries.map(({ label, head, shortcut, icon, on, act, inject }) => (
          <Fragment key={label}>
            {head && <p class="small muted">{head}</p>}
            <button
              type="button"
              class="button plain"
              aria-pressed={on?.value}
              data-inject={inject}
              onClick={({ currentTarget }) => {
                currentTarget.closest('details')?.removeAttribute('open');
                if (on) on.value = !on.peek();
                act?.();
              }}
            >
              {icon && <Icon name={icon} />}
              {label}
              {shortcut && <kbd class="key push">{shortcut}</kbd>}
            </button>
          </Fragment>
        ))}
        {children}
      </div>
    </details>
  );
}

/** The sign that closes something. */
export function Close({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" class="button plain square slim" aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}

export interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A question or a text before everything else; Escape closes it. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    isShown.current = open;
    if (open && !element?.open) element?.showModal();
    else if (!open && element?.open) element.close();
  }, [open]);
  // The browser tells of it a moment later: by then another question may be asked here, which this does not answer.
  const closed = () => isShown.current && !dialog.current?.open && onClose();
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={closed}>
      {open && (
        <div class="stack">
          <div class="row">
            <h2 id={id} class="grow">
              {title}
            </h2>
            <Close label="Close" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** A part of a panel that is opened by its title. */
export function Fold({
  title,
  children,
  open = false,
}: {
  title: string;
  children: ComponentChildren;
  open?: boolean;
}) {
  return (
    <details class="fold" open={open}>
      <summary>{title}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}

/** Names and values beside each other; what has no value is left out. */
export function Facts({
  of,
}: {
  of: readonly (readonly [label: string, value: string | number | undefined])[];
}) {
  return (
    <dl class="facts">
      {of.map(
        ([label, value]) =>
          value !== undefined && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

export interface TabEntry<Name extends string> {
  name: Name;
  label: string;
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
      {tabs.map(({ name, label: text }) => (
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
      <p class="untrusted">{problem.detail}</p>
      {problem.hint && <p class="small muted untrusted">{problem.hint}</p>}
    </div>
  );
}

/** Text as it is, that scrolls by itself: so the keyboard has to reach it. */
export function Source({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre class="source" tabIndex={0}>
      {children}
    </pre>
  );
}
