/** The outcomes that want attention, each with all that is needed to see it again. */

import { curlOf } from '../../kit/curl.ts';
import type { Outcome, Run } from '../../verify/run.ts';
import { acceptedFor } from '../baseline.ts';
import { tokenLine } from '../curl.ts';
import { evidenceOf, sectionName } from '../prose.ts';
import { textOf, withStatus } from '../summary.ts';
import { statusOf } from '../verdicts.ts';
import { drawnFrom, exchangeLinks, requestLine } from './exchanges.ts';
import { type Html, html, prose } from './markup.ts';
import { badge, command, part, value } from './parts.ts';

export function failures(run: Run): Html {
  const shown = withStatus(run, 'fail', 'error', 'drift', 'accepted').sort(
    (a, b) => order.indexOf(statusOf(a)) - order.indexOf(statusOf(b)),
  );
  if (shown.length === 0) return part('failures', 'Failures', 'There are none.', []);
  const token = html`<details class="token"><summary>A token for the lines to paste</summary>${command(tokenLine(run), 'line for a token')}</details>`;
  const note =
    'What the rule asks for, what came, and the request that shows it: alone, since records of the run are gone.';
  return part('failures', 'Failures', note, [...shown.map((outcome) => failure(run, outcome)), token]);
}

/** The place of an outcome on the page. */
export function anchorOf(run: Run, outcome: Outcome): string {
  return `o${run.outcomes.indexOf(outcome)}`;
}

const order = ['fail', 'error', 'drift', 'accepted'];

function failure(run: Run, outcome: Outcome): Html {
  const evidence = evidenceOf(run, outcome);
  return html`<article class="failure ${statusOf(outcome)}" id="${anchorOf(run, outcome)}">
<p class="where">${badge(statusOf(outcome))} <span class="muted">${sectionName(outcome.section)}</span></p>
<h3><code>${outcome.id}</code></h3>
<p class="text">${prose(textOf(outcome.rule))}</p>
${findings(outcome)}
${
  evidence &&
  html`${command(curlOf(evidence.request), `curl line for ${outcome.id}`)}
<details${drawnFrom(evidence)}><summary>Exchange: ${requestLine(run, evidence)}</summary></details>`
}
${outcome.exchanges.length > 1 && exchangeLinks(run, outcome.exchanges)}
</article>`;
}

/** Shows the expected and the observed side by side; otherwise the reason. */
export function findings(outcome: Outcome): Html {
  const { expected, observed, reason } = outcome;
  const why = acceptedFor(outcome);
  const accepted = why !== undefined && html`<p class="reason">Accepted: ${value(why)}</p>`;
  if (observed === undefined) return html`${accepted}<p class="reason">${value(reason)}</p>`;
  return html`${accepted}<dl class="findings"><div><dt>Expected</dt><dd>${value(expected ?? '')}</dd></div><div><dt>Observed</dt><dd>${value(observed)}</dd></div></dl>`;
}
