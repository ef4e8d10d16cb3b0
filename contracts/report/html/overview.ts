/** The head of the page: what came out of the run, in a sentence, in numbers and as a bar. */

import { plural } from '../../kit/phrases.ts';
import type { Run } from '../../verify/run.ts';
import { baselineFaults } from '../baseline.ts';
import { conclusionOf } from '../conclusion.ts';
import { headlineOf } from '../headline.ts';
import { notices } from '../notices.ts';
import { type Summary, withStatus } from '../summary.ts';
import { doubts } from '../suspects.ts';
import { type Status, statuses, statusOf, statusOrder } from '../verdicts.ts';
import { duration } from '../words.ts';
import { anchorOf } from './failures.ts';
import { type Html, html } from './markup.ts';
import { badge, bar } from './parts.ts';

export function overview(run: Run, summary: Summary): Html {
  const { counts } = summary;
  const { words, status } = headlineOf(run, summary);
  return html`
<header class="page ${status}">
<p class="eyebrow">Contract report</p>
<h1><span class="sign" aria-hidden="true">${statuses[status].symbol}</span> ${words}</h1>
<p class="lead">${coverageSentence(summary)}</p>
${wanting(run)}
${warnings(run)}
${run.outcomes.length > 0 && bar(counts)}
<ul class="tiles">${tiles(summary)}</ul>
<dl class="facts">${facts(run, summary)}</dl>
</header>`;
}

/** So many of what wants attention are named at once. */
const MOST = 6;

/** The names of what is not as it should be, each with a way to it. */
function wanting(run: Run): Html | false {
  const found = [
    ...withStatus(run, 'fail', 'error', 'suspect', 'left-open', 'drift').map((outcome) => {
      const status = statusOf(outcome);
      const anchor =
        status === 'suspect' || status === 'left-open' ? doubts[status].anchor : anchorOf(run, outcome);
      return { status, id: outcome.id, anchor };
    }),
    ...run.observations.flatMap(({ opening, drift }) =>
      drift ? [{ status: 'drift' as const, id: opening, anchor: 'openings' }] : [],
    ),
  ].toSorted((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status));
  const items = found
    .slice(0, MOST)
    .map(
      ({ status, id, anchor }) => html`<li>${badge(status)} <a href="#${anchor}"><code>${id}</code></a></li>`,
    );
  const more = found.length > MOST && html`<li class="muted">and ${found.length - MOST} more</li>`;
  return found.length > 0 && html`<ul class="wanting">${items}${more}</ul>`;
}

function coverageSentence({ counts, byStatus, judged, applicable, missing, drifted }: Summary): string {
  const were = (count: number) => (count === 1 ? 'was' : 'were');
  const open = applicable - judged;
  const holding =
    counts.pass === judged
      ? 'all of them hold'
      : `${counts.pass} of those ${counts.pass === 1 ? 'holds' : 'hold'}`;
  return [
    judged > 0 && `${judged} of ${plural(applicable, 'check')} ${were(judged)} judged, and ${holding}.`,
    judged === 0 && applicable > 0 && `None of ${plural(applicable, 'check')} could be judged.`,
    byStatus > 0 &&
      `${byStatus} of them by status alone: calls were served and refused as they should, and no effect could be looked at.`,
    judged > 0 && open > 0 && `${open} stayed open.`,
    drifted > 0 && `${plural(drifted, 'opening is', 'openings are')} no longer as the profile pins.`,
    missing.length > 0 &&
      `${plural(missing.length, 'check')} of the document ${were(missing.length)} not part of this run.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function warnings(run: Run): Html | false {
  const faults = baselineFaults(run).map(({ code, id, message }) => `${code} ${id}: ${message}`);
  const shown = [...notices(run), ...faults];
  return shown.length > 0 && html`<ul class="notices">${shown.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** Statuses always shown, even with a count of zero. */
const always: ReadonlySet<Status> = new Set<Status>(['fail', 'inconclusive', 'pass']);

function tiles({ counts }: Summary): Html[] {
  return statusOrder
    .filter((status) => counts[status] > 0 || always.has(status))
    .map((status) => {
      const { symbol, word, meaning } = statuses[status];
      return html`<li class="${status}${counts[status] === 0 && ' none'}"><a href="#outcomes" data-show="${status}"><strong>${counts[status]}</strong> <span class="what"><span aria-hidden="true">${symbol}</span> ${word}</span> <span class="meaning">${meaning}</span></a></li>`;
    });
}

function facts(run: Run, { requests, milliseconds }: Summary): Html[] {
  const shown: [string, string | Html][] = [
    ['Deployment', html`<code>${run.target}</code>`],
    ['Profile', run.profile ?? 'none: nothing is known of what the document leaves open'],
    ['Started', html`<time datetime="${run.startedAt}">${moment(run.startedAt)}</time>`],
    ['Took', `${duration(milliseconds)}, ${plural(requests, 'request')}`],
    ['Run', html`<code>${run.nonce}</code> by ${run.tool}`],
    ['Seed', `${run.seed}: the option --seed ${run.seed} draws the same values again`],
    ['Exit code', conclusionOf(run)],
  ];
  return shown.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`);
}

/** `2026-01-05 08:00:00 UTC` */
function moment(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
