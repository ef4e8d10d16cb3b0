/** The areas of the page; what stands in them comes from panels/ and map/. */
import './shell.css';
import { FleetMap } from '../map/FleetMap.tsx';

export function Shell() {
  return (
    <div class="shell">
      <header class="shell-top" />
      <main class="shell-map">
        <FleetMap />
      </main>
      <footer class="shell-time" />
    </div>
  );
}
