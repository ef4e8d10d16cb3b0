/** For developers: calls, faults of the service, and the world as a file. */
import './panels.css';
import { signal } from '@preact/signals';
import { Tabs } from '../look/controls.tsx';
import { Calls } from './Calls.tsx';
import { Faults } from './Faults.tsx';
import { ServerLink } from './ServerLink.tsx';
import { World } from './World.tsx';

const PARTS = [
  { name: 'calls', label: 'Calls', Part: Calls },
  { name: 'faults', label: 'Faults', Part: Faults },
  { name: 'world', label: 'World', Part: World },
] as const;

const shown = signal<(typeof PARTS)[number]['name']>('calls');

export function Developers() {
  const { Part } = PARTS.find(({ name }) => name === shown.value) ?? PARTS[0];
  return (
    <div class="stack">
      <Tabs
        id="developer"
        label="For developers"
        tabs={PARTS}
        chosen={shown.value}
        onChoose={(name) => {
          shown.value = name;
        }}
      />
      <div id="developer-panel" role="tabpanel" aria-labelledby={`developer-${shown.value}`}>
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
