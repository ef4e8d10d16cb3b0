/** The outcomes that want attention, each with all that is needed to see it again. */

import type { Outcome, Run } from '../../verify/run.ts';
import { acceptedFor } from '../baseline.ts';
import { sectionName, stepLines } from '../prose.ts';
import { textOf, withStatus } from '../summary.ts';
import { statusOf } from '../verdicts.ts';
import { exchangeLinks } from './exchanges.ts';
import { type Html, html, prose } from './markup.ts';
import { badge, command, part, value } from './parts.ts';

export function failures(run: Run): Html {
  const shown = withStatus(run, 'fail', 'error', 'drift', 'accepted').sort(
    (a, b) => order.indexOf(statusOf(a)) - order.indexOf(statusOf(b)),
  );
  if (shown.length === 0) return part('failures', 'Failures', 'There are none.', []);
  const note =
    'What the rule asks for, what came, and the steps that show it, with lines for `sh` that take them again.';
  return part(
    'failures',
    'Failures',
    note,
    shown.map((outcome) => failure(run, outcome)),
  );
}

/** The place of an outcome on the page. */
export function anchorOf(run: Run, outcome: Outcome): string {
  return `o${run.outcomes.indexOf(outcome)}`;
}

const order = ['fail', 'error', 'drift', 'accepted'];

function failure(run: Run, outcome: Outcome): Html {
  return html`<article class="failure ${statusOf(outcome)}" id="${anchorOf(run, outcome)}">
<p class="where">${badge(statusOf(outcome))} <span class="muted">${sectionName(outcome.section)}</span></p>
<h3><code>${outcome.id}</code></h3>
<p class="text">${prose(textOf(outcome.rule))}</p>
${findings(outcome)}
${stepList(outcome)}
${exchangeLinks(run, outcome.exchanges)}
</article>`;
}

/** The steps, and their lines together, to be pasted at once. */
export function stepList(outcome: Outcome): Html | false {
  const steps = stepLines(outcome);
  const lines = steps.flatMap(({ run }) => run).join('\n');
  return (
    steps.length > 0 &&
    html`<ol class="steps">${steps.map(({ said }) => html`<li>${value(said)}</li>`)}</ol>
${lines !== '' && command(lines, `lines for ${outcome.id}`)}`
  );
}

/** Shows the expected and the observed side by side; otherwise the reason. */
export function findings(outcome: Outcome): Html {
  const { expected, observed, reason } = outcome;
  const why = acceptedFor(outcome);
  const accepted = why !== undefined && html`<p class="reason">Accepted: ${value(why)}</p>`;
  if (observed === undefined) return html`${accepted}<p class="reason">${value(reason)}</p>`;
  return html`${accepted}<dl class="findings"><div><dt>Expected</dt><dd>${value(expected ?? '')}</dd></div><div><dt>Observed</dt><dd>${value(observed)}</dd></div></dl>`;
}
