/** The panels of one side: tabs, and the one that is open. */
import { Tabs } from '../look/controls.tsx';
import type { Side } from '../state/panels.ts';
import { openedAt, openPanel, panelsOf } from './places.ts';

export function SidePanels({ side, label }: { side: Side; label: string }) {
  const { name, wide, Component } = openedAt(side);
  const id = `side-${side}`;
  return (
    <section class={`shell-side ${side} ${wide ? 'wide' : ''}`} aria-label={label}>
      <Tabs id={id} label={label} tabs={panelsOf(side)} chosen={name} onChoose={openPanel} />
      <div
        class="shell-panel scrolls"
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${name}`}
        data-panel={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
      >
        <Component />
      </div>
    </section>
  );
}
