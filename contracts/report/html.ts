/**
 * One page for a browser, with nothing from elsewhere: style and script are part of it, and a policy
 * lets the browser run these and nothing else. The page is the JSON report (`html/data.ts`) and one view of it. All that was received is escaped (`html/markup.ts`);
 * the policy is the second wall.
 *
 * For a manager: what came out, coverage by section, what is not covered and why. For an engineer:
 * each failure with a line that shows it again, every outcome by filter, every exchange.
 */

import { namesOf } from '../kit/tables.ts';
import type { Run } from '../verify/run.ts';
import { conclusionOf } from './conclusion.ts';
import { headlineOf } from './headline.ts';
import { coverage, notCovered } from './html/coverage.ts';
import { dataElement } from './html/data.ts';
import { exchangeSection } from './html/exchanges.ts';
import { failures } from './html/failures.ts';
import { type Html, html, trusted } from './html/markup.ts';
import { openingSection } from './html/openings.ts';
import { outcomeSection } from './html/outcomes.ts';
import { overview } from './html/overview.ts';
import { part, value } from './html/parts.ts';
import { policyOf } from './html/policy.ts';
import { script } from './html/script.ts';
import { sharpnessSection } from './html/sharpness.ts';
import { style } from './html/style.ts';
import { inShort, type Summary, summarise } from './summary.ts';
import { byReason, type Doubtful, doubts, type Suspects } from './suspects.ts';

export function renderHtml(run: Run): string {
  const summary = summarise(run);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf({ styles: [style], scripts: [script] })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${headlineOf(run, summary).words} · ${run.target} · Roadtest</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${hatch}
${overview(run, summary)}
${contents(run, summary)}
<main id="main">
${suspectSections(run)}
${failures(run)}
${coverage(summary)}
${notCovered(run, summary)}
${sharpnessSection(run)}
${exploration(run)}
${openingSection(run)}
${outcomeSection(run, summary)}
${exchangeSection(run)}
</main>
<footer><p>Exit code ${conclusionOf(run)}</p>Made by ${run.tool}. This page loads nothing and sends nothing.</footer>
${dataElement(run)}
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.markup;
}

/** The pattern of what was not concluded, for all bars. */
const hatch = html`<svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6"/><path d="M1.5 0V6"/></pattern></defs></svg>`;

function contents(run: Run, { counts }: Summary): Html {
  const wanting = counts.fail + counts.error + counts.drift + counts.accepted;
  const links: (readonly [string, string, number?])[] = [
    ...(counts.suspect > 0 ? [['suspects', 'Suspect', counts.suspect] as const] : []),
    ...(counts['left-open'] > 0 ? [['leftopen', 'Left open', counts['left-open']] as const] : []),
    ['failures', 'Failures', wanting],
    ['coverage', 'Coverage'],
    ['open', 'Not covered', counts.inconclusive],
    ...(run.sharpness ? [['sharpness', 'Sharpness'] as const] : []),
    ['openings', 'Openings', run.observations.length],
    ['outcomes', 'All outcomes', run.outcomes.length],
    ['exchanges', 'Exchanges', run.exchanges.length],
  ];
  const items = links.map(
    ([id, words, count]) =>
      html`<li><a href="#${id}">${words}${count !== undefined && html` <span class="muted">${count}</span>`}</a></li>`,
  );
  return html`<nav aria-label="Contents"><ul>${items}</ul></nav>`;
}

/** How far random histories went: which step was taken in which state, of all that can be. */
function exploration({ explored }: Run): Html {
  if (!explored) return html``;
  const { histories, steps, judged, requests, coverage } = explored;
  const cells = new Map<string, Map<string, number>>();
  const columns = new Set<string>();
  for (const [key, count] of Object.entries(coverage)) {
    const [state = '', step = key] = key.split(' > ');
    columns.add(step);
    const counts = cells.get(state) ?? new Map<string, number>();
    cells.set(state, counts.set(step, count));
  }
  const names = [...columns].sort();
  const rows = [...cells].sort(([one], [other]) => (one < other ? -1 : 1));
  const counts = Object.values(coverage);
  const met = `${counts.filter((count) => count > 0).length} of ${counts.length} pairs of a state and a step`;
  const note = `${histories} histories with ${steps} steps (${judged} judged) in ${requests} requests: ${met}. A row is a state, a column what was done in it; an empty field cannot be.`;
  return part(
    'exploration',
    'Exploration',
    note,
    html`<details><summary>${rows.length} states, ${names.length} kinds of steps</summary><div class="scroll"><table><thead><tr><th scope="col">state</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(([row, counts]) => html`<tr><th scope="row">${row}</th>${names.map((name) => html`<td>${counts.get(name) ?? ''}</td>`)}</tr>`)}</tbody></table></div></details>`,
  );
}

/** A section each for suspect and left-open outcomes, by the reason; nothing where there is none. */
function suspectSections(run: Run): Html[] {
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
