/** The areas of the page; what stands in them comes from panels/ and map/. */
import './shell.css';

export function Shell() {
  return (
    <div class="shell">
      <header class="shell-top" />
      <main class="shell-map" />
      <footer class="shell-time" />
    </div>
  );
}
