/** What is suspect, by how the deployment broke off. */
import type { Run } from '../../suite/run.ts';
import { inShort } from '../summary.ts';
import { type Suspects, suspectsOf } from '../suspects.ts';
import { type Html, html } from './markup.ts';
import { part, value } from './parts.ts';

/** Nothing where nothing is suspect. */
export function suspectSection(run: Run): Html | false {
  const groups = suspectsOf(run);
  if (groups.length === 0) return false;
  const note =
    'The deployment broke off while these were judged: a timeout, a lost connection or a server error. They are neither kept nor broken.';
  const rows = groups.map((group) => html`<li>${suspectRow(group)}</li>`);
  return part('suspects', 'Suspect', note, html`<ol class="locked">${rows}</ol>`);
}

function suspectRow({ reason, outcomes }: Suspects): Html {
  return html`<p class="amount suspect"><strong>${outcomes.length}</strong> ${outcomes.length === 1 ? 'check' : 'checks'}</p>
<div><h3>${value(reason)}</h3>
<p>${inShort(outcomes).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p></div>`;
}
