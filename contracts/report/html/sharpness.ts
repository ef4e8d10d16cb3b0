/** How much the run would have noticed: by operation, by rule, and the rules that would have noticed nothing. */
import { ledger } from '../../specification/ledger.ts';
import type { Run } from '../../verify/run.ts';
import { sharpnessIn, unstakedBy } from '../sharpness.ts';
import { inShort } from '../summary.ts';
import { type Html, html } from './markup.ts';
import { part } from './parts.ts';

export function sharpnessSection(run: Run): Html {
  const { sharpness } = run;
  const said = sharpnessIn(run);
  if (!sharpness || said === undefined) return html``;
  const operations = Object.entries(sharpness.operations).map(
    ([name, { answers, noticed }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${noticed}</td><td>${answers}</td></tr>`,
  );
  const rules = Object.entries(sharpness.rules).map(
    ([id, noticed]) => html`<tr><th scope="row"><code>${id}</code></th><td>${noticed}</td></tr>`,
  );
  const silent = [...unstakedBy(sharpness)].map(
    ([unlock, ids]) =>
      html`<li>${unlock === '' ? 'nothing is known that would help' : html`<code>${unlock}</code>`}: ${inShort(ledger.filter(({ id }) => ids.includes(id))).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</li>`,
  );
  return part('sharpness', 'Sharpness', `${said}.`, [
    html`<div class="scroll"><table><thead><tr><th scope="col">answered by</th><th scope="col">noticed</th><th scope="col">answers</th></tr></thead><tbody>${operations}</tbody></table></div>`,
    html`<details><summary>By rule</summary><div class="scroll"><table><thead><tr><th scope="col">rule</th><th scope="col">noticed</th></tr></thead><tbody>${rules}</tbody></table></div></details>`,
    html`${silent.length > 0 && html`<details><summary>Never at stake, by what would put them at stake</summary><ul>${silent}</ul></details>`}`,
  ]);
}
