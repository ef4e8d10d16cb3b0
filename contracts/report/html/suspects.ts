/** Suspect and left-open outcomes, by the reason. */
import { namesOf } from '../../kit/tables.ts';
import type { Run } from '../../suite/run.ts';
import { inShort } from '../summary.ts';
import { byReason, type Doubtful, doubts, type Suspects } from '../suspects.ts';
import { type Html, html } from './markup.ts';
import { part, value } from './parts.ts';

/** A section for each of both; nothing where there is none. */
export function suspectSections(run: Run): Html[] {
  return namesOf(doubts).flatMap((status) => {
    const groups = byReason(run, status);
    if (groups.length === 0) return [];
    const { title, note, anchor } = doubts[status];
    const rows = groups.map((group) => html`<li>${suspectRow(group, status)}</li>`);
    return part(anchor, title, note, html`<ol class="locked">${rows}</ol>`);
  });
}

function suspectRow({ reason, outcomes }: Suspects, status: Doubtful): Html {
  return html`<p class="amount ${status}"><strong>${outcomes.length}</strong> ${outcomes.length === 1 ? 'check' : 'checks'}</p>
<div><h3>${value(reason)}</h3>
<p>${inShort(outcomes).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p></div>`;
}
