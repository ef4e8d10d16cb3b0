/** Many runs as one page that loads nothing: how it went, what turns again and again, and a row for each check. */
import { plural } from '../../kit/phrases.ts';
import { shortened } from '../../kit/untrusted.ts';
import { type Html, html, trusted } from '../html/markup.ts';
import { part } from '../html/parts.ts';
import { policyOf } from '../html/policy.ts';
import { style } from '../html/style.ts';
import { type Status, statuses, statusOrder } from '../verdicts.ts';
import { causesInWords } from './causes.ts';
import { diffConclusion } from './diff-text.ts';
import type { Column, History, Row } from './history.ts';
import { changedIn, flakyWords, minute } from './history-text.ts';

const own = `
.trend { display: flex; align-items: flex-end; gap: 2px; height: 6rem; margin-top: 2rem; }
.trend svg { flex: 1 1 0; min-width: 3px; max-width: 2rem; height: 100%; border-radius: 3px; background: var(--line); }
.trend rect { fill: var(--fill); }
.trend rect.inconclusive { fill: url(#hatch); }
.scroll { position: relative; overflow-x: auto; direction: rtl; margin-top: 1.5rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--surface); }
.runs { direction: ltr; border-collapse: separate; border-spacing: 0; font-size: .875rem; }
.runs th, .runs td { padding: .3rem .35rem; text-align: center; border-bottom: 1px solid var(--line); white-space: nowrap; }
.runs tbody tr:last-child > * { border-bottom: 0; }
.runs th[scope=row], .runs thead th:first-child { position: sticky; left: 0; z-index: 1; background: var(--surface); text-align: start; padding-inline: 1rem; font-weight: 400; }
.runs thead th { vertical-align: bottom; font-weight: 500; color: var(--muted); }
.runs time { writing-mode: vertical-rl; transform: rotate(180deg); font-variant-numeric: tabular-nums; }
.runs td { color: var(--tone); font-weight: 600; }
.runs td.pass > span { opacity: .4; }
.runs tbody tr:hover > * { background: var(--sunken); }
.runs .changed { box-shadow: inset 2px 0 0 var(--link); }
.runs .exit-codes { text-align: end !important; font-weight: 400 !important; }
.runs .exit { display: block; font-variant-numeric: tabular-nums; }
.runs .exit.bad { color: var(--fail); }
.flaky { display: block; color: var(--inconclusive); font-size: .8125rem; }
.facts > :last-child { grid-column: auto; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1rem; font-size: .875rem; }
.legend li { color: var(--tone); }
.changes li { padding-block: .625rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.changes .cause { margin-left: .5rem; }
.changes .muted { display: block; margin-top: .125rem; font-size: .875rem; }
`;

const ROWS =
  'A row for each check and each pinned answer that was not a pass in some run, those that are worst now first. A column is a run, the oldest first; a line at its left says that something beside the deployment and the seed is other than in the run before.';

export interface Unread {
  file: string;
  problem: string;
}

/** @param unread files of the folder that could not be read */
export function historyHtml({ columns, rows, latest }: History, unread: readonly Unread[] = []): string {
  const last = columns.at(-1);
  const holds = last?.exitCode === 0;
  const flaky = rows.filter((row) => row.flaky);
  const title = holds ? 'The last run holds' : 'The last run does not hold';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf({ styles: [style + own] })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title} · ${plural(columns.length, 'run')} · Roadtest</title>
<style>${trusted(style + own)}</style>
</head>
<body>
<svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6"/><path d="M1.5 0V6"/></pattern></defs></svg>
<header class="page ${holds ? 'pass' : 'fail'}">
<p class="eyebrow">History of ${plural(columns.length, 'run')}</p>
<h1><span class="sign" aria-hidden="true">${statuses[holds ? 'pass' : 'fail'].symbol}</span> ${title}</h1>
<p class="lead">${leadOf(rows, flaky, last)}</p>
${unread.length > 0 && html`<ul class="notices">${unread.map(({ file, problem }) => html`<li>Left out: ${file}, since ${problem}.</li>`)}</ul>`}
<div class="trend" aria-hidden="true">${columns.map(trendOf)}</div>
<dl class="facts">${factsOf(columns)}</dl>
</header>
<main>
${latest && changesOf(latest)}
${part('rows', 'Ever not a pass', rows.length === 0 ? 'Every check passed in every run.' : ROWS, html`${rows.length > 0 && matrix(columns, rows)}`)}
</main>
<footer>Made by roadtest. This page loads nothing and sends nothing.</footer>
</body>
</html>
`.markup;
}

function leadOf(rows: readonly Row[], flaky: readonly Row[], last: Column | undefined): string {
  const ever = `${plural(rows.length, 'check was', 'checks were')} not a pass in some run`;
  const turning = `${plural(flaky.length, 'of them is', 'of them are')} flaky: a pass and no pass in turn, while nothing else differs by the reports`;
  return [
    last && `Exit code ${shortened(last.conclusion ?? `${last.exitCode}`, MOST_TEXT)}.`,
    rows.length === 0 ? 'Every check passed in every run.' : `${ever}.`,
    flaky.length > 0 && `${turning}.`,
  ]
    .filter((sentence) => sentence)
    .join(' ');
}

function factsOf(columns: readonly Column[]): Html[] {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return [];
  const shown: [string, string][] = [
    ['Deployment', [...new Set(columns.map(({ target }) => target))].join(', ')],
    ['From', `${minute(first.startedAt)} UTC`],
    ['To', `${minute(last.startedAt)} UTC`],
    ['Profile now', last.profile ?? 'none'],
    ['By', last.tool],
  ];
  return shown.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`);
}

/** From what holds, at the foot, to what is broken. */
const stacked = statusOrder.toReversed();

/** A single failure among hundreds is to be seen. In percent of a column. */
const THINNEST = 6;

function trendOf({ counts, startedAt }: Column): Html {
  const present = stacked.filter((status) => (counts[status] ?? 0) > 0);
  const total = present.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const wanted = present.map((status) => Math.max(THINNEST, (100 * (counts[status] ?? 0)) / total));
  const scale = 100 / wanted.reduce((sum, height) => sum + height, 0);
  let top = 100;
  const pieces = present.map((status, index) => {
    const height = (wanted[index] ?? 0) * scale;
    top -= height;
    return html`<rect class="${status}" x="0" y="${top.toFixed(2)}%" width="100%" height="${height.toFixed(2)}%"/>`;
  });
  return html`<svg focusable="false"><title>${minute(startedAt)}</title>${pieces}</svg>`;
}

function changesOf({ changes, counts, exitCode }: NonNullable<History['latest']>): Html {
  const word = (status: Status | null) => (status ? statuses[status].word : 'no part of the run');
  const rows = changes.slice(0, MOST).map(({ id, before, after, causes, reason }) => {
    const status = after ?? 'inconclusive';
    const change = causes.length === 0 ? 'as before' : `${word(before)} before; by ${causesInWords(causes)}`;
    return html`<li><span class="badge ${status}"><span aria-hidden="true">${statuses[status].symbol}</span> ${word(after)}</span> <code>${id}</code> <span class="cause">${change}</span><span class="muted">${shortened(reason, MOST_TEXT)}</span></li>`;
  });
  const more =
    changes.length > MOST &&
    html`<p class="note">… and ${changes.length - MOST} more: roadtest diff of the two reports lists them.</p>`;
  const note = `Beside the run before: ${diffConclusion({ counts, exitCode }).replace(/^\d: /, '')}.`;
  return part('changes', 'Since the run before', note, [
    html`<ul class="changes">${rows}</ul>`,
    html`${more}`,
  ]);
}

/** Characters of a text of a report. */
const MOST_TEXT = 300;
/** So many changes of the last run are told. */
const MOST = 50;

function matrix(columns: readonly Column[], rows: readonly Row[]): Html {
  const heads = columns.map((column) => {
    const changed = changedIn(column);
    return html`<th scope="col" class="${changed !== '' && 'changed'}" title="${[column.target, changed].filter((text) => text !== '').join('; ')}"><time datetime="${column.startedAt}">${minute(column.startedAt)}</time><span class="exit ${column.exitCode !== 0 && 'bad'}">${column.exitCode}</span></th>`;
  });
  const found = new Set(rows.flatMap(({ cells }) => cells));
  const legend = statusOrder
    .filter((status) => found.has(status))
    .map(
      (status) =>
        html`<li class="${status}"><span aria-hidden="true">${statuses[status].symbol}</span> ${statuses[status].word}</li>`,
    );
  return html`<ul class="legend">${legend}</ul>
<div class="scroll" tabindex="0" role="group" aria-label="Checks by run"><table class="runs">
<thead><tr><th scope="col" class="exit-codes">Exit code</th>${heads}</tr></thead>
<tbody>${rows.map(
    (
      row,
    ) => html`<tr><th scope="row"><code>${row.id}</code>${row.flaky && html` <span class="flaky">${flakyWords(row)}</span>`}</th>${row.cells.map((status, index) => cell(status, columns[index]))}</tr>
`,
  )}</tbody>
</table></div>`;
}

function cell(status: Status | null, column: Column | undefined): Html {
  const changed = column && changedIn(column) !== '' && 'changed';
  if (!status) return html`<td class="${changed}"></td>`;
  const { symbol, word } = statuses[status];
  return html`<td class="${status} ${changed}"><span aria-hidden="true">${symbol}</span><span class="unseen">${word}</span></td>`;
}
