/** A proof as a page of its own: what exposes the client first, then every row. */
import { html, trusted } from '../../contracts/report/html/markup.ts';
import { style } from '../../contracts/report/html/style.ts';
import type { Finding, Proven, RowResult } from './prove.ts';
import { againOf, type Command, countsOf, signs } from './report.ts';

const tones: { readonly [F in Finding]: string } = {
  right: 'pass',
  exposed: 'fail',
  'not reached': 'not-applicable',
};

const own = `
table { width: 100%; border-collapse: collapse; margin-top: 1.5rem; }
th, td { text-align: start; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
pre { margin-top: .75rem; padding: .75rem 1rem; background: var(--sunken); overflow: auto; max-height: 20rem; }
article { margin-top: 1.5rem; padding: 1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-inline-start: 4px solid var(--fill-fail); }
h2 { margin-top: 2.5rem; }
`;

/** The page. */
export function pageOf(proven: Proven, command: Command): string {
  const exposed = proven.rows.filter(({ finding }) => finding === 'exposed');
  const lead =
    exposed.length === 0 ? 'No row exposes this client.' : `${exposed.length} rows expose this client.`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proof of a client</title>
<style>${trusted(style + own)}</style>
</head>
<body>
<main class="page">
<p class="eyebrow">roadtest prove</p>
<h1>Proof of a client</h1>
<p class="lead">${lead} ${countsOf(proven)}</p>
${exposed.map((row) => told(row, command))}
<h2>Every row</h2>
<table>
<thead><tr><th>Row</th><th>What differs</th><th>A right client</th><th>Found</th><th>Time</th></tr></thead>
<tbody>
${proven.rows.map(rowOf)}
</tbody>
</table>
</main>
</body>
</html>
`.markup;
}

function told(row: RowResult, command: Command) {
  return html`<article>
<h3><code>${row.id}</code></h3>
<p>${row.says} A right client ${row.expects}.</p>
${row.reasons.map((reason) => html`<p>${reason}</p>`)}
${row.code !== 0 && row.output.trim() !== '' && html`<pre>${row.output}</pre>`}
<p>Again: <code>${againOf(row.id, command)}</code></p>
</article>`;
}

function rowOf({ id, says, expects, finding, reasons, took }: RowResult) {
  return html`<tr class="${tones[finding]}"><td><code>${id}</code></td><td>${says}</td><td>${expects}</td><td><span class="sign">${signs[finding]}</span> ${finding}${finding === 'not reached' && html`<br><span class="muted">${reasons.join(' ')}</span>`}</td><td class="number">${(took / 1000).toFixed(1)} s</td></tr>
`;
}
