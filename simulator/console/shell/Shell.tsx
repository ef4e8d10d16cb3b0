/** The areas of the page; what stands in them comes from panels/ and map/. */
import './shell.css';
import { FleetMap } from '../map/FleetMap.tsx';
import { connection } from '../state/index.ts';

export function Shell() {
  return (
    <div class="shell" data-connection={connection.value.kind}>
      <header class="shell-top" />
      <main class="shell-map">
        <FleetMap />
      </main>
      <footer class="shell-time" />
    </div>
  );
}
