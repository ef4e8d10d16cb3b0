/** The JSON report, embedded in the page that shows it. */
import { shownJson } from '../../kit/json-text.ts';
import type { Run } from '../../verify/run.ts';
import { renderJson } from '../json.ts';
import { type Html, html, trusted } from './markup.ts';

/** An element that no browser runs. Without `<` nothing in it can end it, and JSON has it by its number all the same. */
export function dataElement(run: Run): Html {
  const json = shownJson(renderJson(run)).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="run">${trusted(json)}</script>`;
}
