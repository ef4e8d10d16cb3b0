/** Part 5 as one panel with tabs. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Tabs } from '../../look/controls.tsx';
import type { IconName } from '../../look/Icon.tsx';
import { ServerLink } from '../page/ServerLink.tsx';
import { Calls } from './Calls.tsx';
import { Faults } from './Faults.tsx';
import { World } from './World.tsx';

const PARTS = [
  { name: 'calls', label: 'Calls', icon: 'code', Part: Calls },
  { name: 'faults', label: 'Faults', icon: 'fault', Part: Faults },
  { name: 'world', label: 'World', icon: 'globe', Part: World },
] as const satisfies readonly { name: string; label: string; icon: IconName; Part: ComponentType }[];

const shown = signal<(typeof PARTS)[number]['name']>('calls');

export function Developers() {
  const { Part } = PARTS.find(({ name }) => name === shown.value) ?? PARTS[0];
  return (
    <div class="developers">
      <Tabs
        id="developer"
        label="For developers"
        tabs={PARTS}
        chosen={shown.value}
        onChoose={(name) => {
          shown.value = name;
        }}
      />
      <div
        class="developer-part"
        id="developer-panel"
        role="tabpanel"
        aria-labelledby={`developer-${shown.value}`}
      >
        <Part />
      </div>
      <p class="small">
        <ServerLink path="/openapi.json" file="openapi.json">
          The API of this world in OpenAPI
        </ServerLink>
      </p>
    </div>
  );
}
