/** Every outcome, to be searched and filtered by verdict and section. */

import { plural } from '../../kit/phrases.ts';
import type { Outcome, Run } from '../../verify/run.ts';
import { type SectionSummary, type Summary, textOf } from '../summary.ts';
import { inWords } from '../unlock.ts';
import { statuses, statusOf, statusOrder } from '../verdicts.ts';
import { duration } from '../words.ts';
import { exchangeLinks } from './exchanges.ts';
import { findings, stepList } from './failures.ts';
import { type Html, html, prose } from './markup.ts';
import { badge, part } from './parts.ts';

export function outcomeSection(run: Run, summary: Summary): Html {
  const judged = summary.sections.filter(({ rules }) => rules.length > 0);
  const groups = judged.map(
    (
      it,
    ) => html`<div class="group" data-group><h3><span class="number">§ ${it.section.id}</span> ${it.section.title}</h3>
${rows(run, it)}</div>`,
  );
  const note =
    'One line for each check, passes folded; it unfolds to what was found and the exchanges that show it.';
  return part('outcomes', 'All outcomes', note, [filter(run, summary, judged), ...groups]);
}

/** Passes are folded: what wants attention is not looked for among them. */
function rows(run: Run, { rules, counts }: SectionSummary): Html[] {
  const outcomes = rules.flatMap((rule) => rule.outcomes);
  const list = (some: readonly Outcome[]) =>
    html`${some.length > 0 && html`<ul class="outcomes">${some.map((outcome) => row(run, outcome))}</ul>`}`;
  const passes = outcomes.filter((outcome) => statusOf(outcome) === 'pass');
  return [
    list(outcomes.filter((outcome) => !passes.includes(outcome))),
    html`${passes.length > 0 && html`<details class="passes" data-fold><summary><span class="badge pass"><span aria-hidden="true">${statuses.pass.symbol}</span> ${counts.pass} ${statuses.pass.word}</span></summary>${list(passes)}</details>`}`,
  ];
}

function filter(run: Run, { counts }: Summary, judged: readonly SectionSummary[]): Html {
  const verdicts = statusOrder
    .filter((status) => counts[status] > 0)
    .map(
      (status) =>
        html`<label class="${status}"><input type="checkbox" name="verdict" value="${status}"> <span aria-hidden="true">${statuses[status].symbol}</span> ${statuses[status].word} <span class="muted">${counts[status]}</span></label>`,
    );
  const sections = judged.map(
    ({ section }) => html`<option value="${section.id}">§ ${section.id} ${section.title}</option>`,
  );
  return html`<form id="filter" role="search" aria-label="Outcomes" hidden>
<div class="fields"><label>Text <input type="search" name="text" autocomplete="off" placeholder="limits/ sms"></label>
<label>Section <select name="section"><option value="">all</option>${sections}</select></label>
<button type="reset">Show all</button></div>
<fieldset><legend>Verdict</legend>${verdicts}</fieldset>
<p id="shown" role="status">${run.outcomes.length} of ${run.outcomes.length} shown</p>
</form>`;
}

function row(run: Run, outcome: Outcome): Html {
  const status = statusOf(outcome);
  const needs = outcome.unlock?.map((unlock) => html`<li>${inWords(unlock)}</li>`) ?? [];
  return html`<li data-verdict="${status}" data-section="${outcome.section}"><details><summary>${badge(status)} <code>${outcome.id}</code> <span class="text">${prose(textOf(outcome.rule))}</span></summary>
<div class="body">${findings(outcome)}
${needs.length > 0 && html`<p>Would be unlocked by</p><ul class="needs">${needs}</ul>`}
${stepList(outcome)}
${exchangeLinks(run, outcome.exchanges)}
<p class="muted">${outcome.stakes && `at stake ${plural(outcome.stakes, 'time')}, `}took ${duration(outcome.milliseconds)}</p></div></details></li>`;
}
